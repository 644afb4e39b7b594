// SPDX-License-Identifier: Apache-2.0
#include "nccl/unique_id.h"

#include <sys/random.h>

#include <cstring>
#include <string>

#include "nccl/meeting.h"
#include "support/environment.h"

namespace heddle::nccl {
namespace {

void write_unique_id(const UniqueId& id, ncclUniqueId* out) {
  std::memset(out, 0, sizeof(*out));
  std::memcpy(out, &id, sizeof(id));
}

}  // namespace

std::uint64_t random_number() {
  std::uint64_t number = 0;
  while (getrandom(&number, sizeof(number), 0) != sizeof(number)) {
  }
  return number;
}

Result make_unique_id(ncclUniqueId* out) {
  UniqueId id;
  if (const char* const told = support::variable("NCCL_COMM_ID")) {
    const auto address = parse_address(told);
    if (!address)
      return fail(ncclInvalidArgument,
                  std::string("NCCL_COMM_ID has the form address:port, not \"") + told + '"');
    id.address = *address;
    id.by_environment = 1;
    write_unique_id(id, out);
    return ncclSuccess;
  }
  const auto address = own_address();
  if (!address)
    return fail(ncclSystemError, "no network interface is up that NCCL_SOCKET_IFNAME allows");
  id.address = *address;
  id.secret = random_number();
  Socket listener = listen_at(&id.address, 4096);
  if (!listener) return fail(ncclSystemError, "cannot listen for the ranks of a communicator");
  hold_meeting(std::move(listener), id.secret);
  write_unique_id(id, out);
  return ncclSuccess;
}

bool read_unique_id(const ncclUniqueId& id, UniqueId* out) {
  std::memcpy(out, &id, sizeof(*out));
  return out->magic == UniqueId::kMagic;
}

}  // namespace heddle::nccl

HEDDLE_NCCL ncclGetUniqueId(ncclUniqueId* out) {
  using namespace heddle::nccl;
  if (!out) return fail(ncclInvalidArgument, "ncclGetUniqueId: uniqueId is null");
  return make_unique_id(out);
}
