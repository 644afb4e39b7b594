# SPDX-License-Identifier: Apache-2.0
"""cuda-gdb's words: info cuda kernels | blocks | threads, cuda block B, cuda thread T."""
import gdb

from heddle_gdb.focus import current_block, focus, triple
from heddle_gdb.memory import demangled
from heddle_gdb.running import blocks, in_host_thread


def line_of(pc):
    place = gdb.find_pc_line(pc)
    if place.symtab is None:
        return "-", 0
    return place.symtab.filename.rsplit("/", 1)[-1], place.line


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
        try:
            self.current = current_block().context
        except gdb.GdbError:
            self.current = None  # none, or this host thread runs none
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
            pc = self.place_of_running(thread.block)
        elif doing not in ("exited", "not begun"):
            pc = thread.kernel_pc() - 1
        return doing, line_of(pc) if pc else ("-", 0)

    def place_of_running(self, block):
        with in_host_thread(block.host_thread()):
            is_replaced = focus.saved is not None and focus.host == gdb.selected_thread()
            frame = None if is_replaced else gdb.newest_frame()
            pc = focus.saved["rip"] if is_replaced else frame.pc()
            while frame is not None and not block.text_begin <= pc < block.text_end:
                frame = frame.older()
                pc = frame.pc() if frame is not None else 0
            return pc

    def row(self, block, first, last):
        if first is None:
            return
        thread, (doing, (file, line)) = first
        shown = focus.index if focus.index is not None else block.running
        is_current = block.context == self.current and thread.index <= shown <= last.index
        mark = "*" if is_current else " "
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


def show_thread(block, words):
    try:
        thread = block.thread(position(words.replace(" ", ""), block.dim))
    except ValueError:
        raise gdb.GdbError("cuda thread 5, cuda thread (5,0,0)") from None
    host = block.host_thread()
    if host is not None and host.num != gdb.selected_thread().num:
        focus.restore()
        host.switch()
    focus.show(thread)
    tell_focus(block, thread)
    focus.select_kernel_frame(block)
    gdb.execute("frame")


class CudaThread(gdb.Command):
    """Shows another thread of the block: cuda thread 5, cuda thread (5,1,0).

bt, print, info locals and the like then speak of it. What lets the program run shows the running
thread again, as gdb calls it. Without a number: says which thread is shown."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        block = current_block()
        if argument:
            show_thread(block, argument)
        else:
            tell_focus(block, block.thread(block.running if focus.index is None else focus.index))


class CudaBlock(gdb.Command):
    """Shows a block that has begun: cuda block 3, cuda block (3,0,0) [thread T].

That is the one that runs, and in a cluster or a cooperative grid those that wait meanwhile."""

    def __init__(self):
        super().__init__("cuda block", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        block = current_block()
        if not argument:
            tell_focus(block, block.thread(block.running if focus.index is None else focus.index))
            return
        words = argument.replace("thread", " ").split()
        index = position(words[0], block.grid)
        begun = [each for each in blocks() if each.linear() == index and each.kernel == block.kernel]
        if not begun:
            raise gdb.GdbError(
                "block %s is not what this host thread runs, which is %s: blocks run one after the "
                "other (to stop in it: tbreak ... if blockIdx.x == ...)" % (
                    words[0], triple(block.idx)))
        show_thread(begun[0], words[1] if len(words) > 1 else str(begun[0].running))


InfoCuda(), InfoKernels(), InfoBlocks(), InfoThreads(), Cuda(), CudaThread(), CudaBlock()
