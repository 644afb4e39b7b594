// SPDX-License-Identifier: Apache-2.0
// A file descriptor goes from one process to another through a socket, with a message.
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstring>

namespace descriptors {

struct Room {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec data;
  msghdr header = {};
  Room(void* message, std::size_t bytes) : data{message, bytes} {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
};

// False: it did not go.
inline bool send(int socket, int fd, const void* message, std::size_t bytes) {
  Room room(const_cast<void*>(message), bytes);
  cmsghdr* control = CMSG_FIRSTHDR(&room.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(control), &fd, sizeof fd);
  return sendmsg(socket, &room.header, 0) == static_cast<ssize_t>(bytes);
}

// -1: there came no such message, or none with a descriptor.
inline int receive(int socket, void* message, std::size_t bytes) {
  Room room(message, bytes);
  if (recvmsg(socket, &room.header, 0) != static_cast<ssize_t>(bytes)) return -1;
  int fd = -1;
  if (auto* control = CMSG_FIRSTHDR(&room.header)) {
    std::memcpy(&fd, CMSG_DATA(control), sizeof fd);
  }
  return fd;
}

}  // namespace descriptors
