// SPDX-License-Identifier: Apache-2.0
#include "nccl/socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

namespace heddle::nccl {
namespace {

// So often somebody who waits looks whether he is to stop.
constexpr int kLookMs = 50;
using Clock = std::chrono::steady_clock;

struct SystemAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;
  sockaddr* at() { return reinterpret_cast<sockaddr*>(&storage); }
};

Clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

SystemAddress to_system(const Address& address) {
  SystemAddress made;
  if (address.family == AF_INET6) {
    auto& to = reinterpret_cast<sockaddr_in6&>(made.storage);
    to.sin6_family = AF_INET6;
    to.sin6_port = htons(address.port);
    to.sin6_scope_id = address.scope;
    std::memcpy(&to.sin6_addr, address.ip, 16);
    made.length = sizeof(sockaddr_in6);
  } else {
    auto& to = reinterpret_cast<sockaddr_in&>(made.storage);
    to.sin_family = AF_INET;
    to.sin_port = htons(address.port);
    std::memcpy(&to.sin_addr, address.ip, 4);
    made.length = sizeof(sockaddr_in);
  }
  return made;
}

void set_up(int file) {
  const int yes = 1;
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

// False: it was stopped, or it took too long.
bool wait_for(int file, short events, Stop stop,
              Clock::time_point until = Clock::time_point::max()) {
  while ((!stop || !stop->load()) && Clock::now() < until) {
    pollfd asked{file, events, 0};
    const int ready = poll(&asked, 1, kLookMs);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

Socket make_socket(const Address& address) {
  return Socket(socket(address.family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// A connection that is under way, or none.
Socket try_connect(const Address& address, Stop stop) {
  Socket made = make_socket(address);
  if (!made) return made;
  SystemAddress to = to_system(address);
  if (connect(made.file(), to.at(), to.length) != 0) {
    if (errno != EINPROGRESS || !wait_for(made.file(), POLLOUT, stop)) return {};
    int error = 0;
    socklen_t length = sizeof(error);
    getsockopt(made.file(), SOL_SOCKET, SO_ERROR, &error, &length);
    if (error != 0) return {};
  }
  set_up(made.file());
  return made;
}

}  // namespace

Socket::~Socket() {
  if (file_ >= 0) close(file_);
}

std::optional<Address> parse_address(const char* text) {
  const std::string all = text;
  const std::size_t colon = all.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  std::string host = all.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo wanted{}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host.c_str(), all.c_str() + colon + 1, &wanted, &found) != 0 || !found)
    return std::nullopt;
  Address made;
  made.family = static_cast<std::uint16_t>(found->ai_family);
  if (found->ai_family == AF_INET6) {
    const auto& from = reinterpret_cast<const sockaddr_in6&>(*found->ai_addr);
    made.port = ntohs(from.sin6_port);
    made.scope = from.sin6_scope_id;
    std::memcpy(made.ip, &from.sin6_addr, 16);
  } else {
    const auto& from = reinterpret_cast<const sockaddr_in&>(*found->ai_addr);
    made.port = ntohs(from.sin_port);
    std::memcpy(made.ip, &from.sin_addr, 4);
  }
  freeaddrinfo(found);
  return made;
}

Socket listen_at(Address* address, int waiting) {
  Socket made = make_socket(*address);
  if (!made) return made;
  const int yes = 1;
  if (address->port != 0) setsockopt(made.file(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  SystemAddress at = to_system(*address);
  if (bind(made.file(), at.at(), at.length) != 0 || listen(made.file(), waiting) != 0) return {};
  getsockname(made.file(), at.at(), &at.length);
  address->port =
      ntohs(address->family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(at.storage).sin6_port
                                        : reinterpret_cast<sockaddr_in&>(at.storage).sin_port);
  return made;
}

Socket connect_to(const Address& address, double seconds, Stop stop) {
  const auto until = after(seconds);
  while (true) {
    Socket made = try_connect(address, stop);
    if (made || (stop && stop->load()) || Clock::now() >= until) return made;
    std::this_thread::sleep_for(std::chrono::milliseconds(kLookMs));
  }
}

Socket accept_one(const Socket& listener, double seconds, Stop stop) {
  const auto until = after(seconds);
  while (wait_for(listener.file(), POLLIN, stop, until)) {
    const int file = accept4(listener.file(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (file >= 0) {
      set_up(file);
      return Socket(file);
    }
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) break;
  }
  return {};
}

bool send_all(const Socket& socket, const void* data, std::uint64_t bytes, Stop stop) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t sent = ::send(socket.file(), at, bytes, MSG_NOSIGNAL);
    if (sent > 0) {
      at += sent;
      bytes -= static_cast<std::uint64_t>(sent);
    } else if (errno == EAGAIN) {
      if (!wait_for(socket.file(), POLLOUT, stop)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool receive_all(const Socket& socket, void* data, std::uint64_t bytes, Stop stop) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = ::recv(socket.file(), at, bytes, 0);
    if (got > 0) {
      at += got;
      bytes -= static_cast<std::uint64_t>(got);
    } else if (got == 0) {
      return false;
    } else if (errno == EAGAIN) {
      if (!wait_for(socket.file(), POLLIN, stop)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace heddle::nccl
