// SPDX-License-Identifier: Apache-2.0
#include "engine/block/kernel_pc.h"

#include "engine/block/block_runner.h"

namespace heddle::engine {

std::uintptr_t kernel_pc(const BlockRunner& runner, const LoadedCode& code, std::uintptr_t pc,
                         std::uintptr_t sp) {
  if (pc >= code.text_begin && pc < code.text_end) return pc;
  const std::uintptr_t end = runner.stack_end(sp);
  // What a thread was begun with may lie there too, in a register that was saved.
  const auto entry = reinterpret_cast<std::uintptr_t>(runner.grid().variant->entry);
  for (std::uintptr_t at = sp & ~std::uintptr_t{7}; at + 8 <= end && at < sp + 65536; at += 8) {
    const std::uintptr_t word = *reinterpret_cast<const std::uintptr_t*>(at);
    if (word > code.text_begin && word < code.text_end && word != entry) return word - 1;
  }
  return 0;
}

}  // namespace heddle::engine
