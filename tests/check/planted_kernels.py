# SPDX-License-Identifier: Apache-2.0
"""The planted programs, one kernel at a time: with a condition before each launch."""
import re

LAUNCH = re.compile(r'(^ *|in_child\(\[\] \{ )(?P<call>(?P<kernel>\w+)(?:<[^<>;]*>)?<<<|'
                    r'cudaLaunchCooperativeKernel\(reinterpret_cast<void\*>\((?P<cooperative>\w+)\))', re.M)
ONLY = '''
#include <cstdlib>
#include <cstring>
static bool only(const char* kernel) {
  const char* wanted = std::getenv("ONLY_KERNELS");  // <name><name>
  return !wanted || std::strstr(wanted, kernel);
}
'''
NEEDS = {'freed_and_kept': ['keep'], 'use_of_copy': ['copy'], 'use_pairs': ['set_pairs']}  # what has to run before


def name_of(launch):
    return launch['kernel'] or launch['cooperative']


def kernels_of(text):
    """The kernels that the program launches. [None] where it is run as a whole: all is right in it, or
    the error is no kernel's."""
    if '// ERROR' not in text:
        return [None]
    kernels = list(dict.fromkeys(map(name_of, LAUNCH.finditer(text))))
    return [kernel for kernel in kernels if kernel not in ('keep', 'set_pairs')] if len(kernels) > 1 else [None]


def with_conditions(program):
    """Its text; lines keep their numbers."""
    return (f'{ONLY}\n#line 1 "{program.name}"\n' +
            LAUNCH.sub(lambda launch: f'{launch[1]}if (only("<{name_of(launch)}>")) {launch["call"]}',
                       program.read_text()))


def environment_for(kernel):
    if not kernel:
        return {}
    return {'ONLY_KERNELS': ''.join(f'<{name}>' for name in [kernel, *NEEDS.get(kernel, [])])}
