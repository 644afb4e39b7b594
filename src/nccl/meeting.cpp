// SPDX-License-Identifier: Apache-2.0
#include "nccl/meeting.h"

#include <fmt/format.h>

#include "nccl/meeting_protocol.h"

namespace heddle::nccl {
namespace {

// Rank 0, whom NCCL_COMM_ID names, may come later than others.
constexpr double kSecondsForLate = 60, kSeconds = 2;

Result gone(Stop stop) {
  if (stop && stop->load()) return ncclInternalError;
  return fail(ncclRemoteError, "a rank left while the communicator was made");
}

}  // namespace

Result Meeting::enter(const UniqueId& id, int rank, int ranks, const Card& card, Stop stop) {
  if (id.by_environment && rank == 0) {
    Address address = id.address;
    Socket listener = listen_at(&address, 4096);
    if (!listener) return fail(ncclSystemError, "cannot listen at the address of NCCL_COMM_ID");
    hold_meeting(std::move(listener), id.secret);
  }
  socket_ = connect_to(id.address, id.by_environment ? kSecondsForLate : kSeconds, stop);
  if (!socket_) {
    if (stop->load()) return ncclInternalError;
    return fail(ncclRemoteError,
                "the process that made the unique id does not answer (has it ended, or is the id "
                "one that was used before?)");
  }
  Hello hello{UniqueId::kMagic, id.secret, rank, ranks, card};
  Welcome welcome;
  if (!send_all(socket_, &hello, sizeof(hello), stop) ||
      !receive_all(socket_, &welcome, sizeof(welcome), stop))
    return gone(stop);
  if (welcome.result == ncclInvalidUsage)
    return fail(ncclInvalidUsage,
                fmt::format("rank {} of {}: ranks of a communicator are all different and say the "
                            "same number of ranks",
                            rank, ranks));
  if (welcome.result != ncclSuccess || welcome.ranks != ranks) return gone(stop);
  number_ = welcome.number;
  cards_.resize(static_cast<std::size_t>(ranks));
  if (!receive_all(socket_, cards_.data(), cards_.size() * sizeof(Card), stop)) return gone(stop);
  return ncclSuccess;
}

Result Meeting::leave(Result result, Stop stop) {
  std::int32_t own = result, together = ncclRemoteError;
  if (!send_all(socket_, &own, sizeof(own), stop) ||
      !receive_all(socket_, &together, sizeof(together), stop))
    return result != ncclSuccess ? result : gone(stop);
  if (result != ncclSuccess) return result;
  if (together != ncclSuccess)
    return fail(ncclRemoteError, "another rank could not join the communicator");
  return ncclSuccess;
}

}  // namespace heddle::nccl
