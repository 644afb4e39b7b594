// SPDX-License-Identifier: Apache-2.0
// TCP between ranks: addresses, and whole structs sent and received while somebody may abort.
#pragma once

#include <sys/socket.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include "nccl/result.h"

namespace heddle::nccl {

struct Address {
  std::uint16_t family = 0, port = 0;  // AF_INET or AF_INET6
  std::uint32_t scope = 0;
  unsigned char ip[16] = {};
};

// The file of a socket.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int file) : file_(file) {}
  Socket(Socket&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~Socket();
  int file() const { return file_; }
  explicit operator bool() const { return file_ >= 0; }

 private:
  int file_ = -1;
};

// What ends a wait.
using Stop = const std::atomic<bool>*;

// Of the interface that NCCL_SOCKET_IFNAME names, or else of the first that is up: not the loopback
// one, if there is another.
std::optional<Address> own_address();
// "host:port", "[ip]:port"
std::optional<Address> parse_address(const char* text);

// Listens at the address; port 0: at any, which is written to it.
Socket listen_at(Address* address, int waiting);
// Tries for some seconds: who is to listen may come later.
Socket connect_to(const Address& address, double seconds, Stop stop);
Socket accept_one(const Socket& listener, double seconds, Stop stop);

// All bytes, or false: the other end has closed, or it was stopped.
bool send_all(const Socket& socket, const void* data, std::uint64_t bytes, Stop stop);
bool receive_all(const Socket& socket, void* data, std::uint64_t bytes, Stop stop);

}  // namespace heddle::nccl
