# SPDX-License-Identifier: Apache-2.0
"""`break app.cu:12 if i == 5` before the kernel is loaded: gdb looks the names up where the line is then, which is host code,
and refuses. The words are gdb's; a condition is taken as with -force-condition, and holds where its names are known."""
import re

import gdb

CONDITION = re.compile(r"(?:^|\s)(?:-force-condition\s+)?if(?=[\s(!~*&])\s*")
THREAD = re.compile(r"\s+thread\s+(\d+)\s*$")


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def is_found(location):
    try:
        gdb.decode_line(location)
    except gdb.error:
        return location.startswith("-")  # has its own way of being looked up
    return True


def made_pending(location, condition, temporary):
    """gdb looks for a function until it is there only where the breakpoint was made with its condition, which the machine
    interface does."""
    words = ["-break-insert", "-f", "-c", quoted(condition), quoted(location)]
    if temporary:
        words.insert(1, "-t")
    gdb.execute("interpreter-exec mi " + quoted(" ".join(words)), to_string=True)
    made = max(gdb.breakpoints(), key=lambda each: each.number)
    print("%s %d (%s) pending." % ("Temporary breakpoint" if temporary else "Breakpoint", made.number, location))


class Break(gdb.Command):
    def __init__(self, name, temporary):
        # The words of gdb's own command, which this one takes the place of, without its names.
        self.__doc__ = gdb.execute("help " + name, to_string=True).split("\n", 1)[-1]
        self.temporary = temporary
        super().__init__(name, gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, argument, from_tty):
        location, *condition = CONDITION.split(argument.strip(), 1)
        location = location.replace(" -force-condition", "").strip()
        thread = THREAD.search(location)
        location = THREAD.sub("", location) or "*%d" % gdb.selected_frame().pc()
        if condition and not thread and not is_found(location):
            made_pending(location, condition[0], self.temporary)
            return
        made = gdb.Breakpoint(location, temporary=self.temporary)
        try:
            if thread:
                made.thread = int(thread[1])
            if condition:
                gdb.execute("condition -force %d %s" % (made.number, condition[0]))
        except (gdb.error, RuntimeError):
            made.delete()
            raise


Break("break", False)
Break("tbreak", True)
