# SPDX-License-Identifier: Apache-2.0
"""The planted programs, one kernel at a time: with a condition before each launch."""
import re

LAUNCH = re.compile(r'(^ *|in_child\(\[\] \{ )(?P<call>(?P<kernel>\w+)(?:<[^<>;]*>)?<<<|'
                    r'cudaLaunchCooperativeKernel\(reinterpret_cast<void\*>\((?P<cooperative>\w+)\))', re.M)
# From their first line to a brace at the beginning of a line, or in the first one.
DEVICE_CODE = re.compile(r'^(?:static |inline )*__(?:global|device)__ (?:[^\n]*\}$|.*?^\})', re.M | re.S)
ONLY = '''
#include <cstdlib>
#include <cstring>
static bool only(const char* kernel) {
  const char* wanted = std::getenv("ONLY_KERNELS");  // <name><name>
  return !wanted || std::strstr(wanted, kernel);
}
'''
NEEDS = {  # what has to run before
    'freed_and_kept': ['keep'], 'use_of_copy': ['copy'], 'use_pairs': ['set_pairs'], 'brings': ['fills'],
    'far_and_near': ['some_lanes'], 'read_beside': ['some_lanes', 'far_and_near'],
    'undefined': ['some_lanes', 'far_and_near'],
}


def name_of(launch):
    return launch['kernel'] or launch['cooperative']


def launches_of(text):
    """Of the host: what kernels launch belongs to them."""
    device_code = [code.span() for code in DEVICE_CODE.finditer(text)]
    return [launch for launch in LAUNCH.finditer(text)
            if not any(begin <= launch.start() < end for begin, end in device_code)]


def kernels_of(text):
    """The kernels that the host launches. [None] where it is run as a whole: all is right in it, or
    the error is no kernel's."""
    if '// ERROR' not in text:
        return [None]
    kernels = list(dict.fromkeys(map(name_of, launches_of(text))))
    return [kernel for kernel in kernels if kernel not in ('keep', 'set_pairs')] if len(kernels) > 1 else [None]


def with_conditions(program):
    """Its text; lines keep their numbers."""
    text = program.read_text()
    for launch in reversed(launches_of(text)):
        begin, end = launch.span()
        text = f'{text[:begin]}{launch[1]}if (only("<{name_of(launch)}>")) {launch["call"]}{text[end:]}'
    return f'{ONLY}\n#line 1 "{program.name}"\n{text}'


def environment_for(kernel):
    if not kernel:
        return {}
    return {'ONLY_KERNELS': ''.join(f'<{name}>' for name in [kernel, *NEEDS.get(kernel, [])])}
