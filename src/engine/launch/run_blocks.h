// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::engine {

struct Grid;

// Takes blocks of the grid that need no others and runs them one after the other, in the calling
// thread, until none is left or the grid has failed. `share`: which of grid.workers it is.
void run_blocks(Grid& grid, unsigned share);

}  // namespace heddle::engine
