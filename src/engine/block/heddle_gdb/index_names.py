# SPDX-License-Identifier: Apache-2.0
"""threadIdx and its like are known before a kernel is loaded, whose debug information has them: gdb
looks up the names in a condition where the breakpoint lies when it is set, and that is in the host's
code then. Where the kernel is loaded, gdb looks them up anew, and finds the kernel's."""
import os

import gdb

OBJECT = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "index_names.o")


def is_known():
    return any(objfile.filename == OBJECT for objfile in gdb.objfiles())


def make_known(event=None):
    # What `file` loads may have thrown it away.
    if not is_known() and os.path.exists(OBJECT):
        gdb.execute('add-symbol-file "%s"' % OBJECT, to_string=True)


make_known()
gdb.events.new_objfile.connect(make_known)
