% Runs a translated game in SWI-Prolog, the way the seed does it: the state is a set of dynamic
% clauses; all legal moves and all next facts are collected with setof; then the old clauses are
% retracted and the new ones asserted. Loaded after the game and its bridge, which swipl.py writes:
%
%   stored(Fact, Clause)          how a fact of the state is kept
%   given(Role, Move, Clause)     how a move made is kept
%   legal_move(Role, Move)        what is legal now
%   next_fact(Fact)               what follows from the moves given
%   percept(Role, Percept)        what a role sees of them
%   clear_state, clear_moves      no fact, no move
%   forget                        tables of the old state

:- use_module(library(random)).
:- use_module(library(time)).

all(Template, Goal, Found) :-
    ( setof(Template, Goal, List) -> Found = List ; Found = [] ).

set_state(Facts) :-
    clear_state,
    forget,
    forall(member(Fact, Facts), ( stored(Fact, Clause), assertz(Clause) )).

make_moves(Moves) :-
    forall(member(Role-Move, Moves), ( given(Role, Move, Clause), assertz(Clause) )).

current_state(Facts) :-
    all(Fact, Clause^( stored(Fact, Clause), call(Clause) ), Facts).

% ---- Random matches, as many as fit into the time

play(Seconds, Seed) :-
    set_random(seed(Seed)),
    current_state(Start),
    findall(Role, role(Role), Roles),
    nb_setval(states, 0),
    nb_setval(matches, 0),
    statistics(cputime, Begin),
    End is Begin + Seconds,
    catch(forever(match(Start, Roles, End)), out_of_time, true),
    statistics(cputime, Now),
    Used is Now - Begin,
    nb_getval(states, States),
    nb_getval(matches, Matches),
    format("~d ~d ~6f~n", [States, Matches, Used]).

forever(Goal) :- repeat, once(Goal), fail.

match(Start, Roles, End) :-
    set_state(Start),
    visit(Roles, End).

visit(Roles, End) :-
    count(states),
    ( statistics(cputime, Now), Now > End -> throw(out_of_time) ; true ),
    ( function_terminal
    ->  all(Role-Value, function_goal(Role, Value), _),
        count(matches)
    ;   choose(Roles, Moves),
        make_moves(Moves),
        all(Fact, next_fact(Fact), Facts),
        clear_moves,
        set_state(Facts),
        visit(Roles, End)
    ).

choose([], []).
choose([Role | Roles], [Role-Move | Moves]) :-
    setof(Legal, legal_move(Role, Legal), All),
    random_member(Move, All),
    choose(Roles, Moves).

count(Counter) :-
    nb_getval(Counter, N),
    M is N + 1,
    nb_setval(Counter, M).

% ---- Answers, one question a line, until the input ends

serve(Limit) :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    read_term(Question, []),
    ( Question == end_of_file
    ->  !
    ;   catch(call_with_time_limit(Limit, answer(Question)), Error, report(Error)),
        format(".~n"),
        flush_output,
        fail
    ).

report(Error) :-
    format("! ~W~n", [Error, [quoted(true), max_depth(12)]]).

answer(initial) :-
    forall(role(Role), say(role, [Role])),
    current_state(Facts),
    forall(member(Fact, Facts), say(true, [Fact])).
answer(look(Facts)) :-
    set_state(Facts),
    all(Role-Move, legal_move(Role, Move), Moves),
    forall(member(Role-Move, Moves), say(legal, [Role, Move])),
    ( function_terminal -> format("terminal~n") ; true ),
    all(Role-Value, function_goal(Role, Value), Goals),
    forall(member(Role-Value, Goals), say(goal, [Role, Value])).
answer(step(Facts, Moves)) :-
    set_state(Facts),
    clear_moves,
    make_moves(Moves),
    all(Fact, next_fact(Fact), Next),
    forall(member(Fact, Next), say(true, [Fact])),
    all(Role-Percept, percept(Role, Percept), Percepts),
    forall(member(Role-Percept, Percepts), say(sees, [Role, Percept])),
    clear_moves.

% ---- Terms in the prefix notation of GDL

say(Word, Terms) :-
    format("(~w", [Word]),
    forall(member(Term, Terms), ( write(' '), tell(Term) )),
    format(")~n").

tell(Term) :-
    Term =.. [Name | Arguments],
    ( Arguments == []
    ->  atom_concat(value_, Text, Name),
        write(Text)
    ;   atom_concat(function_, Text, Name),
        format("(~w", [Text]),
        forall(member(Argument, Arguments), ( write(' '), tell(Argument) )),
        write(')')
    ).
