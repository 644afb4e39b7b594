// SPDX-License-Identifier: Apache-2.0
// Two processes: descriptors go from one to the other through a socket.
#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../descriptors.h"
#include "driver.h"

inline void pass_descriptor(int socket, int fd) {
  const char nothing = 0;
  THAT(descriptors::send(socket, fd, &nothing, 1));
}

inline int take_descriptor(int socket) {
  char nothing;
  const int fd = descriptors::receive(socket, &nothing, 1);
  THAT(fd >= 0);
  return fd;
}

// `first` in this process, `second` in another one, each with its end of a socket. What `second`
// answers is its exit status.
template <class First, class Second>
void in_two_processes(First first, Second second) {
  int ends[2];
  THAT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const int status = second(ends[1]);
    std::fflush(nullptr);
    _exit(status);
  }
  close(ends[1]);
  first(ends[0]);
  int status = -1;
  THAT(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  close(ends[0]);
}

inline void start() {
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
}
