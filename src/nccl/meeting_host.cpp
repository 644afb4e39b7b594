// SPDX-License-Identifier: Apache-2.0
// The thread that ranks meet at.
#include <poll.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "nccl/meeting_protocol.h"
#include "nccl/threads.h"

namespace heddle::nccl {
namespace {

class Host {
 public:
  Host(Socket listener, std::uint64_t secret) : listener_(std::move(listener)), secret_(secret) {}

  void run() {
    const Result result = gather();
    tell_all(result);
    if (result == ncclSuccess) part();
  }

 private:
  // Until all are there, or one has left.
  Result gather() {
    while (guests_.empty() || arrived_ < guests_.size()) {
      std::vector<pollfd> asked{{listener_.file(), POLLIN, 0}};
      for (const Guest& guest : guests_)
        if (guest.socket) asked.push_back({guest.socket.file(), POLLIN, 0});
      if (poll(asked.data(), asked.size(), -1) < 0) continue;
      // Nobody who waits says anything.
      for (std::size_t i = 1; i < asked.size(); ++i)
        if (asked[i].revents != 0) return ncclRemoteError;
      if (asked[0].revents == 0) continue;
      Socket socket = accept_one(listener_, 1, nullptr);
      Hello hello;
      if (!socket || !receive_soon(socket, &hello) || hello.magic != UniqueId::kMagic ||
          hello.secret != secret_)
        continue;  // a stranger
      const Result result = seat(std::move(socket), hello);
      if (result != ncclSuccess) return result;
    }
    return ncclSuccess;
  }

  static bool receive_soon(const Socket& socket, Hello* hello) {
    pollfd asked{socket.file(), POLLIN, 0};
    return poll(&asked, 1, 10'000) > 0 && receive_all(socket, hello, sizeof(*hello), nullptr);
  }

  Result seat(Socket socket, const Hello& hello) {
    if (guests_.empty() && hello.ranks > 0) {
      guests_.resize(static_cast<std::size_t>(hello.ranks));
      cards_.resize(guests_.size());
    }
    const bool wrong = static_cast<std::size_t>(hello.ranks) != guests_.size() || hello.rank < 0 ||
                       hello.rank >= hello.ranks ||
                       guests_[static_cast<std::size_t>(hello.rank)].socket;
    if (wrong) {
      extra_ = std::move(socket);
      return ncclInvalidUsage;
    }
    guests_[static_cast<std::size_t>(hello.rank)].socket = std::move(socket);
    cards_[static_cast<std::size_t>(hello.rank)] = hello.card;
    ++arrived_;
    return ncclSuccess;
  }

  void tell_all(Result result) {
    const Welcome welcome{result, static_cast<std::int32_t>(guests_.size()), random_number()};
    const auto tell = [&](const Socket& socket) {
      if (!socket || !send_all(socket, &welcome, sizeof(welcome), nullptr)) return;
      if (result == ncclSuccess)
        send_all(socket, cards_.data(), cards_.size() * sizeof(Card), nullptr);
    };
    for (const Guest& guest : guests_) tell(guest.socket);
    tell(extra_);
  }

  // Each says how it went; all hear what came of it.
  void part() {
    std::int32_t together = ncclSuccess;
    for (const Guest& guest : guests_) {
      std::int32_t result = ncclRemoteError;
      if (!receive_all(guest.socket, &result, sizeof(result), nullptr)) result = ncclRemoteError;
      if (together == ncclSuccess) together = result;
    }
    for (const Guest& guest : guests_) send_all(guest.socket, &together, sizeof(together), nullptr);
  }

  struct Guest {
    Socket socket;
  };
  const Socket listener_;
  const std::uint64_t secret_;
  std::vector<Guest> guests_;
  std::vector<Card> cards_;
  std::size_t arrived_ = 0;
  Socket extra_;  // of a rank that is wrong
};

}  // namespace

void hold_meeting(Socket listener, std::uint64_t secret) {
  auto host = std::make_shared<Host>(std::move(listener), secret);
  start_thread([host] { host->run(); }).detach();
}

}  // namespace heddle::nccl
