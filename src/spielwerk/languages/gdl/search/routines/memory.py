"""What stands where in the tables of words that routines are given.

``g`` is the game (made once), ``w`` a worker (one a thread), ``t`` a tree. Entries are numbers or
the addresses of arrays.
"""

# The game.
FACT_WORDS, MOVE_WORDS, SIZE, FACTS, ROLES, CHOSEN, MOVERS = range(7)
"""A record's words of facts and of moves, all its words; facts, roles; rows of frames."""
OUTCOME_COUNT, OUTCOME_ROLE, OUTCOME_VALUE = range(7, 10)
"""What a role can get, as in the last word of a record: ints of roles, ints of values."""
PHASES, PLAY, WAITING, STATES = range(10, 14)
"""Phases of the clock; the kernel for random matches, and two vectors of its memory."""
LOOK, MOVE = 14, 18
"""The kernels of each phase."""
SINGLE, PAIR_START, PAIR_OTHER, PAIR_WEIGHT, BIAS, JUDGED, CHANCES = range(22, 29)
"""The judgement: two weights a fact, of the beginning and what is added when it is late; for each
fact where its pairs begin, the other facts, their weights; the constant; whether there is a
judgement at all; scores as chances to win."""
WIDTH, HASHED, CLOCKS, COURSE_BEGIN, COURSE_CHANGE, FREEDOM = range(29, 35)
"""Words of a row of a frame: a lane a bit; which facts tell positions apart; the facts of the clock
and its values in each phase; how many facts hold in the beginning and what that changes by; what
numbers of moves are worth, a row a role."""
RECORD, RECORDED_MOVES = 35, 36
"""Where random matches keep the moves that were made, and how many a role; 0 if they do not."""
GAME_SIZE = 48

# A worker.
FRAME, WORK, LANES, LANE_WORK, OUT, MOVE_LIST, BUFFER, PATH_NODE, PATH_EDGE = range(9)
"""Memory of the two kernels; outcomes of lanes; of the leaf at hand its moves and the records after
them; the ways down a tree to the leaves that share the lanes, a row a leaf."""
SQUARE, VALUES, PLAYED, MADE, SUMS = range(9, 14)
"""64 words; a value a role; counts of states in random matches and of successors; sums a child."""
MOVE_COUNTS, MOVE_SUMS = 14, 15
"""For each role and move: in how many of the last random matches it was made, and what these
brought the role in all."""
ROUNDS = 16
"""Rounds made, in trees."""
PATH_LENT, LEAF_NODE, LEAF_DEPTH, LEAF_BEGIN, LEAF_END = range(17, 22)
"""What edges on the ways were given until more is known; for each leaf its node, how deep it is,
and which words of a row of lanes are its own."""
EVERY_MOVE, EVERY_SUM, EVERY_RECORD, LANE, LANES_EACH, DESCENTS = range(22, 28)
"""Moves, sums and records of all leaves, 64 for a word of lanes; of the leaf at hand its first
lane, and how many it has; ways down that were gone."""
WORKER_SIZE = 32

LANE_COUNT = 512
"""Lanes of a frame."""
MOST_LEAVES = 32
"""Leaves that are looked for before random matches are played."""
ONE = 1 << 20
"""The value 1 as a whole number, in sums."""

# A tree.
LOCK, STOP, ROOT, MOST_NODES, MOST_EDGES, PROVING, BROKEN = range(7)
"""Longs that threads share; the root; how many nodes and edges there may be; whether results can
be proven; whether several chose at once, which ends everything."""
NODE_RECORD, NODE_FIRST, NODE_COUNT, NODE_VISITS, NODE_PROOF, NODE_PLIES = range(9, 15)
"""Arrays: records; the first edge, how many (-1 while they are being made), visits; what the first
role gets for sure (-1 if that is unknown), and in how many moves."""
EDGE_MOVE, EDGE_CHILD, EDGE_VISITS, EDGE_TOTAL, EDGE_PROOF, EDGE_PLIES = range(15, 21)
"""Arrays: moves; nodes (-1 if there is none yet); visits and sum of values; what is proven."""
NODE_TABLE, TABLE_MASK, EXPLORING, LONGEST, BLEND = range(21, 26)
"""Nodes by their positions; how strongly little tried moves are tried, in millionths; steps of a
random match; how much the judgement counts at a leaf, in thousandths."""
EDGE_ANY_COUNT, EDGE_ANY_SUM, FIT, ANY_WEIGHT = range(27, 31)
"""Arrays: the random matches below a node in which its mover made an edge's move at any time, and
what they brought (*all moves as first*); what that says of moves, see :mod:`.anytime`; for how many
visits it counts at most, in thousandths."""
ALL_COUNTS, ALL_SUMS = 31, 32
"""Arrays: the same for each role and move in the whole tree."""
NODES, EDGES = 48, 49
"""How many there are. They change all the time, and stand apart from what all threads read."""
TREE_SIZE = 64

PATH_LENGTH = 1_000
"""Where positions repeat a descent could go on for ever; here it ends."""

# An alpha-beta search, beside a worker.
HALT, ASK, COUNTDOWN, REFILL, SEARCHED, FIRM, DEPTH, MOST_DEPTH = range(8)
"""Whether to stop; whom to ask about that, in how many nodes, and how often; nodes searched;
whether the last value rests on finished matches alone; how deep the last search was completed."""
TABLE, ENTRY_MASK, HISTORY, KILLERS, PLY_RECORDS, PLY_MOVES, PLY_SCORES, PLY_RANKS = range(8, 16)
"""Positions by their hashes; what refuted others; for each ply the successors with their moves,
what they are judged to be worth to the first role, and how promising they are."""
LINES, ROOT_VALUES, ROOT_KINDS, ROOT_NODES, ROOT_COUNT, ROOT_BEST = range(17, 23)
"""Expected lines, a row a ply; what is known of the root's moves."""
CHANGES, CHANGE_COUNT, MOST_MOVES, OUTCOME_SCORES, START_DEPTH, BROKEN_GAME = range(23, 29)
"""How much judgements change by a move, in all, and in how many; room for moves of a ply; scores
of outcomes; the first depth to search; whether several chose at once."""
WAY, PLY_SUMS, PLY_COUNTS, PASS_RECORDS, EARLIER, EARLIER_COUNT, ROOT_DEPTH = range(29, 36)
"""What is known of the positions on the way, four words a ply; for each ply the sums of weights of
successors, how many moves they have, and the position after passing; hashes of the match so far;
how deep the search is that is under way."""
PASSES_TRIED, PASSES_WRONG, TURNS, TURN_MOVES = 36, 37, 38, 40
"""How often passing was looked into and was wrong about the best move; for each role how many
positions were looked at, and their moves."""
DEEPENING_SIZE = 48

WAY_SUMS, WAY_COUNT, WAY_PASSED, WAY_HASH = range(4)
"""Of a position on the way: sums of weights, number of moves, whether the last one was a pass."""

MOST_PLIES = 100
MOST_COUNTED = 512
"""Numbers of moves that are told apart."""
WIN = 1_000_000
"""The score of a match that is won here and now; one less for every move on the way."""
SURE = WIN - 1_000
"""Scores beyond it are proven."""

# What moves bring at once, fitted by what they bring at any time.
TOGETHER, ANY_SPREAD, ONCE_SPREAD, LUCK, SLOPE, TRUST, MEAN, SPREAD = range(8)
"""Sums of products and squares of differences from the mean, how many of the squares are
luck; and what follows from them."""
FIT_SIZE = 8
