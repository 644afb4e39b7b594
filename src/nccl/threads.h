// SPDX-License-Identifier: Apache-2.0
// Threads of this library: no signal handler of the program runs in them.
#pragma once

#include <signal.h>

#include <thread>
#include <utility>

namespace heddle::nccl {

template <class Body>
std::thread start_thread(Body body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread made(std::move(body));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

}  // namespace heddle::nccl
