# SPDX-License-Identifier: Apache-2.0
"""gdb stops at assertions that fail and at traps in kernels, at the line and in the thread (SIGTRAP). What kernels without
breakpoints run as."""
import gdb

from heddle_gdb import focus  # noqa: F401, whose hook of detach is joined with ours
from heddle_gdb.memory import symbol


STOPS, ONLY_AT_BREAKPOINTS = 1, 2
wanted = STOPS


def tell(what):
    at = symbol("heddle_debug_stops")
    try:
        if at:
            gdb.selected_inferior().write_memory(at, what.to_bytes(4, "little"))
    except gdb.error:
        pass  # a file that does not run yet


def ask_for_stops(event=None):
    """Of every program, when libheddle and when a kernel is loaded: one that runs anew has forgotten it."""
    tell(wanted)


class Leave(gdb.Command):
    """A program that gdb leaves would end at the next signal of ours (what detach and quit do first)."""

    def __init__(self):
        super().__init__("heddle-leave", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        tell(0)


class CudaCode(gdb.Command):
    """What kernels compiled with -G run as: cuda code always | breakpoints.

With "always", as it is at first, as code for debuggers, many times slower than without one. With "breakpoints" only where
their code has a breakpoint, from the next launch on, and in the blocks that its condition asks for (blockIdx.x == 3);
others are as fast as without gdb, and show no variables where they fault, are interrupted or meet a watchpoint."""

    def __init__(self):
        super().__init__("cuda code", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        global wanted
        words = {"always": STOPS, "breakpoints": STOPS | ONLY_AT_BREAKPOINTS}
        if argument and argument not in words:
            raise gdb.GdbError("cuda code always, cuda code breakpoints")
        if argument:
            wanted = words[argument]
            ask_for_stops()
        else:
            print("breakpoints" if wanted & ONLY_AT_BREAKPOINTS else "always")

    def complete(self, text, word):
        return [each for each in ("always", "breakpoints") if each.startswith(word)]


CudaCode(), Leave()
for name in ("detach", "quit"):
    gdb.execute("define hook-%s\nheddle-show-running-thread\nheddle-leave\nend" % name)
ask_for_stops()
gdb.events.new_objfile.connect(ask_for_stops)
