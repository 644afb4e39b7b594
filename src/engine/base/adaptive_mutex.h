// SPDX-License-Identifier: Apache-2.0
// A mutex for sections of less than a microsecond: who finds it locked looks for a moment before it
// sleeps. With many threads a plain one puts them to sleep one after the other, and waking each
// takes longer than what it guards.
#pragma once

#include <pthread.h>

#include <mutex>

namespace heddle::engine {

// Makes it one, before its first use.
inline void make_adaptive(std::mutex& mutex) {
#if defined(__GLIBC__)
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
  pthread_mutex_init(mutex.native_handle(), &attributes);
  pthread_mutexattr_destroy(&attributes);
#endif
}

}  // namespace heddle::engine
