// SPDX-License-Identifier: Apache-2.0
#include "gpu/cluster.h"

namespace heddle::gpu {

bool has_clusters(const Model& m) {
  return m.launch.max_cluster_blocks > 1;
}

std::optional<Integer> max_active_clusters(const Model& m, Integer size, Integer blocks_per_sm) {
  if (!m.chip.gpc_sms) return std::nullopt;
  Integer clusters = 0;
  for (Integer sms : *m.chip.gpc_sms)
    if (size <= sms) clusters += sms * blocks_per_sm / size;
  return clusters;
}

std::optional<Integer> max_potential_cluster_size(const Model& m, Integer blocks_per_sm,
                                                  bool nonportable_allowed) {
  if (!m.chip.gpc_sms) return std::nullopt;
  Integer size =
      nonportable_allowed ? m.launch.max_cluster_blocks_nonportable : m.launch.max_cluster_blocks;
  while (size > 0 && *max_active_clusters(m, size, blocks_per_sm) == 0) --size;
  return size;
}

}  // namespace heddle::gpu
