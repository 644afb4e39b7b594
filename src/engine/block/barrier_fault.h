// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::engine {

class BlockRunner;
struct BlockBarriers;

// The grid fails: warps of the block wait at barriers that never open.
void fail_at_barrier(BlockRunner& runner, const BlockBarriers& barriers);

}  // namespace heddle::engine
