// SPDX-License-Identifier: Apache-2.0
// Communicators of some ranks of another. These talk over a channel of their own, so that
// operations that are under way do not matter.
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "nccl/exchange.h"
#include "nccl/group.h"
#include "nccl/init.h"
#include "nccl/meeting.h"
#include "support/hash.h"

namespace heddle::nccl {
namespace {

struct Wish {
  std::int32_t color, key;
};

// Of a split: the lowest of them makes the id.
Result send_id(Peers& peers, const std::vector<int>& members, UniqueId* id) {
  Exchange exchange(peers, Channel::kControl, Tag::kControl);
  ncclUniqueId made{};
  const int leader = *std::min_element(members.begin(), members.end());
  if (leader == peers.rank) {
    HEDDLE_NCCL_TRY(make_unique_id(&made));
    for (const int member : members)
      if (member != leader) exchange.send(member, &made, sizeof(made));
  } else {
    exchange.receive(leader, &made, sizeof(made));
  }
  HEDDLE_NCCL_TRY(exchange.all_ended());
  return read_unique_id(made, id) ? ncclSuccess : ncclInternalError;
}

Result tell_wishes(Peers& peers, std::vector<Wish>* wishes) {
  Exchange exchange(peers, Channel::kControl, Tag::kControl);
  const Wish own = (*wishes)[static_cast<std::size_t>(peers.rank)];
  for (int rank = 0; rank < peers.ranks; ++rank) {
    if (rank == peers.rank) continue;
    exchange.send(rank, &own, sizeof(own));
    exchange.receive(rank, &(*wishes)[static_cast<std::size_t>(rank)], sizeof(Wish));
  }
  return exchange.all_ended();
}

// Which ranks of the parent become one communicator, in its order.
std::vector<int> members_of(const std::vector<Wish>& wishes, int color) {
  std::vector<int> members;
  for (std::size_t rank = 0; rank < wishes.size(); ++rank)
    if (wishes[rank].color == color) members.push_back(static_cast<int>(rank));
  std::sort(members.begin(), members.end(), [&](int a, int b) {
    const int key = wishes[static_cast<std::size_t>(a)].key;
    const int other = wishes[static_cast<std::size_t>(b)].key;
    return key != other ? key < other : a < b;
  });
  return members;
}

int place_in(const std::vector<int>& members, int rank) {
  return static_cast<int>(std::find(members.begin(), members.end(), rank) - members.begin());
}

// How many they will be, all have to say first.
Result split(const CommRef& parent, int color, int key, ncclComm_t* out,
             const ncclConfig_t* config) {
  const auto talk = [parent, color, key](Peers* made, UniqueId* id) {
    Peers& all = *parent->peers;
    const std::lock_guard lock(parent->talk);
    std::vector<Wish> wishes(static_cast<std::size_t>(all.ranks));
    wishes[static_cast<std::size_t>(all.rank)] = {color, key};
    HEDDLE_NCCL_TRY(tell_wishes(all, &wishes));
    if (!made) return ncclSuccess;
    const std::vector<int> members = members_of(wishes, color);
    made->seat(place_in(members, all.rank), static_cast<int>(members.size()));
    return send_id(all, members, id);
  };
  if (color != NCCL_SPLIT_NOCOLOR)
    return make_comm(out, config, parent->device, parent->blocking,
                     [talk](Peers& made, UniqueId* id) { return talk(&made, id); });
  *out = nullptr;
  Group::add({parent, [talk] { return talk(nullptr, nullptr); }});
  return ncclSuccess;
}

// Others may be gone, so that nothing can be said over the parent: they meet where the lowest of
// them has listened ever since.
Result meet_again(Peers& before, const std::vector<int>& members, UniqueId* id) {
  support::FieldHash secret;
  secret.add(before.number);
  for (const int member : members) secret.add(static_cast<std::uint64_t>(member));
  id->secret = secret.finish().low;
  id->address = before.addresses[static_cast<std::size_t>(members.front())];
  if (members.front() != before.rank) return ncclSuccess;
  Socket listener(dup(before.listener.file()));
  if (!listener) return fail(ncclSystemError, "cannot listen for the ranks that are left");
  hold_meeting(std::move(listener), id->secret);
  return ncclSuccess;
}

Result shrink(const CommRef& parent, const int* excluded, int count, ncclComm_t* out,
              const ncclConfig_t* config, int flags) {
  const Peers& peers = *parent->peers;
  const std::vector<int> gone(excluded, excluded + count);
  std::vector<int> members;
  for (int rank = 0; rank < peers.ranks; ++rank)
    if (std::find(gone.begin(), gone.end(), rank) == gone.end()) members.push_back(rank);
  const bool wrong = std::any_of(gone.begin(), gone.end(),
                                 [&](int rank) { return rank < 0 || rank >= peers.ranks; });
  if (wrong || place_in(members, peers.rank) == static_cast<int>(members.size()))
    return fail(ncclInvalidArgument,
                "ncclCommShrink: excluded are other ranks of the communicator than this one");
  // What hangs, as an excluded rank does not answer, ends.
  if (flags & NCCL_SHRINK_ABORT) parent->peers->abort();
  return make_comm(
      out, config, parent->device, parent->blocking, [parent, members](Peers& made, UniqueId* id) {
        made.seat(place_in(members, parent->peers->rank), static_cast<int>(members.size()));
        return meet_again(*parent->peers, members, id);
      });
}

}  // namespace
}  // namespace heddle::nccl

HEDDLE_NCCL ncclCommSplit(ncclComm_t handle, int color, int key, ncclComm_t* out,
                          ncclConfig_t* config) {
  using namespace heddle::nccl;
  return in_group([&] {
    CommRef parent;
    HEDDLE_NCCL_TRY(usable(handle, "ncclCommSplit", &parent));
    if (!out) return fail(ncclInvalidArgument, "ncclCommSplit: newcomm is null");
    if (color < 0 && color != NCCL_SPLIT_NOCOLOR)
      return fail(ncclInvalidArgument, "ncclCommSplit: color is negative");
    return split(parent, color, key, out, config);
  });
}

// Of a parent that has failed, too.
HEDDLE_NCCL ncclCommShrink(ncclComm_t handle, int* excluded, int count, ncclComm_t* out,
                           ncclConfig_t* config, int flags) {
  using namespace heddle::nccl;
  return in_group([&] {
    const CommRef parent = find(handle);
    if (!parent) return fail(ncclInvalidArgument, "ncclCommShrink: comm is not a communicator");
    if (!out || !excluded || count < 1 || (flags & ~NCCL_SHRINK_ABORT) != 0)
      return fail(ncclInvalidArgument,
                  "ncclCommShrink: a null pointer, an empty list or a flag that is none");
    return shrink(parent, excluded, count, out, config, flags);
  });
}
