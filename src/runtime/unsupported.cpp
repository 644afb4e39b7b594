// SPDX-License-Identifier: Apache-2.0
// Programs that link functions which are not there yet start, and are told when they call one. The
// API header is not included: no argument is looked at, so one form does for all.
namespace heddle::runtime {
int refuse(const char* what);
}

#define HEDDLE_UNSUPPORTED(name)                                 \
  extern "C" __attribute__((visibility("default"))) int name() { \
    return heddle::runtime::refuse(#name);                       \
  }
#include "runtime/unsupported.inc"
