# SPDX-License-Identifier: Apache-2.0
# What gdb learns about Heddle's kernels. `heddle debug` loads it; plain gdb does with libheddle.so,
# beside which it lies, where its auto-load safe-path allows it.
#
# A -G kernel runs one CUDA thread at a time, each on a stack of its own (a fiber). The one that runs
# is an ordinary call stack. The others wait at a barrier or have not begun; src/engine/block/
# debug_view.h says where their registers are, and `cuda thread` shows one of them by putting these
# registers in place of the running one's until something is to run.
# The parts are in heddle/gdb beside it (src/engine/block/heddle_gdb), one idea a file.
import os
import sys

import gdb

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "heddle", "gdb"))
bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # an installed tree stays as it is
from heddle_gdb import blocks, break_command, breakpoints, commands, device_calls, ends, focus, halves, index_names, stops, unwinder  # noqa: E402, F401
sys.dont_write_bytecode = bytecode

# Ends slices and kernels, and is nobody else's.
gdb.execute("handle SIGURG nostop noprint pass", to_string=True)
