// SPDX-License-Identifier: Apache-2.0
// Making communicators.
#include "nccl/init.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "nccl/connect.h"
#include "nccl/group.h"

namespace heddle::nccl {
namespace {

Result check_config(const ncclConfig_t& config) {
  constexpr unsigned kMagic = 0xcafebeef;
  const auto wrong = [](const char* what) {
    return fail(ncclInvalidArgument, std::string("ncclConfig_t: ") + what);
  };
  const auto is_set = [](int value) { return value != NCCL_CONFIG_UNDEF_INT; };
  const auto is_flag = [&](int value) { return !is_set(value) || value == 0 || value == 1; };
  if (config.magic != kMagic || config.size < offsetof(ncclConfig_t, cgaClusterSize))
    return wrong("it was not set by NCCL_CONFIG_INITIALIZER");
  if (!is_flag(config.blocking)) return wrong("blocking is 0 or 1");
  // Members that the program's header does not have are not there.
  if (config.size < sizeof(ncclConfig_t)) return ncclSuccess;
  if (is_set(config.cgaClusterSize) && (config.cgaClusterSize < 0 || config.cgaClusterSize > 8))
    return wrong("cgaClusterSize is 0 to 8");
  if ((is_set(config.minCTAs) && config.minCTAs <= 0) ||
      (is_set(config.maxCTAs) && config.maxCTAs <= 0) ||
      (is_set(config.minCTAs) && is_set(config.maxCTAs) && config.minCTAs > config.maxCTAs))
    return wrong("minCTAs and maxCTAs are positive, in this order");
  if (!is_flag(config.splitShare) || !is_flag(config.shrinkShare))
    return wrong("splitShare and shrinkShare are 0 or 1");
  return ncclSuccess;
}

}  // namespace

Result make_comm(ncclComm_t* out, const ncclConfig_t* config, int device, bool parent_blocks,
                 Meet meet) {
  if (config) HEDDLE_NCCL_TRY(check_config(*config));
  const bool told = config && config->blocking != NCCL_CONFIG_UNDEF_INT;
  const auto comm = std::make_shared<Comm>(device, told ? config->blocking == 1 : parent_blocks);
  keep(comm);
  *out = comm->handle();
  const auto make = [comm, meet = std::move(meet)] {
    UniqueId id;
    HEDDLE_NCCL_TRY(meet(*comm->peers, &id));
    const Result result = connect_ranks(comm->peers, id, comm->device);
    if (result == ncclSuccess) comm->peers->state = ncclSuccess;
    return result;
  };
  Group::add({comm, make, out});
  return ncclSuccess;
}

namespace {

Result make_by_id(const char* call, ncclComm_t* out, int ranks, const ncclUniqueId& id, int rank,
                  const ncclConfig_t* config) {
  if (!out) return fail(ncclInvalidArgument, std::string(call) + ": comm is null");
  UniqueId where;
  if (!read_unique_id(id, &where))
    return fail(ncclInvalidArgument,
                std::string(call) + ": commId is not of ncclGetUniqueId of this library");
  if (ranks < 1 || rank < 0 || rank >= ranks)
    return fail(ncclInvalidArgument, fmt::format("{}: rank {} of {}", call, rank, ranks));
  int device = 0;
  HEDDLE_NCCL_TRY(cuda_failure(cudaGetDevice(&device)));
  HEDDLE_NCCL_TRY(cuda_failure(cudaFree(nullptr)));
  return make_comm(out, config, device, true, [=](Peers& made, UniqueId* found) {
    made.seat(rank, ranks);
    *found = where;
    return ncclSuccess;
  });
}

Result make_all(ncclComm_t* out, int count, const int* devices) {
  if (!out || count < 1)
    return fail(ncclInvalidArgument, "ncclCommInitAll: comms is null or ndev is less than 1");
  int there = 0;
  HEDDLE_NCCL_TRY(cuda_failure(cudaGetDeviceCount(&there)));
  std::set<int> seen;
  for (int i = 0; i < count; ++i) {
    const int device = devices ? devices[i] : i;
    if (device < 0 || device >= there)
      return fail(ncclInvalidArgument,
                  fmt::format("ncclCommInitAll: there is no device {} (HEDDLE_GPU "
                              "says which there are)",
                              device));
    if (!seen.insert(device).second)
      return fail(ncclInvalidUsage, fmt::format("ncclCommInitAll: device {} twice", device));
  }
  ncclUniqueId id;
  HEDDLE_NCCL_TRY(make_unique_id(&id));
  for (int i = 0; i < count; ++i) {
    const OnDevice on_device(devices ? devices[i] : i);
    HEDDLE_NCCL_TRY(make_by_id("ncclCommInitAll", out + i, count, id, i, nullptr));
  }
  return ncclSuccess;
}

}  // namespace
}  // namespace heddle::nccl

HEDDLE_NCCL ncclCommInitRank(ncclComm_t* out, int ranks, ncclUniqueId id, int rank) {
  using namespace heddle::nccl;
  return in_group([&] { return make_by_id("ncclCommInitRank", out, ranks, id, rank, nullptr); });
}
HEDDLE_NCCL ncclCommInitRankConfig(ncclComm_t* out, int ranks, ncclUniqueId id, int rank,
                                   ncclConfig_t* config) {
  using namespace heddle::nccl;
  return in_group(
      [&] { return make_by_id("ncclCommInitRankConfig", out, ranks, id, rank, config); });
}
// All meet at the first.
HEDDLE_NCCL ncclCommInitRankScalable(ncclComm_t* out, int ranks, int rank, int ids,
                                     ncclUniqueId* id, ncclConfig_t* config) {
  using namespace heddle::nccl;
  if (ids < 1 || ids > ranks || !id)
    return fail(ncclInvalidArgument, "ncclCommInitRankScalable: nId is 1 to nranks");
  return in_group(
      [&] { return make_by_id("ncclCommInitRankScalable", out, ranks, *id, rank, config); });
}
HEDDLE_NCCL ncclCommInitAll(ncclComm_t* out, int count, const int* devices) {
  using namespace heddle::nccl;
  return in_group([&] { return make_all(out, count, devices); });
}
