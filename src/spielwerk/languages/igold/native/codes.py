"""Runs of operations: each becomes a function that can be entered at any of its steps."""

from __future__ import annotations

from spielwerk.languages.igold.limits import WORK
from spielwerk.languages.igold.native.emitting import FunctionWriter, Num
from spielwerk.languages.igold.native.lowering import Lowering
from spielwerk.languages.igold.native.memory import RUN, SCALARS
from spielwerk.languages.igold.processor import ProgramStep


class CodeWriter:
    """Compiles one run of operations, which can be entered at any of its steps."""

    def __init__(self, lowering: Lowering, number: int) -> None:
        self.lowering = lowering
        self.memory = lowering.memory
        self.frame = self.memory.frames[number]
        self.steps = self.memory.engine.codes[number].code.steps
        self.w = FunctionWriter(f"run_code_{number}", ("number",))

    def write(self) -> None:
        w = self.w
        place = w.num(f"mul i64 %number, {self.memory.run_size}")
        self.first = w.add(place, self.memory.runs)
        self.run = w.at("%s", self.first)
        self.x = w.add(self.first, self.memory.run_memory)
        self.context = [
            *(w.get(self.run, Num(str(RUN.index(n)))) for n in ("me", "who", "act")),
            self.x,
        ]
        at = w.get(self.run, Num(str(RUN.index("step"))))
        switch(w, at, [f"step{n}" for n in range(len(self.steps) + 1)])
        for number, step in enumerate(self.steps):
            w.label(f"step{number}")
            self._step(number, step)
        w.label(f"step{len(self.steps)}")
        w.call(self.lowering.kernel("ended"), Num("%number"))
        w.label("leave")
        w.give(Num("0"))
        self.lowering.module.add(w)

    def _scalar(self, name: str) -> str:
        return self.w.at("%s", Num(str(SCALARS.index(name))))

    def _call(self, target: str, *more: Num) -> Num:
        """Call a function of the program in the context of the run."""
        return self.w.call(target, *self.context, *more)

    def _step(self, number: int, step: ProgramStep) -> None:
        w, end, after = self.w, f"step{len(self.steps)}", f"step{number + 1}"
        work = self._scalar("work")
        counted = w.add(w.load(work), step.cost)
        w.store(work, counted)
        much, fine = w.fresh("much"), w.fresh("fine")
        w.branch(w.compare("sgt", counted, WORK), much, fine)
        w.label(much)
        w.bail()
        w.go("leave")
        w.label(fine)
        match step.kind:
            case "do":
                self._call(self.lowering.number(step.run, self.frame))
                w.store(self._scalar("effective"), Num("0"))
                self._leave_if_wrong()
                w.branch(w.as_truth(w.load(self._scalar("over"))), end, after)
            case "test":
                found = self._call(self.lowering.number(step.run, self.frame))
                w.branch(w.as_truth(found), after, f"step{step.target}")
            case "jump":
                self._leave_if_wrong()
                w.go(f"step{step.target}")
            case "each":
                place, index = self.frame[step.slot], self.frame[step.slot + 1]
                out = w.add(self.x, place.at)
                target = self.lowering.listing(step.run, self.frame)
                self._call(target, out, Num(str(place.limit)))
                w.put("%s", w.add(self.x, index.at), Num("0"))
                w.go(after)
            case "next":
                self._next(step, after)
            case "draw":
                self._wait(number)
                chance = list(self.memory.engine.program.chances).index(step.chance)
                w.call(self.lowering.kernel(f"chance_{chance}"), Num("%number"))
                w.go("leave")
            case "ask":
                self._wait(number)
                ask = self.memory.ask_numbers[id(step.ask)]
                w.call(self.lowering.kernel(f"ask_{ask}"), Num("%number"))
                w.go("leave")

    def _wait(self, number: int) -> None:
        self.w.put(self.run, Num(str(RUN.index("step"))), Num(str(number)))

    def _leave_if_wrong(self) -> None:
        w = self.w
        on = w.fresh("on")
        w.branch(w.as_truth(w.load(self._scalar("bail"))), "leave", on)
        w.label(on)

    def _next(self, step: ProgramStep, after: str) -> None:
        w = self.w
        things, index, item = self.frame[step.slot : step.slot + 3]
        place = w.at("%s", w.add(self.x, index.at))
        here = w.load(place)
        many = w.get("%s", w.add(self.x, things.at))
        go = w.fresh("go")
        w.branch(w.compare("sge", here, many), f"step{step.target}", go)
        w.label(go)
        one = w.get("%s", w.add(w.add(self.x, things.at + 1), here))
        w.put("%s", w.add(self.x, item.at), one)
        w.store(place, w.add(here, 1))
        w.go(after)


def switch(w: FunctionWriter, on: Num, labels: list[str]) -> None:
    """Go to the label of a number."""
    cases = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
    w.do(f"switch i64 {on.op}, label %nowhere [{cases}]")
    w.close()
    w.label("nowhere")
    w.bail()
    w.give(Num("0"))
