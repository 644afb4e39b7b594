# SPDX-License-Identifier: Apache-2.0
"""`next`, `step` and `finish` at the end of a kernel: the thread has ended, there is no caller of the program's to stop in,
and what is to run goes on to the next breakpoint."""
import gdb

from heddle_gdb import focus  # noqa: F401, whose hooks of these commands are joined with ours

CALLERS = ("heddle_kernel_thread", "heddle_kernel_entry")
# In a file of commands gdb waits for a stop within the command, at the prompt and for an editor it does not.
within = ended = False


def look(event):
    """Of a stop by no breakpoint and no signal. Behind it gdb may be asked to go on, not in it."""
    global ended
    try:
        ended = type(event) is gdb.StopEvent and gdb.selected_frame().name() in CALLERS
    except gdb.error:
        ended = False
    if ended and not within:
        gdb.post_event(go_on)


def go_on():
    global ended
    if ended:
        ended = False
        print("The thread has reached the end of the kernel.")
        gdb.execute("continue")


class Within(gdb.Command):
    """Around next, step and finish: heddle-within begin | end."""

    def __init__(self):
        super().__init__("heddle-within", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        global within
        within = argument == "begin"
        if not within:
            go_on()


Within()
for name in ("next", "step", "finish"):
    gdb.execute("define hook-%s\nheddle-show-running-thread\nheddle-within begin\nend" % name)
    gdb.execute("define hookpost-%s\nheddle-within end\nend" % name)
gdb.events.stop.connect(look)
