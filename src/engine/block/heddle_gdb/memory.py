# SPDX-License-Identifier: Apache-2.0
"""Words, texts and symbols of the program."""
import gdb


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
    # The language is C where the host waits in a library.
    try:
        return gdb.execute("demangle -l c++ -- " + name, to_string=True).strip()
    except gdb.error:
        return name  # extern "C"
