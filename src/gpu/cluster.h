// SPDX-License-Identifier: Apache-2.0
// Thread block clusters. The blocks of a cluster run on one GPC (CUDA C++ Programming Guide,
// "Thread Block Clusters"). The rule, which gives every answer that cudaOccupancyMaxActiveClusters
// gave on an H200 (tests/gpu/data/clusters.csv): a GPC of s SMs, each holding b blocks, holds s*b /
// size clusters, rounded down, and none when size > s.
#pragma once

#include <optional>

#include "gpu/model.h"

namespace heddle::gpu {

bool has_clusters(const Model& model);

// Clusters of `size` blocks that are resident at once on the whole GPU when `blocks_per_sm` blocks
// fit on an SM. Empty when the model does not know its GPCs.
std::optional<Integer> max_active_clusters(const Model& model, Integer size, Integer blocks_per_sm);

// The largest cluster size that is allowed and of which at least one fits; 0 when none does. Empty
// as above.
std::optional<Integer> max_potential_cluster_size(const Model& model, Integer blocks_per_sm,
                                                  bool nonportable_allowed);

}  // namespace heddle::gpu
