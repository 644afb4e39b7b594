// SPDX-License-Identifier: Apache-2.0
// A host thread that runs clusters (blocks, when there are none) which may wait for each other. As
// on a GPU, where many are resident, one that waits must not keep the others from beginning.
#pragma once

namespace heddle::engine {

class BegunBlocks;
class ResidentBlockStore;
struct Grid;

// Takes clusters of the grid and runs them, until none is left or the grid has failed. `begun`:
// with a block that was left in the middle, may be null.
void run_clusters(Grid& grid, ResidentBlockStore& store, unsigned share,
                  BegunBlocks* begun = nullptr);

}  // namespace heddle::engine
