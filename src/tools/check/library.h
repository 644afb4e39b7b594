// SPDX-License-Identifier: Apache-2.0
// The C interface of libheddle_check.so. libheddle loads it and calls heddle_check_start when the
// variable HEDDLE_CHECK is set, before the program's first call is carried out; a program loads it
// itself for heddle_check.h.
#pragma once

#include <cstddef>

#include "probes/listener.h"

extern "C" {
// `options`: words of `heddle check`. `add` adds a listener to the process.
void heddle_check_start(const char* options, void (*add)(void* to, heddle::probes::Listener*),
                        void* to);

// heddle_check.h: findings between begin and end. 0, or -1 with a sentence on stderr.
int heddle_check_begin_v1(const char* options);
// Their number, of errors only. `text` (may be null) gets as much of the report as has room.
int heddle_check_end_v1(char* text, std::size_t room);
}
