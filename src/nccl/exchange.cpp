// SPDX-License-Identifier: Apache-2.0
#include "nccl/exchange.h"

#include <fmt/format.h>

#include <algorithm>

#include "nccl/numbers.h"

namespace heddle::nccl {

Exchange::Exchange(Peers& peers, Channel channel, Tag tag)
    : peers_(peers), channel_(channel), tag_(tag), lanes_(static_cast<std::size_t>(peers.ranks)) {}

Exchange::~Exchange() {
  for (const int peer : busy_)
    for (Outgoing& message : lanes_[static_cast<std::size_t>(peer)].out) message.withdraw();
}

void Exchange::send(int peer, const void* from, std::uint64_t bytes) {
  Peer& to = peers_.all[static_cast<std::size_t>(peer)];
  Ring& ring = *to.out[static_cast<std::size_t>(channel_)];
  auto& lane = lanes_[static_cast<std::size_t>(peer)];
  if (lane.out.empty() && lane.in.empty()) busy_.push_back(peer);
  lane.out.emplace_back(ring, from, bytes, static_cast<std::uint32_t>(tag_), to.by_pointer);
  ++sending_;
  // At once where it can: others need not wait for what this rank does next.
  if (lane.out.size() == 1 && lane.out.front().step() == Step::kSome) peers_.told(peer);
}

void Exchange::receive(int peer, void* to, std::uint64_t bytes) {
  Peer& from = peers_.all[static_cast<std::size_t>(peer)];
  auto& lane = lanes_[static_cast<std::size_t>(peer)];
  if (lane.out.empty() && lane.in.empty()) busy_.push_back(peer);
  lane.in.emplace_back(*from.in[static_cast<std::size_t>(channel_)],
                       Sink{static_cast<std::byte*>(to), nullptr, ncclInt8, {}}, bytes,
                       static_cast<std::uint32_t>(tag_));
  ++receiving_;
}

void Exchange::receive_combined(int peer, void* out, const void* own, std::uint64_t count,
                                ncclDataType_t type, const Operator& op) {
  Peer& from = peers_.all[static_cast<std::size_t>(peer)];
  auto& lane = lanes_[static_cast<std::size_t>(peer)];
  if (lane.out.empty() && lane.in.empty()) busy_.push_back(peer);
  lane.in.emplace_back(
      *from.in[static_cast<std::size_t>(channel_)],
      Sink{static_cast<std::byte*>(out), static_cast<const std::byte*>(own), type, op},
      count * size_of(type), static_cast<std::uint32_t>(tag_));
  ++receiving_;
}

Result Exchange::mismatch(int peer, Incoming& message) {
  const Slot& found = message.found();
  const auto expected = static_cast<Tag>(message.expected_tag());
  const auto got = static_cast<Tag>(found.tag);
  std::string sentence;
  if (expected != got) {
    sentence = fmt::format("rank {} calls {} where rank {} calls {}", peers_.rank,
                           name_of(expected), peer, name_of(got));
  } else if (expected == Tag::kSendRecv) {
    sentence = fmt::format("rank {} is to receive {} bytes from rank {}, which sends {}",
                           peers_.rank, message.expected_bytes(), peer, found.message);
  } else {
    sentence = fmt::format("ranks {} and {} call {} with different sizes", peers_.rank, peer,
                           name_of(expected));
  }
  return peers_.give_up(fail_aloud(ncclInvalidUsage, sentence));
}

Result Exchange::step_peer(int peer, bool* any) {
  Lane& lane = lanes_[static_cast<std::size_t>(peer)];
  bool moved = false;
  for (Outgoing& message : lane.out) {
    moved |= message.step() == Step::kSome;
    if (!message.given()) break;
  }
  while (!lane.out.empty() && lane.out.front().ended()) {
    lane.out.pop_front();
    --sending_;
    *any = true;
  }
  while (!lane.in.empty()) {
    Incoming& message = lane.in.front();
    const Step did = message.step();
    moved |= did == Step::kSome;
    if (did == Step::kMismatch) return mismatch(peer, message);
    if (did == Step::kWithdrawn)
      return peers_.give_up(fail_aloud(ncclRemoteError, fmt::format("rank {} has given up", peer)));
    if (!message.ended()) break;
    lane.in.pop_front();
    --receiving_;
  }
  if (moved) peers_.told(peer);
  *any |= moved;
  return ncclSuccess;
}

Result Exchange::step(bool* any) {
  for (const int peer : busy_) HEDDLE_NCCL_TRY(step_peer(peer, any));
  std::erase_if(busy_, [&](int peer) {
    const Lane& lane = lanes_[static_cast<std::size_t>(peer)];
    return lane.out.empty() && lane.in.empty();
  });
  return ncclSuccess;
}

bool Exchange::is_hopeless() const {
  return std::any_of(busy_.begin(), busy_.end(), [&](int peer) {
    const Peer& of = peers_.all[static_cast<std::size_t>(peer)];
    return of.gone.load(std::memory_order_acquire) || (of.segment && of.segment->failed());
  });
}

template <class Ended>
Result Exchange::wait(Ended ended) {
  bool last_look = false;
  while (true) {
    Bell& bell = peers_.own->bell();
    const std::uint32_t seen = bell.rung();
    bool any = false;
    HEDDLE_NCCL_TRY(step(&any));
    if (ended()) return ncclSuccess;
    if (any) {
      last_look = false;
      continue;
    }
    if (peers_.aborted.load(std::memory_order_acquire)) return ncclInternalError;
    // What came before its end was there before this was known.
    if (last_look)
      return peers_.give_up(fail_aloud(
          ncclRemoteError, fmt::format("{}: a rank that rank {} waits for has ended or given up",
                                       name_of(tag_), peers_.rank)));
    last_look = is_hopeless();
    if (!last_look) bell.wait(seen);
  }
}

Result Exchange::received() {
  return wait([&] { return receiving_ == 0; });
}
Result Exchange::sent(std::size_t left) {
  return wait([&] { return sending_ <= left; });
}
Result Exchange::all_ended() {
  return wait([&] { return receiving_ == 0 && sending_ == 0; });
}

}  // namespace heddle::nccl
