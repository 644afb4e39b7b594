// SPDX-License-Identifier: Apache-2.0
#include "engine/device/printf_buffer.h"

#include <cstdio>

namespace heddle::engine {

void PrintfBuffer::append(std::string_view text) {
  std::lock_guard lock(mutex_);
  text_.append(text);
  any_.store(true, std::memory_order_relaxed);
  if (text_.size() < capacity.load(std::memory_order_relaxed)) return;
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  text_.clear();
}

void PrintfBuffer::flush() {
  if (!any_.load(std::memory_order_relaxed)) return;
  std::lock_guard lock(mutex_);
  any_.store(false, std::memory_order_relaxed);
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  text_.clear();
}

}  // namespace heddle::engine
