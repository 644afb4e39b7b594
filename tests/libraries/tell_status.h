// SPDX-License-Identifier: Apache-2.0
// TELL(call): what a call of a library answers, a line, by name_of(status); a crash is an answer,
// too, since some arguments are none at all to a GPU's library. It returns 1 behind a fault of the
// device.
#pragma once

#include <cuda_runtime_api.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>

inline sigjmp_buf before_call;
inline void crashed(int) {
  siglongjmp(before_call, 1);
}

#define TELL(call)                                                                   \
  do {                                                                               \
    struct sigaction ours = {}, theirs;                                              \
    ours.sa_handler = crashed;                                                       \
    ours.sa_flags = SA_NODEFER;                                                      \
    sigaction(SIGSEGV, &ours, &theirs);                                              \
    if (sigsetjmp(before_call, 1) == 0) {                                            \
      const auto status = (call);                                                    \
      sigaction(SIGSEGV, &theirs, nullptr);                                          \
      const bool fine = cudaDeviceSynchronize() == cudaSuccess;                      \
      std::printf("%s%s: %s\n", name_of(status), fine ? "" : " and a fault", #call); \
      if (!fine) return 1;                                                           \
    } else {                                                                         \
      sigaction(SIGSEGV, &theirs, nullptr);                                          \
      std::printf("a crash: %s\n", #call);                                           \
    }                                                                                \
  } while (false)
