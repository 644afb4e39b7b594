// SPDX-License-Identifier: Apache-2.0
// The C interface of libheddle_profile.so. libheddle loads it and calls heddle_profile_start when
// the variable HEDDLE_PROFILE is set, before the program's first call is carried out.
#pragma once

#include "probes/listener.h"

extern "C" {
// `options`: words of `heddle profile`. `add` adds a listener to the process.
void heddle_profile_start(const char* options, void (*add)(void* to, heddle::probes::Listener*),
                          void* to);
}
