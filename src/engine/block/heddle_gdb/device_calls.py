# SPDX-License-Identifier: Apache-2.0
"""`print f(1)` of a device function. A -G function has two arguments in front of its own, what the engine knows of the block
and of the thread, which its debug information does not name; structures come by their addresses. Here a call in an
expression is written out as the machine code wants it."""
import re

import gdb

from heddle_gdb.focus import current_block, focus

# A name in front of a parenthesis, with its scope and its template's arguments, or in quotes.
CALL = re.compile(r"('[^']+'|(?:::)?[A-Za-z_]\w*(?:::\w+)*(?:<[\w\s:,*&]*>)?(?:::\w+)*)\s*\(")
FROM_THE_TOP = re.compile(r"(?<![\w:>])::(?=[A-Za-z_]\w*::)")
NOT_FUNCTIONS = ("sizeof", "alignof", "decltype", "typeof", "__typeof__")
WHOLE = (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_ENUM)
BY_ADDRESS = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
NAMES = {1: "char", 2: "short", 4: "int", 8: "long"}


def functions_of(name, block):
    """The kernel's functions of that name: symbols with the same are instances or overloads."""
    try:
        places = gdb.decode_line(name)[1] or ()
    except gdb.error:
        return []
    found = {}
    for place in places:
        inner = gdb.block_for_pc(place.pc) if block.text_begin <= place.pc < block.text_end else None
        while inner is not None and inner.function is None:
            inner = inner.superblock
        if inner is not None and inner.start not in found:
            found[inner.start] = inner.function
    return list(found.items())


def arguments_from(text, at):
    """What stands between the parenthesis before `at` and its partner, at commas, and where that ends."""
    parts, depth, begin, quote = [], 0, at, ""
    for here in range(at, len(text)):
        letter = text[here]
        if quote:
            quote = "" if letter == quote and text[here - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}" and depth > 0:
            depth -= 1
        elif letter == ")" or (letter == "," and depth == 0):
            parts.append(text[begin:here].strip())
            begin = here + 1
            if letter == ")":
                return [part for part in parts if part], begin
    raise gdb.GdbError("a parenthesis is not closed")


def carrier(type_of, name):
    """The plain type in whose register a value goes."""
    plain = type_of.strip_typedefs()
    if plain.code in WHOLE and plain.sizeof in NAMES:
        is_signed = plain.code == gdb.TYPE_CODE_INT and not str(plain.unqualified()).startswith("unsigned")
        return ("" if is_signed else "unsigned ") + NAMES[plain.sizeof]
    if plain.code == gdb.TYPE_CODE_PTR or plain.code in BY_ADDRESS:
        return "void *"
    if plain.code == gdb.TYPE_CODE_VOID or (plain.code == gdb.TYPE_CODE_FLT and plain.sizeof in (4, 8)):
        return str(plain.unqualified())
    raise gdb.GdbError("%s: a value of type %s cannot be handed over" % (name, type_of))


def result_of(call, type_of, name):
    plain = type_of.strip_typedefs()
    if plain.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        raise gdb.GdbError("%s returns a structure, in registers that gdb does not know" % name)
    if plain.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return "(*(%s *)%s)" % (plain.target(), call)
    return call if plain.code == gdb.TYPE_CODE_VOID else "((%s)%s)" % (type_of, call)


def written_out(name, address, type_of, given, block):
    parameters = [field.type for field in type_of.fields()]
    if len(parameters) != len(given):
        raise gdb.GdbError("%s takes another number of arguments: %d" % (name, len(parameters)))
    thread = block.thread(focus.index if focus.index is not None else block.running)
    types, values = ["void *", "void *"], ["(void *)%d" % block.context, "(void *)%d" % thread.context]
    for parameter, value in zip(parameters, given):
        types.append(carrier(parameter, name))
        plain = parameter.strip_typedefs()
        values.append("&(%s)" % value if plain.code in BY_ADDRESS else "(%s)(%s)" % (parameter, value))
    result = type_of.target()
    returned = "void *" if result.strip_typedefs().code in BY_ADDRESS else carrier(result, name)
    call = "((%s (*)(%s))%d)(%s)" % (returned, ", ".join(types), address, ", ".join(values))
    return result_of(call, result, name)


def with_calls_written_out(text, block):
    out, at = "", 0
    while True:
        call = CALL.search(text, at)
        if not call:
            return out + text[at:]
        name, before = call[1], text[:call.start()].rstrip()
        if before.endswith((".", "->")) and block.text_begin <= gdb.selected_frame().pc() < block.text_end:
            raise gdb.GdbError("%s: member functions of device code cannot be called" % name)
        found = [] if name in NOT_FUNCTIONS else functions_of(name.strip("'"), block)
        if not found:
            out, at = out + text[at:call.end()], call.end()
            continue
        if len(found) > 1:
            raise gdb.GdbError("there are several: %s" % ", ".join("'%s'" % each.name for _, each in found))
        given, end = arguments_from(text, call.end())
        given = [with_calls_written_out(part, block) for part in given]
        address, function = found[0]
        out += text[at:call.start()] + written_out(name, address, function.type, given, block)
        at = end


class Print(gdb.Command):
    def __init__(self):
        # The words of gdb's own command, which this one takes the place of, without its names.
        self.__doc__ = gdb.execute("help print", to_string=True).split("\n", 1)[-1]
        super().__init__("print", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        if "(" in argument:
            try:
                block = current_block()
            except gdb.GdbError:
                block = None  # no kernel runs
            if block:
                argument = with_calls_written_out(argument, block)
        # With "::" in front gdb would look in the host program first, where the kernel's variables have stand-ins.
        argument = FROM_THE_TOP.sub("", argument)
        # gdb's `call` is what its `print` was.
        with focus.kept():
            try:
                gdb.execute("call" + (argument if argument.startswith("/") else " " + argument), from_tty)
            except gdb.error as error:
                raise gdb.GdbError(str(error))  # said without Python's words


Print()
