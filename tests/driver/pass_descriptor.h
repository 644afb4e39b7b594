// SPDX-License-Identifier: Apache-2.0
// Two processes: descriptors go from one to the other through a socket.
#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "driver.h"

inline void pass_descriptor(int socket, int fd) {
  char space[CMSG_SPACE(sizeof fd)] = {}, byte = 0;
  iovec data = {&byte, 1};
  msghdr header = {};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  cmsghdr* control = CMSG_FIRSTHDR(&header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(control), &fd, sizeof fd);
  THAT(sendmsg(socket, &header, 0) == 1);
}

inline int take_descriptor(int socket) {
  char space[CMSG_SPACE(sizeof(int))] = {}, byte = 0;
  iovec data = {&byte, 1};
  msghdr header = {};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  THAT(recvmsg(socket, &header, 0) == 1);
  int fd = -1;
  if (CMSG_FIRSTHDR(&header)) std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&header)), sizeof fd);
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
