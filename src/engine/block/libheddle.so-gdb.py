# SPDX-License-Identifier: Apache-2.0
# What gdb learns about Heddle's kernels. `heddle debug` loads it; plain gdb does with libheddle.so,
# beside which it lies, where its auto-load safe-path allows it.
#
# A -G kernel runs one CUDA thread at a time, each on a stack of its own (a fiber). The one that runs
# is an ordinary call stack. The others wait at a barrier or have not begun; src/engine/block/
# debug_view.h says where their registers are, and `cuda thread` shows one of them by putting these
# registers in place of the running one's until something is to run.
import re

import gdb
import gdb.unwinder

VERSION = 1
# ReferenceThread::State
READY, AT_BARRIER, AT_WARP_OP, EXITED, AT_MATRIX = range(5)
# Of what Boost's jump_fcontext leaves at a suspended fiber's stack pointer, in bytes.
SAVED = {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
SAVED_BYTES = 0x40
# How far from there the kernel's own frame may be: the engine's frames between them are small.
ENGINE_BYTES = 2048


def word(address, size=8):
    memory = gdb.selected_inferior().read_memory(address, size)
    return int.from_bytes(bytes(memory), "little")


def text_at(address):
    data = b""
    while not data.endswith(b"\0"):
        data += bytes(gdb.selected_inferior().read_memory(address + len(data), 1))
    return data[:-1].decode()


def symbol(name):
    """The address of a symbol of libheddle, 0 when it is not loaded."""
    try:
        return int(gdb.parse_and_eval("(unsigned long) &" + name))
    except gdb.error:
        return 0


def demangled(name):
    shown = gdb.execute("demangle -- " + name, to_string=True).strip()
    return name if shown.startswith("Can't") else shown


class Thread:
    def __init__(self, block, index, address):
        self.block, self.index = block, index
        self.context, self.fiber, self.state_at, self.barrier_at = (
            word(address + 8 * k) for k in range(4))
        self.idx = tuple(word(self.context + 4 * k, 4) for k in range(3))

    def is_running(self):
        return self.index == self.block.running

    def state(self):
        return word(self.state_at, 1)

    def stack_pointer(self):
        return word(self.fiber)

    def resumer(self):
        """The stack pointer of who has resumed it (Fiber::outside_ follows inside_)."""
        return word(self.fiber + 8)

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
            return "at barrier %d" % word(self.barrier_at, 4)
        if state == AT_WARP_OP:
            return "at a warp operation"
        if state == AT_MATRIX:
            return "at a matrix operation"
        return "can go on" if self.kernel_pc() else "not begun"


class Block:
    """One that runs: a host thread runs the threads of one block at a time."""

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

    def linear(self):
        return self.idx[0] + self.grid[0] * (self.idx[1] + self.grid[1] * self.idx[2])


def blocks():
    head = symbol("heddle_debug_blocks")
    found, at = [], word(head) if head else 0
    while at:
        block = Block(at)
        if block.context:
            found.append(block)
        at = block.next
    return found


def own_registers():
    """Those of the running thread, while another one is shown; else what is in the registers."""
    return focus.saved if focus.saved else {
        name: int(gdb.newest_frame().read_register(name)) for name in list(SAVED) + ["rsp"]}


def current_block():
    """The block that the selected host thread runs."""
    running = blocks()
    if not running:
        raise gdb.GdbError("no kernel that was compiled with -G is running")
    rsp = own_registers()["rsp"]
    best = None
    for block in running:
        # Stacks of a block's threads lie side by side, 512 KiB each.
        stack = block.thread(block.running).stack_pointer()
        if abs(stack - rsp) < (512 << 10):
            best = block
    if best is None and len(running) > 1:
        raise gdb.GdbError("select a host thread that runs a kernel (info threads)")
    return best or running[0]


def triple(numbers):
    return "(%d,%d,%d)" % tuple(numbers)


def line_of(pc):
    place = gdb.find_pc_line(pc)
    if place.symtab is None:
        return "-", 0
    return place.symtab.filename.rsplit("/", 1)[-1], place.line


class Focus:
    """The thread that is shown instead of the running one."""

    def __init__(self):
        self.saved = None   # registers of the running thread
        self.index = None

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
        self.saved, self.index = saved, thread.index

    def restore(self):
        if self.saved is None:
            return
        values, self.saved, self.index = self.saved, None, None
        self.set_registers(values)

    def select_kernel_frame(self, block):
        frame = gdb.newest_frame()
        while frame is not None and not block.text_begin <= frame.pc() < block.text_end:
            frame = frame.older()
        if frame is not None:
            frame.select()


focus = Focus()


def forget_focus(event):
    focus.saved = focus.index = None


gdb.events.exited.connect(forget_focus)


class Restore(gdb.Command):
    """Shows the running thread again (what every command does that lets the program run)."""

    def __init__(self):
        super().__init__("heddle-show-running-thread", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        focus.restore()


Restore()
for name in ("continue", "step", "next", "stepi", "nexti", "finish", "until", "advance", "jump",
             "signal", "call", "detach", "kill", "return"):
    gdb.execute("define hook-%s\nheddle-show-running-thread\nend" % name)


class InfoCuda(gdb.Command):
    """What kernels do: info cuda kernels | blocks | threads."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class Cuda(gdb.Command):
    """Which CUDA thread is shown: cuda thread 5, cuda thread (5,0,0), cuda block 3."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STACK, prefix=True)

    def invoke(self, argument, from_tty):
        words = argument.split()
        if words and words[0].startswith(("kernel", "block", "thread")):
            raise gdb.GdbError("usage: cuda [block B] thread T")
        raise gdb.GdbError("cuda thread T, cuda block B, info cuda kernels | blocks | threads")


class InfoKernels(gdb.Command):
    """The kernels that are running: grid, block, and blocks under way."""

    def __init__(self):
        super().__init__("info cuda kernels", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        rows = {}
        for block in blocks():
            rows.setdefault((block.kernel, block.grid, block.dim), []).append(block)
        if not rows:
            print("No CUDA kernels.")
            return
        print("  Kernel  Grid Dim      Block Dim     Running blocks  Invocation")
        for number, ((kernel, grid, dim), running) in enumerate(rows.items()):
            print("  %6d  %-12s  %-12s  %-14s  %s" % (
                number, triple(grid), triple(dim), " ".join(triple(b.idx) for b in running),
                demangled(kernel)))


class InfoBlocks(gdb.Command):
    """The blocks that are running."""

    def __init__(self):
        super().__init__("info cuda blocks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        print("  BlockIdx      Threads  Kernel")
        for block in blocks():
            print("  %-12s  %7d  %s" % (triple(block.idx), block.count, demangled(block.kernel)))


class InfoThreads(gdb.Command):
    """The threads of the blocks that are running, those that are at one place in one row."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        print("  BlockIdx   ThreadIdx  To ThreadIdx  Count  State                 Line")
        for block in blocks():
            first = last = None
            for thread in block.threads():
                what = self.place(thread)
                if first is not None and what == first[1]:
                    last = thread
                    continue
                self.row(block, first, last)
                first, last = (thread, what), thread
            self.row(block, first, last)

    def place(self, thread):
        doing = thread.doing()
        pc = 0
        if thread.is_running():
            frame = gdb.newest_frame() if focus.saved is None else None
            pc = own_registers()["rip"]
            while frame is not None and not thread.block.text_begin <= pc < thread.block.text_end:
                frame = frame.older()
                pc = frame.pc() if frame is not None else 0
        elif doing not in ("exited", "not begun"):
            pc = thread.kernel_pc() - 1
        return doing, line_of(pc) if pc else ("-", 0)

    def row(self, block, first, last):
        if first is None:
            return
        thread, (doing, (file, line)) = first
        shown = focus.index if focus.index is not None else block.running
        mark = "*" if thread.index <= shown <= last.index else " "
        print("%s %-10s %-10s %-13s %5d  %-20s  %s" % (
            mark, triple(block.idx), triple(thread.idx), triple(last.idx),
            last.index - thread.index + 1, doing, "%s:%d" % (file, line) if line else "-"))


def position(words, extent):
    """The linear index that "5", "(5,0,0)" or "5,0" names within `extent`."""
    numbers = [int(part) for part in words.strip("()").split(",")]
    numbers += [0] * (3 - len(numbers))
    if words.lstrip("(").isdigit() and numbers[0] < extent[0] * extent[1] * extent[2]:
        return numbers[0]
    if any(number >= end for number, end in zip(numbers, extent)):
        raise gdb.GdbError("%s is outside of %s" % (triple(numbers), triple(extent)))
    return numbers[0] + extent[0] * (numbers[1] + extent[1] * numbers[2])


def tell_focus(block, thread):
    print("[block %s, thread %s: %s]" % (triple(block.idx), triple(thread.idx), thread.doing()))


class CudaThread(gdb.Command):
    """Shows another thread of the block: cuda thread 5, cuda thread (5,1,0).

bt, print, info locals and the like then speak of it. What lets the program run shows the running
thread again, as gdb calls it. Without a number: says which thread is shown."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        block = current_block()
        if argument:
            try:
                index = position(argument.replace(" ", ""), block.dim)
            except ValueError:
                raise gdb.GdbError("cuda thread 5, cuda thread (5,0,0)") from None
            focus.show(block.thread(index))
            focus.select_kernel_frame(block)
        tell_focus(block, block.thread(block.running if focus.index is None else focus.index))
        if argument:
            gdb.execute("frame")


class CudaBlock(gdb.Command):
    """Shows a block that is running: cuda block 3, cuda block (3,0,0) [thread T]."""

    def __init__(self):
        super().__init__("cuda block", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        block = current_block()
        if not argument:
            tell_focus(block, block.thread(block.running if focus.index is None else focus.index))
            return
        words = argument.replace("thread", " ").split()
        index = position(words[0], block.grid)
        if index != block.linear():
            raise gdb.GdbError(
                "block %s is not what this host thread runs, which is %s: blocks run one after the "
                "other (to stop in it: tbreak ... if blockIdx.x == ...)" % (
                    words[0], triple(block.idx)))
        gdb.execute("cuda thread " + (words[1] if len(words) > 1 else str(block.running)))


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
            self.start = symbol("make_fcontext")
            if not self.start:
                return None
        pc = int(pending.read_register("pc"))
        if not self.start <= pc < self.start + 0x80:
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


def is_ours(address):
    """Whether it is code of Heddle or LLVM, where no breakpoint of the program belongs."""
    library = gdb.solib_name(address) or ""
    name = library.rsplit("/", 1)[-1]
    return name.startswith(("libheddle", "libLLVM", "liblld"))


def begins_behind(address, line):
    """Whether it is in a function that begins behind `line`. gdb takes the next line that has code
    for one that has none, as a kernel's before it is loaded: the host function behind the kernel."""
    block, function = gdb.block_for_pc(address), None
    while block is not None:
        function = block.function or function
        block = block.superblock
    return function is not None and function.line > line


def leave_out_ours(breakpoint):
    """`break scale` means the kernel, not a function of the compiler that has the name, too."""
    if breakpoint.type != gdb.BP_BREAKPOINT or not hasattr(breakpoint, "locations"):
        return
    try:
        found = breakpoint.locations
        line = re.fullmatch(r".*?:(\d+)", breakpoint.location or "")
        for location in found:
            if not location.enabled or not location.address:
                continue
            if len(found) > 1 and is_ours(location.address):
                location.enabled = False
            elif line and begins_behind(location.address, int(line[1])):
                location.enabled = False
    except (gdb.error, RuntimeError):
        pass


def look_at_breakpoints(event):
    for breakpoint in gdb.breakpoints():
        leave_out_ours(breakpoint)


InfoCuda(), InfoKernels(), InfoBlocks(), InfoThreads(), Cuda(), CudaThread(), CudaBlock()
gdb.unwinder.register_unwinder(None, FiberUnwinder(), replace=True)
gdb.events.breakpoint_created.connect(leave_out_ours)
gdb.events.breakpoint_modified.connect(leave_out_ours)
gdb.events.new_objfile.connect(look_at_breakpoints)
# Kernels are loaded when they are launched first.
gdb.execute("set breakpoint pending on")
# Ends slices and kernels, and is nobody else's.
gdb.execute("handle SIGURG nostop noprint pass", to_string=True)
