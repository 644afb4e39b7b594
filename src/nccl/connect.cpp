// SPDX-License-Identifier: Apache-2.0
#include "nccl/connect.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "nccl/machine.h"
#include "nccl/meeting.h"
#include "nccl/pump.h"

namespace heddle::nccl {
namespace {

// When all know each other: that one cannot is told to it, not to those that wait for it.
constexpr double kSecondsToCall = 30;

struct Call {
  std::uint64_t number;
  std::int32_t rank, zero;
};

class Connecting {
 public:
  Connecting(const std::shared_ptr<Peers>& peers, int device) : peers_(*peers), held_(peers) {
    own_.device = device;
  }

  Result run(const UniqueId& id) {
    HEDDLE_NCCL_TRY(prepare());
    HEDDLE_NCCL_TRY(meeting_.enter(id, peers_.rank, peers_.ranks, own_, &peers_.aborted));
    Result result = check_devices();
    if (result == ncclSuccess) result = connect();
    result = meeting_.leave(result, &peers_.aborted);
    if (peers_.own) peers_.own->close_file();
    if (result == ncclSuccess) start();
    peers_.listener = std::move(listener_);
    peers_.number = meeting_.number();
    for (const Card& each : meeting_.cards()) peers_.addresses.push_back(each.address);
    return result;
  }

 private:
  Result prepare() {
    peers_.own = Segment::make(peers_.ranks);
    if (!peers_.own) return fail(ncclSystemError, "cannot make the memory that ranks share");
    own_.host = host_number();
    own_.process = process_number();
    own_.visible = visible_devices();
    own_.segment = peers_.own->name();
    const auto address = own_address();
    if (!address)
      return fail(ncclSystemError, "no network interface is up that NCCL_SOCKET_IFNAME allows");
    own_.address = *address;
    listener_ = listen_at(&own_.address, peers_.ranks);
    if (!listener_) return fail(ncclSystemError, "cannot listen for other ranks");
    char bus[32] = {};
    HEDDLE_NCCL_TRY(cuda_failure(cudaDeviceGetPCIBusId(bus, sizeof(bus), own_.device)));
    std::strncpy(own_.bus, bus, sizeof(own_.bus) - 1);
    return ncclSuccess;
  }

  // All ranks see the same.
  Result check_devices() {
    const auto& cards = meeting_.cards();
    for (std::size_t i = 0; i < cards.size(); ++i) {
      for (std::size_t j = i + 1; j < cards.size(); ++j) {
        // Where that variable gives each process one device, all call theirs the first.
        const bool same_view = cards[i].visible == cards[j].visible;
        if (cards[i].host == cards[j].host && same_view &&
            std::string_view(cards[i].bus) == cards[j].bus)
          return fail(ncclInvalidUsage,
                      fmt::format("Duplicate GPU detected: rank {} and rank {} both on CUDA device "
                                  "{} of one machine (HEDDLE_GPU=h200,h200 makes two)",
                                  i, j, cards[i].bus));
      }
    }
    return ncclSuccess;
  }

  Result connect() {
    sockets_.resize(meeting_.cards().size());
    for (int rank = 0; rank < peers_.ranks; ++rank) map(rank);
    HEDDLE_NCCL_TRY(call_others());
    return agree_on_memory();
  }

  bool is_other_process(int rank) const { return card(rank).process != own_.process; }
  const Card& card(int rank) const { return meeting_.cards()[static_cast<std::size_t>(rank)]; }
  Peer& peer(int rank) { return peers_.all[static_cast<std::size_t>(rank)]; }
  Socket& socket(int rank) { return sockets_[static_cast<std::size_t>(rank)]; }

  void map(int rank) {
    Peer& to = peer(rank);
    to.same_process = !is_other_process(rank);
    to.by_pointer = to.same_process && !is_set("NCCL_P2P_DISABLE");
    const bool near =
        to.same_process || (card(rank).host == own_.host && !is_set("NCCL_SHM_DISABLE"));
    if (near) to.segment = Segment::map(card(rank).segment, peers_.ranks);
  }

  // The higher rank calls the lower one.
  Result call_others() {
    for (int rank = 0; rank < peers_.rank; ++rank) {
      if (!is_other_process(rank)) continue;
      socket(rank) = connect_to(card(rank).address, kSecondsToCall, &peers_.aborted);
      const Call call{meeting_.number(), peers_.rank, 0};
      if (!socket(rank) || !send_all(socket(rank), &call, sizeof(call), &peers_.aborted))
        return fail(ncclRemoteError, fmt::format("cannot connect with rank {}", rank));
    }
    int awaited = 0;
    for (int rank = peers_.rank + 1; rank < peers_.ranks; ++rank)
      awaited += is_other_process(rank) ? 1 : 0;
    while (awaited > 0) {
      Socket caller = accept_one(listener_, kSecondsToCall, &peers_.aborted);
      if (!caller) return fail(ncclRemoteError, "ranks do not call");
      Call call{};
      if (!receive_all(caller, &call, sizeof(call), &peers_.aborted) ||
          call.number != meeting_.number() || call.rank <= peers_.rank ||
          call.rank >= peers_.ranks || socket(call.rank))
        continue;
      socket(call.rank) = std::move(caller);
      --awaited;
    }
    return ncclSuccess;
  }

  // Two ranks use shared memory if each could map the other's.
  Result agree_on_memory() {
    for (int rank = 0; rank < peers_.ranks; ++rank) {
      if (!is_other_process(rank)) {
        if (!peer(rank).segment)
          return fail(ncclSystemError, "cannot map the memory of a rank of this process");
        continue;
      }
      const char mapped = peer(rank).segment ? 1 : 0;
      if (!send_all(socket(rank), &mapped, 1, &peers_.aborted))
        return fail(ncclRemoteError, fmt::format("rank {} left", rank));
    }
    for (int rank = 0; rank < peers_.ranks; ++rank) {
      if (!is_other_process(rank)) continue;
      char mapped = 0;
      if (!receive_all(socket(rank), &mapped, 1, &peers_.aborted))
        return fail(ncclRemoteError, fmt::format("rank {} left", rank));
      if (!mapped) peer(rank).segment = nullptr;
    }
    return ncclSuccess;
  }

  void start() {
    std::vector<Pump::Connection> connections;
    for (int rank = 0; rank < peers_.ranks; ++rank) {
      Peer& to = peer(rank);
      for (std::uint32_t c = 0; c < kChannels; ++c) {
        const auto channel = static_cast<Channel>(c);
        to.in.push_back(&peers_.own->ring(rank, channel));
        if (to.segment) {
          to.out.push_back(&to.segment->ring(peers_.rank, channel));
        } else {
          peers_.carried.push_back(std::make_unique<Ring>());
          to.out.push_back(peers_.carried.back().get());
        }
      }
      if (!is_other_process(rank)) continue;
      const bool carries = !to.segment;
      connections.push_back({std::move(socket(rank)), &to.gone,
                             carries ? to.in : std::vector<Ring*>(),
                             carries ? to.out : std::vector<Ring*>()});
    }
    if (!connections.empty()) peers_.pump = Pump::start(std::move(connections), peers_.own, held_);
  }

  Peers& peers_;
  const std::shared_ptr<Peers> held_;
  Meeting meeting_;
  Card own_;
  Socket listener_;
  std::vector<Socket> sockets_;
};

}  // namespace

Result connect_ranks(const std::shared_ptr<Peers>& peers, const UniqueId& id, int device) {
  return Connecting(peers, device).run(id);
}

}  // namespace heddle::nccl
