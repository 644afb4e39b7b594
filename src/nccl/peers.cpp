// SPDX-License-Identifier: Apache-2.0
#include "nccl/peers.h"

#include "nccl/pump.h"

namespace heddle::nccl {

void Peers::tell_all() {
  if (own) {
    own->mark_failed();
    own->bell().ring();
  }
  for (Peer& peer : all)
    if (peer.segment) peer.segment->bell().ring();
  if (pump) pump->break_off();
}

Result Peers::give_up(Result result) {
  ncclResult_t none = ncclSuccess;
  state.compare_exchange_strong(none, result);
  tell_all();
  return result;
}

void Peers::abort() {
  aborted = true;
  tell_all();
}

void Peers::told(int peer) {
  if (const auto& segment = all[static_cast<std::size_t>(peer)].segment) {
    segment->bell().ring();
  } else {
    pump->wake();
  }
}

}  // namespace heddle::nccl
