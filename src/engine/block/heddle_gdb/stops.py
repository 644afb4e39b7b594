# SPDX-License-Identifier: Apache-2.0
"""gdb stops at assertions that fail and at traps in kernels, at the line and in the thread (SIGTRAP)."""
import gdb

from heddle_gdb.memory import symbol


def ask_for_stops(event=None):
    """Of every program, when libheddle and when a kernel is loaded: one that runs anew has forgotten it."""
    at = symbol("heddle_debug_stops")
    try:
        if at:
            gdb.selected_inferior().write_memory(at, (1).to_bytes(4, "little"))
    except gdb.error:
        pass  # a file that does not run yet


ask_for_stops()
gdb.events.new_objfile.connect(ask_for_stops)
