// SPDX-License-Identifier: Apache-2.0
// For functions whose loops have no branches, so that a compiler makes vectors of them: compiled
// for each kind of CPU, the best that is there is called.
#pragma once

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !__has_feature(thread_sanitizer)
#define HEDDLE_FOR_EACH_CPU \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define HEDDLE_FOR_EACH_CPU
#endif
