"""Puts a native engine together: places, sizes and tables, and what differs from game to game.

A match engine goes in, LLVM text comes out. What every game shares stands in ``settling.kernel``;
which rules lead into which phase, state and action, and what a run of operations does, is written
here, as more of the same small Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.resources import files

from spielwerk.languages.igold.engine import TRANSITIONS
from spielwerk.languages.igold.limits import WORK
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.native.codes import CodeWriter, switch
from spielwerk.languages.igold.native.emitting import FunctionWriter, ModuleWriter, Num
from spielwerk.languages.igold.native.lowering import FunctionCompiler, Lowering
from spielwerk.languages.igold.native.memory import (
    NONE,
    RUN,
    SCALARS,
    MatchMemory,
    RoomForAsking,
    RunPlace,
)
from spielwerk.languages.igold.sight import SightTables

_SHARED = (
    "adopt", "begin", "carry_out", "draw_outcome", "judge", "list_moves", "play_all", "settle",
    "turn",
)  # fmt: skip
"""What is called from Python."""
_FRAME = "s, me, who, act, x"


class Assembly:
    """The native engine of a game, in the making."""

    def __init__(self, memory: MatchMemory, sight: SightTables) -> None:
        self.memory = memory
        self.engine = memory.engine
        self.world = memory.world
        self.sight = sight
        self.module = ModuleWriter()
        self.lowering = Lowering(memory, self.module)
        self._lines: list[str] = []

    def text(self) -> str:
        """The whole module.

        :raises CannotLower: the rules use something that has no native form
        """
        self._constants()
        self._tables()
        self._asks()
        self._chances()
        self._ways()
        self._legal()
        self._first_links()
        self._sight()
        self._scores()
        here = files(__package__)
        source = (here / "settling.kernel").read_text() + "\n" + "\n".join(self._lines)
        for node in ast.parse(source).body:
            assert isinstance(node, ast.FunctionDef)
            self.lowering.kernels[node.name] = node
        for name in ("proceed", "recompute", "distance"):
            self.lowering.linked[name] = partial(str, name)
        self._codes()
        self._recompute()
        self._path()
        for name in _SHARED:
            self.lowering.kernel(name)
        return self.module.text((here / "prelude.ll").read_text())

    def _define(self, head: str, lines: list[str]) -> None:
        self._lines += [f"def {head}:", *(f"    {line}" for line in lines or ["return 0"]), ""]

    def _constants(self) -> None:
        memory, world, constants = self.memory, self.world, self.lowering.constants
        constants |= {name.upper(): number for number, name in enumerate(SCALARS)}
        constants |= {f"R_{name.upper()}": number for number, name in enumerate(RUN)}
        for name in (
            "values", "place", "owner", "holder", "counts", "changed", "active", "able", "moves",
            "twister", "spare", "scores", "outcome", "samples", "choices", "deeds", "trace",
            "origin", "sums", "played", "steps", "saved", "runs", "run_size", "run_limit",
            "actors", "objects", "able_limit", "moves_limit", "trace_limit", "outcome_limit",
        ):  # fmt: skip
            constants[name.upper()] = getattr(memory, name)
        for name in (
            "memory", "askers", "least", "most", "ready", "pools", "picks", "outcomes",
        ):  # fmt: skip
            constants[f"R_{name.upper()}"] = getattr(memory, f"run_{name}")
        constants |= {
            "NONE": NONE,
            "WORK": WORK,
            "TRANSITIONS": TRANSITIONS,
            "ATTRIBUTES": len(world.attributes),
            "IMPLICATIONS": len(world.implications),
            "ACTIONS": len(world.actions),
            "SCOPE_SIZE": len(world.actions) * memory.actors,
            "COUNTED": SCALARS.index("counted_game"),
            "LEGAL_COST": self.engine.legal_cost,
            "SCORE_COUNT": len(self.engine.program.scores),
        }
        # Scalars have these names, too; here they are what a match has room for.
        constants["WORK"] = WORK
        constants["EFFECTIVE"] = SCALARS.index("effective")

    def _tables(self) -> None:
        memory, world, engine, own = self.memory, self.world, self.engine, self.lowering.tables.own
        kinds = {one.type.id: number for number, one in enumerate(world.objects)}
        own["FIELD_AT"] = memory.fields
        own["SPACE_OF"] = [one.index for one in world.fields]
        own["BOUND"] = [int(n in world.board.bound) for n in range(len(world.fields))]
        own["ALLOWED"] = [
            int(allowed is None or one.type.id in allowed)
            for allowed in world.allowed
            for one in world.objects
        ]
        own["TYPE_OF"] = [kinds[one.type.id] for one in world.objects]
        own["SLOTS_FROM"], own["SLOTS"] = _flat(world.slots_of_objects)
        own["FIRST_TWIST"] = _first_twist()
        own["PLACES_FROM"], own["PLACES"] = _flat(
            [[place.at for place in frame] for frame in memory.frames]
        )
        own["STATE_CODE"] = [code for _, _, code in engine.states]
        own["ACTION_CODE"] = [engine.action_codes.get(n, -1) for n in range(len(world.actions))]
        own["ACTION_OF"] = [one.index for one in world.actions]
        own["ACTION_OBJECT"] = [one.index if one.host == "object" else -1 for one in world.actions]
        verbs = sorted({one.type.word for one in engine.actions})
        own["ACTION_VERB"] = [verbs.index(one.type.word) for one in engine.actions]
        self._reset_tables()
        self._step_tables()
        own["GRADES"] = self._grades()

    def _reset_tables(self) -> None:
        """What phases, states and actions give their first values when they begin."""
        world, own = self.world, self.lowering.tables.own
        hosts = [
            *(("phase", n) for n in range(len(world.phases))),
            *(("phaseState", n) for n in range(len(world.states))),
            *(("action", n) for n in range(len(world.actions))),
        ]
        self.lowering.constants |= {
            "RESET_PHASES": 0,
            "RESET_STATES": len(world.phases),
            "RESET_ACTIONS": len(world.phases) + len(world.states),
        }
        reset = [self.engine.lasting(*host) for host in hosts]
        own["RESET_FROM"], slots = _flat([slots for slots, _ in reset])
        own["RESET_SLOT"] = slots
        encode = self.memory.texts.encode
        own["RESET_VALUE"] = [encode(world.attributes[slot].value) for slot in slots]
        own["RELINK_FROM"], own["RELINK"] = _flat([links for _, links in reset])

    def _step_tables(self) -> None:
        memory, own = self.memory, self.lowering.tables.own
        steps = [(n, step) for n, one in enumerate(self.engine.codes) for step in one.code.steps]
        own["CODE_STEPS"] = _flat(range(len(one.code.steps)) for one in self.engine.codes)[0]
        nowhere = (-1, 0)
        drawn = [memory.drawn.get(step.chance, nowhere) for _, step in steps]
        own["STEP_DRAWN"] = [at for at, _ in drawn]
        own["STEP_DRAWN_LIMIT"] = [limit for _, limit in drawn]
        own["STEP_SLOT"] = [
            memory.frames[code][step.slot].at if step.kind == "draw" else 0 for code, step in steps
        ]

    def _grades(self) -> list[int]:
        """What those get who have so many above them, and so many at their side."""
        many = self.memory.actors
        outcomes = kids(self.world.definition.body, "outcome")
        if "placement" in [str(one.get("ranking")) for one in outcomes] and many > 1:
            return [
                round(100 * (1 - (above + equal / 2) / (many - 1)))
                for above in range(many)
                for equal in range(many)
            ]
        return [
            100 // (equal + 1) if above == 0 else 0
            for above in range(many)
            for equal in range(many)
        ]

    # Questions

    def _asks(self) -> None:
        own = self.lowering.tables.own
        own["ASK_STRIDE"] = [one.stride for one in self.memory.asks]
        own["ASK_OBJECTS"] = [int(one.ask.kind == "object") for one in self.memory.asks]
        frames: dict[int, list[RunPlace]] = {}
        for linked, frame in zip(self.engine.codes, self.memory.frames, strict=True):
            for step in linked.code.steps:
                if step.ask is not None:
                    frames[self.memory.ask_numbers[id(step.ask)]] = frame
        order = [frames[one.number] for one in self.memory.asks]
        for name in ("askers", "chosen", "others"):
            own[f"ASK_{name.upper()}"] = [
                frame[getattr(one.ask, name)].at
                for one, frame in zip(self.memory.asks, order, strict=True)
            ]
        for one, frame in zip(self.memory.asks, order, strict=True):
            self._ask(one, frame)

    def _ask(self, one: RoomForAsking, frame: list[RunPlace]) -> None:
        """Who is asked, and what there is to select from."""
        ask, lowering = one.ask, self.lowering
        lowering.linked[ask.actors] = partial(lowering.listing, ask.actors, frame)
        lowering.linked[ask.pool] = partial(lowering.listing, ask.pool, frame, once=True)
        lowering.linked[ask.least] = partial(lowering.number, ask.least, frame)
        lowering.linked[ask.most] = partial(lowering.number, ask.most, frame)
        chooser = frame[ask.chooser].at
        self._define(
            f"ask_{one.number}(s, number)",
            [
                "r = RUNS + number * RUN_SIZE",
                "x = r + R_MEMORY",
                "me = m[r + R_ME]",
                "who = m[r + R_WHO]",
                "act = m[r + R_ACT]",
                f"{ask.actors}({_FRAME}, r + R_ASKERS, {one.askers})",
                "waiting = 0",
                "for i in range(m[r + R_ASKERS]):",
                f"    m[x + {chooser}] = m[r + R_ASKERS + 1 + i]",
                f"    pool = r + R_POOLS + i * {one.stride}",
                f"    picks = r + R_PICKS + i * {one.stride}",
                f"    {ask.pool}({_FRAME}, pool, {one.limit})",
                "    many = m[pool]",
                "    s.work += many",
                f"    low = max(0, min({ask.least}({_FRAME}), many))",
                f"    high = max(low, min({ask.most}({_FRAME}), many))",
                "    forced = 0",
                "    if low == many and (m[r + R_BOUND] != 0 or m[r + R_STAGE] < 0):",
                "        forced = 1",
                "    m[r + R_LEAST + i] = low",
                "    m[r + R_MOST + i] = high",
                "    m[picks] = 0",
                "    if forced != 0:",
                "        for j in range(many + 1):",
                "            m[picks + j] = m[pool + j]",
                "    if forced != 0 or high == 0:",
                "        m[r + R_READY + i] = 1",
                "    else:",
                "        m[r + R_READY + i] = 0",
                "        waiting = 1",
                f"m[x + {chooser}] = NONE",
                "m[r + R_PENDING] = 1",
                f"m[r + R_ASK] = {one.number}",
                "if waiting == 0 and m[BAIL] == 0:",
                "    answer(s, number)",
            ],
        )

    def _chances(self) -> None:
        lowering = self.lowering
        for number, (reference, entries) in enumerate(self.engine.program.chances.items()):
            lines = ["r = RUNS + number * RUN_SIZE", "m[r + R_OUTCOMES] = 0"]
            for name, weight in entries:
                lowering.linked[name] = partial(lowering.listing, name)
                lines += [
                    f"{name}(s, -1, -1, -1, NONE, SAMPLES, OUTCOME_LIMIT)",
                    "for i in range(m[SAMPLES]):",
                    f"    add_outcome(s, r, m[SAMPLES + 1 + i], {weight})",
                ]
            drawn = self.memory.drawn.get(reference, (-1, 0))[0]
            lines += ["if m[BAIL] == 0:", f"    prepare_draw(s, number, {drawn})"]
            self._define(f"chance_{number}(s, number)", lines)

    # Ways

    def _test(self, names: list[str], context: str) -> str:
        for name in names:
            self.lowering.linked[name] = partial(self.lowering.number, name)
        return " or ".join(f"{name}(s, {context})" for name in names) or "0"

    def _ways(self) -> None:
        engine = self.engine
        nobody = "-1, -1, -1, NONE"
        lines = ["found = -1", "many = 0"]
        for number, functions, cost in engine.phase_tests:
            test = self._test([one.__name__ for one in functions], nobody)
            lines += [f"s.work += {cost}", f"if {test}:", f"    found = {number}", "    many += 1"]
        self._define("next_phase(s)", [*lines, "if many == 1:", "    return found", "return -1"])
        lines = ["found = -1", "many = 0"]
        for phase, tests in enumerate(engine.state_tests):
            lines += [f"if s.phase == {phase}:", "    found = -1"]
            for number, functions, cost in tests:
                test = self._test([one.__name__ for one in functions], nobody)
                lines += [f"    s.work += {cost}", f"    if {test}:"]
                lines += [f"        found = {number}", "        many += 1"]
        self._define("next_state(s)", [*lines, "if many == 1:", "    return found", "return -1"])
        self._stages()

    def _stages(self) -> None:
        """The states of complex actions, all in one row."""
        engine, own = self.engine, self.lowering.tables.own
        keys = list(engine.stages)
        own["ACTION_KIND"] = [keys.index((one.type.id, one.host)) for one in self.world.actions]
        own["STAGE_CODE"], own["STAGE_NUMBER"], own["STAGE_BOUND"] = [], [], []
        lines = ["found = -1", "many = 0", "kind = ACTION_KIND[act]"]
        for kind, key in enumerate(keys):
            if engine.stages[key]:
                lines += [f"if kind == {kind}:", "    found = -1"]
            for state, code in engine.stages[key]:
                test = self._test([way.test for way in state.ways], "me, who, act, NONE")
                cost = sum(way.cost for way in state.ways)
                lines += [f"    s.work += {cost}", f"    if {test}:"]
                lines += [f"        found = {len(own['STAGE_CODE'])}", "        many += 1"]
                own["STAGE_CODE"].append(code)
                own["STAGE_NUMBER"].append(self.world.action_states.index(state.id))
                own["STAGE_BOUND"].append(int(not state.abortable))
        lines += ["if many > 1:", "    return -2", "return found"]
        self._define("stage_of(s, me, who, act)", lines)

    def _legal(self) -> None:
        lines = []
        for state, functions in enumerate(self.engine.legal_in):
            if functions:
                lines.append(f"if s.state == {state}:")
            for one in functions:
                name = one.__name__
                self.lowering.linked[name] = partial(self.lowering.number, name)
                lines.append(f"    {name}(s)")
        self._define("list_legal(s)", lines)

    def _first_links(self) -> None:
        memory, world, lowering = self.memory, self.world, self.lowering
        lines = []
        for number, one in enumerate(world.links):
            if one.host not in ("phase", "phaseState", "action"):
                continue
            at = memory.links[number]
            name = self.engine.program.first_links.get((one.type.id, one.id))
            lines += [
                f"if link == {number}:",
                f"    m[{at}] = {0 if one.value.many else -1}",
            ]
            if name is None:
                continue
            context = f"s, {one.index}, -1, -1, NONE"
            if one.value.many:
                lowering.linked[name] = partial(lowering.listing, name)
                lines.append(f"    {name}({context}, {at}, {memory.link_limits[number]})")
            else:
                lowering.linked[name] = partial(lowering.number, name)
                lines.append(f"    m[{at}] = {name}({context})")
        self._define("first_link(s, link)", lines)

    # Sight and scores

    def _sight(self) -> None:
        """Whether an actor sees an object: itself, and all that is above it."""
        if not self.sight.restricted:
            self._define("sees_object(s, thing, who)", ["return 1"])
            return
        lines = ["seen = -1"]
        if self.sight.implied:
            lines.append("effective(s)")
        lines += self._own_sight("object", "thing")
        lines.append("field = m[PLACE + thing]")
        lines += self._own_sight("field", "field")
        lines.append("space = SPACE_OF[field]")
        lines += self._own_sight("space", "space")
        lines.append("actor = MAKER[space]")
        lines += ["if actor >= 0:", *(f"    {one}" for one in self._own_sight("actor", "actor"))]
        if lines[-1] == "if actor >= 0:":
            lines.pop()
        lines.append("return (seen >> who) & 1")
        self.lowering.tables.own["MAKER"] = [
            one.index if one.host == "actor" else -1 for one in self.world.spaces
        ]
        self._define("sees_object(s, thing, who)", lines)

    def _own_sight(self, kind: str, variable: str) -> list[str]:
        """What an element itself shows: by implications, or else by its own functions."""
        lowering, lines = self.lowering, []
        own = self.sight.own[kind]
        groups: dict[tuple[str, ...], int] = {}
        members = []
        for functions in own:
            names = tuple(one.__name__ for one in functions)
            members.append(groups.setdefault(names, len(groups)))
        for names, group in groups.items():
            for name in names:
                lowering.linked[name] = partial(lowering.mask, name)
                lines.append(f"if SIGHT_{kind.upper()}[{variable}] == {group}:")
                lines.append(f"    seen = seen & {name}(s, {variable}, -1, -1, NONE)")
        lowering.tables.own[f"SIGHT_{kind.upper()}"] = members
        if kind not in self.memory.shown:
            return lines
        place = f"m[{self.memory.shown[kind]} + {variable}]"
        rest = [f"    {one}" for one in lines] or ["    seen = seen"]
        return [f"if {place} >= 0:", f"    seen = seen & {place}", "else:", *rest]

    def _scores(self) -> None:
        lines = []
        for number, name in enumerate(self.engine.program.scores):
            self.lowering.linked[name] = partial(self.lowering.number, name)
            place = f"m[SCORES + who * SCORE_COUNT + {number}]"
            lines.append(f"{place} = {name}(s, -1, who, -1, NONE)")
        self._define("score(s, who)", lines)

    # What is written as instructions

    def _recompute(self) -> None:
        w = FunctionWriter("recompute", ())
        body = FunctionCompiler(self.lowering, w, None, "nothing", checked=True)
        node = self.memory.function("recompute")
        for one in node.body[:-1]:
            body.statement(one)
        w.give(Num("0"))
        self.module.add(w)

    def _path(self) -> None:
        w = FunctionWriter("distance", ("one", "other"))
        body = FunctionCompiler(self.lowering, w, None, "number", checked=False)
        if self.world.board.bound:
            w.give(self.lowering.tables.path(body, Num("%one"), Num("%other")))
        else:
            w.give(Num("0"))
        self.module.add(w)

    def _codes(self) -> None:
        """Runs of operations, and which of them goes on."""
        w = FunctionWriter("proceed", ("number",))
        place = w.num(f"mul i64 %number, {self.memory.run_size}")
        run = w.at("%s", w.add(place, self.memory.runs))
        code = w.get(run, Num(str(RUN.index("code"))))
        labels = [f"code{n}" for n in range(len(self.engine.codes))]
        switch(w, code, labels)
        for number, label in enumerate(labels):
            w.label(label)
            w.call(f"run_code_{number}", Num("%number"))
            w.give(Num("0"))
        self.module.add(w)
        for number in range(len(self.engine.codes)):
            CodeWriter(self.lowering, number).write()


def _flat(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Lists in one row, and where each begins."""
    starts, row = [0], list[int]()
    for one in lists:
        row += one
        starts.append(len(row))
    return starts, row


def _first_twist() -> list[int]:
    """How Python's generator begins, before it is seeded."""
    found = [19650218]
    for i in range(1, 624):
        old = found[-1]
        found.append((1812433253 * (old ^ (old >> 30)) + i) & 0xFFFFFFFF)
    return found
