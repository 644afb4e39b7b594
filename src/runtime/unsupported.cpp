// SPDX-License-Identifier: Apache-2.0
// Programs that link functions which are not there yet start, and are told when they call one. The
// API header is not included: no argument is looked at, so one form does for all.
namespace heddle::runtime {
int refuse(const char* what);
}

#define REFUSE(name, symbol)                                       \
  extern "C" __attribute__((visibility("default"))) int symbol() { \
    return heddle::runtime::refuse(#name);                         \
  }
#define FORMS_none(name) REFUSE(name, name)
#define FORMS_ptsz(name) REFUSE(name, name) REFUSE(name, name##_ptsz)
#define FORMS_ptds(name) REFUSE(name, name) REFUSE(name, name##_ptds)
#define ROW_exact(name, suffix)
#define ROW_partial(name, suffix)
#define ROW_unsupported(name, suffix) FORMS_##suffix(name)

#define CHAPTER(title)
#define ROW(name, suffix, state, note) ROW_##state(name, suffix)
#include "runtime/api.inc"
