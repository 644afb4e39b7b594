// SPDX-License-Identifier: Apache-2.0
// heddle check inside one process, as a test framework needs it: what was found between two calls.
//
//     class Checked : public ::testing::Test {
//       void SetUp() override { heddle_check_begin(""); }
//       void TearDown() override {
//         static char text[65536];
//         EXPECT_EQ(heddle_check_end(text, sizeof text), 0) << text;
//       }
//     };
//
// Call heddle_check_begin() before the program's first kernel: functions that are called through
// pointers are compiled once. Programs that run without Heddle get -1 and 0.
#pragma once

#include <dlfcn.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline void* heddle_check_function_(const char* name) {
  void* library = dlopen("libheddle_check.so", RTLD_NOW | RTLD_GLOBAL);
  return library ? dlsym(library, name) : NULL;
}

// `options`: words of `heddle check`, as "--tool memcheck"; they count in the first call, and not
// where the process runs under `heddle check`. 0 on success; -1 with a sentence on stderr, or when
// Heddle is not there.
static inline int heddle_check_begin(const char* options) {
  typedef int (*function)(const char*);
  function begin = (function)heddle_check_function_("heddle_check_begin_v1");
  return begin ? begin(options) : -1;
}

// Waits for nothing: call cudaDeviceSynchronize() before. The number of different errors since the
// last heddle_check_begin(); `text`, which may be null, gets the report, cut off at `room` bytes.
static inline int heddle_check_end(char* text, size_t room) {
  typedef int (*function)(char*, size_t);
  function end = (function)heddle_check_function_("heddle_check_end_v1");
  if (text && room) text[0] = 0;
  return end ? end(text, room) : 0;
}

#ifdef __cplusplus
}
#endif
