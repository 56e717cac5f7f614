"""Code is made in threads that nobody waits for, and whoever leaves meanwhile leaves in peace."""

from __future__ import annotations

import subprocess
import sys

LEAVES = """
import threading, time
from spielwerk.core.native_code import TargetProcessor, llvm

lines = "".join(f"%y{n} = mul i64 %x, {n + 2}\\n" for n in range(200))
text = "".join(f"define i64 @f{n}(i64 %x) {{\\n{lines}ret i64 %y199\\n}}\\n" for n in range(50))
begun = threading.Event()

def make():
    while True:
        machine = TargetProcessor.here().machine(2)
        begun.set()
        machine.emit_object(llvm().parse_assembly(text))

threading.Thread(target=make, daemon=True).start()
begun.wait()
time.sleep(0.05)
"""


def test_leaving_while_code_is_made_brings_nothing_down() -> None:
    """One of four such processes was aborted by LLVM before; hence several."""
    command = [sys.executable, "-c", LEAVES]
    leaving = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(8)]
    ends = [(process.communicate(timeout=300)[1], process.returncode) for process in leaving]
    assert ends == [("", 0)] * len(ends)
