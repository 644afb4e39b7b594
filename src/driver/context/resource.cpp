// SPDX-License-Identifier: Apache-2.0
#include "driver/context/resource.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "driver/driver.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

using engine::Partition;

// What a resource holds that the program does not see.
struct Inside {
  static constexpr unsigned kMagic = 0x686d7370;
  unsigned magic;
  int device;
  unsigned is_part;  // of a split: it becomes a context before it is split again
  unsigned bits[16];
};
static_assert(sizeof(Inside) <= sizeof(CUdevResource::_internal_padding));

// How many multiprocessors a part has at least, and multiples of what (CUDA Driver API, "Green
// Contexts").
struct Grain {
  unsigned least, multiple;
};

Grain grain_of(int device, bool ignore_coscheduling) {
  const unsigned major = the_engine().device(device).arch() / 10;
  if (major < 7) return {1, 1};
  if (major == 7 || ignore_coscheduling) return {2, 2};
  return major == 8 ? Grain{4, 2} : Grain{8, 8};
}

// All that fit where the model does not know its GPCs.
unsigned groups_within_gpcs(int device, unsigned size) {
  const gpu::Model& model = the_engine().device(device).model;
  if (!model.chip.gpc_sms) return ~0U;
  unsigned groups = 0;
  for (const auto multiprocessors : *model.chip.gpc_sms)
    groups += static_cast<unsigned>(multiprocessors) / size;
  return groups;
}

CUdevResource resource_of(const Partition& partition, bool is_part) {
  CUdevResource resource{};
  Inside inside{Inside::kMagic, partition.device, is_part, {}};
  for (const unsigned number : partition.multiprocessors)
    inside.bits[number / 32] |= 1U << number % 32;
  std::memcpy(resource._internal_padding, &inside, sizeof inside);
  const Grain grain = grain_of(partition.device, false);
  resource.type = partition.size() ? CU_DEV_RESOURCE_TYPE_SM : CU_DEV_RESOURCE_TYPE_INVALID;
  resource.sm = {partition.size(), grain.least, grain.multiple};
  return resource;
}

CUresult read(const CUdevResource& resource, Partition* out, bool* is_part) {
  if (resource.type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  Inside inside;
  std::memcpy(&inside, resource._internal_padding, sizeof inside);
  if (inside.magic != Inside::kMagic || !process::is_device(inside.device))
    return CUDA_ERROR_INVALID_VALUE;
  out->device = inside.device;
  for (unsigned number = 0; number < 32 * std::size(inside.bits); ++number) {
    if (inside.bits[number / 32] >> number % 32 & 1) out->multiprocessors.push_back(number);
  }
  *is_part = inside.is_part;
  return out->size() == resource.sm.smCount ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Descriptions live as long as the process: there is no call that ends one.
struct Descriptions {
  std::mutex mutex;
  std::set<const Partition*> all;
};
Descriptions& descriptions() {
  static auto* const root = new Descriptions;
  return *root;
}

constexpr unsigned kSplitFlags = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
                                 CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;

}  // namespace

Partition whole(int device) {
  Partition all{device, {}};
  for (unsigned i = 0; i < the_engine().device(device).sm_count(); ++i)
    all.multiprocessors.push_back(i);
  return all;
}

CUresult describe(const Partition& partition, CUdevResourceType type, CUdevResource* out) {
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  *out = resource_of(partition, false);
  return CUDA_SUCCESS;
}

const Partition* partition_of(CUdevResourceDesc desc) {
  const auto* partition = reinterpret_cast<const Partition*>(desc);
  const std::lock_guard lock(descriptions().mutex);
  return descriptions().all.count(partition) ? partition : nullptr;
}

HEDDLE_DRIVER CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* groups,
                                                   const CUdevResource* input,
                                                   CUdevResource* remaining, unsigned int flags,
                                                   unsigned int least) {
  if (const CUresult result_of_init = initialised(); result_of_init != CUDA_SUCCESS)
    return result_of_init;
  if (!groups || !input || (flags & ~kSplitFlags)) return CUDA_ERROR_INVALID_VALUE;
  Partition all;
  bool is_part = false;
  if (const CUresult bad = read(*input, &all, &is_part); bad != CUDA_SUCCESS) return bad;
  if (is_part) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  if (result && *groups == 0) return CUDA_ERROR_INVALID_VALUE;
  if (least > all.size()) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  const bool apart = flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
  const Grain grain = grain_of(all.device, apart);
  const unsigned wanted =
      std::max(grain.least, (least + grain.multiple - 1) / grain.multiple * grain.multiple);
  const unsigned size = std::min(wanted, all.size());
  unsigned possible = all.size() / size;
  // The smallest groups each lie in one GPC (an H200 has it so), if all of the device is divided.
  if (!apart && size == grain.least && all.size() == the_engine().device(all.device).sm_count())
    possible = std::min(possible, groups_within_gpcs(all.device, size));
  *groups = result ? std::min(*groups, possible) : possible;
  if (!result) return CUDA_SUCCESS;
  auto from = all.multiprocessors.begin();
  for (unsigned i = 0; i < *groups; ++i, from += size)
    result[i] = resource_of({all.device, {from, from + size}}, true);
  if (remaining) *remaining = resource_of({all.device, {from, all.multiprocessors.end()}}, true);
  return CUDA_SUCCESS;
}

// Several are one then; what is in two of them counts once, as an H200 has it.
HEDDLE_DRIVER CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* out, CUdevResource* resources,
                                                 unsigned int count) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out || !resources || count == 0) return CUDA_ERROR_INVALID_VALUE;
  Partition all;
  for (unsigned i = 0; i < count; ++i) {
    Partition one;
    bool is_part = false;
    if (const CUresult bad = read(resources[i], &one, &is_part); bad != CUDA_SUCCESS) return bad;
    if (i > 0 && one.device != all.device) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    all.device = one.device;
    all.multiprocessors.insert(all.multiprocessors.end(), one.multiprocessors.begin(),
                               one.multiprocessors.end());
  }
  std::ranges::sort(all.multiprocessors);
  const auto twice = std::ranges::unique(all.multiprocessors);
  all.multiprocessors.erase(twice.begin(), twice.end());
  const Partition* kept = Partition::find(all);
  const std::lock_guard lock(descriptions().mutex);
  descriptions().all.insert(kept);
  *out = reinterpret_cast<CUdevResourceDesc>(const_cast<Partition*>(kept));
  return CUDA_SUCCESS;
}

}  // namespace heddle::driver
