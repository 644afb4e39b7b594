// SPDX-License-Identifier: Apache-2.0
#include "engine/base/asymmetric_fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::engine {
namespace {

bool membarrier(int command) {
  return syscall(SYS_membarrier, command, 0, 0) == 0;
}

}  // namespace

void AsymmetricFence::enable() {
  enabled_.store(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED));
}

void AsymmetricFence::heavy() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (enabled_.load(std::memory_order_relaxed)) membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

}  // namespace heddle::engine
