# SPDX-License-Identifier: Apache-2.0
"""Which CUDA thread is shown: the registers of one that waits stand in place of the running one's until something is to run."""
import contextlib

import gdb

from heddle_gdb.memory import word
from heddle_gdb.running import EXITED, SAVED, SAVED_BYTES, STACK_BYTES, blocks, replaced


def triple(numbers):
    return "(%d,%d,%d)" % tuple(numbers)


class Focus:
    """The thread that is shown instead of the running one."""

    def __init__(self):
        self.saved = None   # registers of the running thread
        self.block = None   # what is shown of it: the address of its BlockContext, and which thread
        self.index = None
        self.host = None    # whose registers they are
        self.is_kept = False

    @contextlib.contextmanager
    def kept(self):
        """`call` lets the program run, and is not to show the running thread all the same."""
        self.is_kept = True
        try:
            yield
        finally:
            self.is_kept = False

    def set_registers(self, values):
        gdb.newest_frame().select()
        # The stack pointer and the program counter last: each change makes gdb look at the stack anew.
        for name in ("rbx", "rbp", "r12", "r13", "r14", "r15", "rsp", "rip"):
            gdb.execute("set var $%s = %d" % (name, values[name]), to_string=True)

    def show(self, thread):
        self.restore()
        if thread.is_running():
            return
        if thread.state() == EXITED or not thread.kernel_pc():
            raise gdb.GdbError("thread %s of block %s is in no function: %s" % (
                triple(thread.idx), triple(thread.block.idx), thread.doing()))
        saved = own_registers()
        at = thread.stack_pointer()
        values = {name: word(at + offset) for name, offset in SAVED.items()}
        values["rsp"] = at + SAVED_BYTES
        self.set_registers(values)
        self.saved, self.index, self.host = saved, thread.index, gdb.selected_thread()
        self.block = thread.block.context
        replaced[self.host.num] = saved["rsp"]

    def restore(self):
        if self.saved is None:
            return
        values, host = self.saved, self.host
        self.forget()
        if not host.is_valid():
            return
        # `thread N` may have selected another one meanwhile.
        selected = gdb.selected_thread()
        host.switch()
        self.set_registers(values)
        if selected is not None and selected.num != host.num:
            selected.switch()

    def forget(self):
        self.saved = self.block = self.index = self.host = None
        replaced.clear()

    def select_kernel_frame(self, block):
        frame = gdb.newest_frame()
        while frame is not None and not block.text_begin <= frame.pc() < block.text_end:
            frame = frame.older()
        if frame is not None:
            frame.select()


focus = Focus()


def forget_focus(event):
    focus.forget()


gdb.events.exited.connect(forget_focus)


def own_registers():
    """Those of the running thread, while another one is shown; else what is in the registers."""
    return focus.saved if focus.saved else {
        name: int(gdb.newest_frame().read_register(name)) for name in list(SAVED) + ["rsp"]}


def current_block():
    """The block of the thread that is shown: the one that the selected host thread runs, unless `cuda block` says otherwise."""
    running = blocks()
    if not running:
        raise gdb.GdbError("no kernel that was compiled with -G is running")
    for block in running:
        if focus.saved and block.context == focus.block:
            return block
    rsp = own_registers()["rsp"]
    best = None
    for block in running:
        stack = block.thread(block.running).stack_pointer()
        if abs(stack - rsp) < STACK_BYTES:
            best = block
    if best is None and len(running) > 1:
        raise gdb.GdbError("select a host thread that runs a kernel (info threads)")
    return best or running[0]


class Restore(gdb.Command):
    """Shows the running thread again (what every command does that lets the program run)."""

    def __init__(self):
        super().__init__("heddle-show-running-thread", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        if not focus.is_kept:
            focus.restore()


Restore()
for name in ("continue", "step", "next", "stepi", "nexti", "finish", "until", "advance", "jump",
             "signal", "call", "detach", "kill", "return"):
    gdb.execute("define hook-%s\nheddle-show-running-thread\nend" % name)
