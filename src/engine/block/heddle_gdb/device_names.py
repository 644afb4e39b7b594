# SPDX-License-Identifier: Apache-2.0
"""`print app::weights` in a kernel: gdb knows the variable of that name in the host program, which is only the kernel's
variable's stand-in there. The kernel has it without its scope, described at the same line."""
import re

import gdb

QUALIFIED = re.compile(r"(?<![\w:.>])(?:::)?(?:[A-Za-z_]\w*::)+([A-Za-z_]\w*)\b(?!\s*[(<:])")


def place(symbol):
    return symbol.symtab.fullname(), symbol.line


def device_name(found):
    name, last = found[0].removeprefix("::"), found[1]
    try:
        of_kernel = gdb.lookup_symbol(last)[0]
        of_host = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
    except gdb.error:
        return found[0]  # no frame
    both = of_kernel and of_host and of_kernel.is_variable and place(of_kernel) == place(of_host)
    return last if both and of_kernel.needs_frame else found[0]


def with_device_names(text):
    return QUALIFIED.sub(device_name, text)
