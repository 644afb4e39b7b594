# SPDX-License-Identifier: Apache-2.0
"""Back traces of kernels go on in the function that has launched them."""
import gdb
import gdb.unwinder

from heddle_gdb.focus import focus
from heddle_gdb.memory import symbol, word
from heddle_gdb.running import SAVED, SAVED_BYTES, blocks

# engine/launch/launch_place.h
LAUNCH_REGISTERS = ("rbx", "rbp", "r12", "r13", "r14", "r15", "rsp", "rip")


def launch_registers(block):
    """Of the function that launched the kernel, if it has not returned: none of the return addresses
    that lay on its stack has changed."""
    head = symbol("heddle_debug_launches")
    try:
        at, params = word(head) if head else 0, word(block.context)
        while at and word(at + 8) != params:
            at = word(at)
        if not at:
            return None  # a graph or a kernel has launched it
        at += 16
        values = {name: word(at + 8 * k) for k, name in enumerate(LAUNCH_REGISTERS)}
        at += 8 * len(LAUNCH_REGISTERS)
        callers = [(word(at + 8 + 16 * k), word(at + 16 + 16 * k)) for k in range(word(at))]
        if values["rip"] and all(word(slot) == address for slot, address in callers):
            return values
    except gdb.MemoryError:
        pass  # the thread that made it has ended
    return None


class FiberUnwinder:
    """Behind a fiber's first function comes the host function that launched the kernel, where it has
    not returned, else whoever resumed the fiber."""

    name = "heddle-fibers"
    enabled = True

    class Id:
        def __init__(self, sp, pc):
            self.sp, self.pc = sp, pc

    def __init__(self):
        self.start = 0

    def __call__(self, pending):
        if not self.start:
            self.start = symbol("heddle_fiber_start")
            if not self.start:
                return None
        pc = int(pending.read_register("pc"))
        if not self.start <= pc < self.start + 0x10:
            return None
        sp = int(pending.read_register("rsp"))
        kind = gdb.lookup_type("long")
        for block in blocks():
            launch = launch_registers(block)
            if launch is None and focus.saved is not None:
                return None
            info = pending.create_unwind_info(FiberUnwinder.Id(gdb.Value(sp), gdb.Value(pc)))
            if launch is not None:
                for name, value in launch.items():
                    info.add_saved_register(name, gdb.Value(value).cast(kind))
                return info
            resumer = block.thread(block.running).resumer()
            # The block's own fiber runs the threads': their resumer is on its stack, near its end.
            outer = word(block.fiber + 8)
            to = outer if 0 < sp - resumer < (1 << 20) else resumer
            for name, offset in SAVED.items():
                info.add_saved_register(name, gdb.Value(word(to + offset)).cast(kind))
            info.add_saved_register("rsp", gdb.Value(to + SAVED_BYTES).cast(kind))
            return info
        return None


gdb.unwinder.register_unwinder(None, FiberUnwinder(), replace=True)
