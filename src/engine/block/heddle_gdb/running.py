# SPDX-License-Identifier: Apache-2.0
"""The blocks that run, and their threads: what src/engine/block/debug_view.h lays out."""
import contextlib

import gdb

from heddle_gdb.memory import symbol, text_at, word

VERSION = 2
# ReferenceThread::State
READY, AT_BARRIER, AT_WARP_OP, EXITED, AT_MATRIX = range(5)
# kGridBarrier and kClusterBarrier of src/image/kernel_abi.h
BARRIERS = {16: "at grid barrier", 48: "at cluster barrier"}
# SavedRegisters of src/engine/block/switch_stack.h, which lie at a suspended fiber's stack pointer, in bytes.
SAVED = {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
SAVED_BYTES = 0x40
# How far from there the kernel's own frame may be: the engine's frames between them are small.
ENGINE_BYTES = 2048
# Stacks of a block's threads lie side by side.
STACK_BYTES = 512 << 10


# The stack pointer of a host thread, by its number, whose registers are those of a thread that waits (focus.py).
replaced = {}


@contextlib.contextmanager
def in_host_thread(host):
    """Another host thread is selected for a while; behind it the frame that was."""
    selected = gdb.selected_thread()
    if selected is None or selected.num == host.num:
        yield
        return
    frame = gdb.selected_frame()
    host.switch()
    try:
        yield
    finally:
        selected.switch()
        if frame.is_valid():
            frame.select()


def stack_pointers():
    """Each host thread and its stack pointer."""
    found = []
    for thread in gdb.selected_inferior().threads():
        with in_host_thread(thread):
            own = replaced.get(thread.num)
            found.append((thread, int(gdb.newest_frame().read_register("rsp")) if own is None else own))
    return found


class Thread:
    def __init__(self, block, index, address):
        self.block, self.index = block, index
        self.context, self.fiber_at, self.state_at, self.barrier_at = (
            word(address + 8 * k) for k in range(4))
        self.idx = tuple(word(self.context + 4 * k, 4) for k in range(3))

    def is_running(self):
        return self.index == self.block.running and self.block.host_thread() is not None

    def state(self):
        return word(self.state_at, 1)

    def fiber(self):
        return word(self.fiber_at)

    def stack_pointer(self):
        """Where its registers lie while it waits, 0 before it has begun."""
        return word(self.fiber()) if self.fiber() else 0

    def resumer(self):
        """The stack pointer of who has resumed it (Fiber::outside_ follows inside_)."""
        return word(self.fiber() + 8)

    def kernel_pc(self):
        """Where a thread that waits goes on in the kernel, 0 when it has not begun."""
        at = self.stack_pointer()
        try:
            for k in range(SAVED_BYTES // 8 - 1, ENGINE_BYTES // 8):
                value = word(at + 8 * k)
                if self.block.text_begin <= value < self.block.text_end:
                    return value
        except gdb.MemoryError:
            pass  # the end of its stack
        return 0

    def doing(self):
        if self.is_running():
            return "runs"
        state = self.state()
        if state == EXITED:
            return "exited"
        if state == AT_BARRIER:
            barrier = word(self.barrier_at, 1)
            return BARRIERS.get(barrier, "at barrier %d" % barrier)
        if state == AT_WARP_OP:
            return "at a warp operation"
        if state == AT_MATRIX:
            return "at a matrix operation"
        return "can go on" if self.kernel_pc() else "not begun"


class Block:
    """One that has begun. A host thread runs the threads of one block at a time; the others of a cluster or a
    cooperative grid wait meanwhile, with all their threads."""

    now = None  # the stack pointers of all host threads, once somebody has asked

    def __init__(self, address):
        (version, self.next, self.context, kernel, self.first, self.count, self.running, self.fiber,
         self.text_begin, self.text_end) = (word(address + 8 * k) for k in range(10))
        if version != VERSION:
            raise gdb.GdbError("libheddle.so and libheddle.so-gdb.py are of different versions")
        if not self.context:
            return
        self.kernel = text_at(kernel)
        # BlockContext: five pointers, then block_idx, grid_dim, block_dim.
        words = [word(self.context + 40 + 4 * k, 4) for k in range(9)]
        self.idx, self.grid, self.dim = (tuple(words[k:k + 3]) for k in (0, 3, 6))

    def thread(self, index):
        return Thread(self, index, self.first + 32 * index)

    def threads(self):
        return [self.thread(k) for k in range(self.count)]

    def host_thread(self):
        """Which runs it, if one does."""
        if Block.now is None:
            Block.now = stack_pointers()
        stack = self.thread(self.running).stack_pointer()
        return next((host for host, at in Block.now if abs(stack - at) < STACK_BYTES), None)

    def linear(self):
        return self.idx[0] + self.grid[0] * (self.idx[1] + self.grid[1] * self.idx[2])


def blocks():
    head = symbol("heddle_debug_blocks")
    found, at = [], word(head) if head else 0
    Block.now = None
    while at:
        block = Block(at)
        if block.context:
            found.append(block)
        at = block.next
    return found
