// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/file_space.h"

#include <fcntl.h>
#include <unistd.h>

namespace heddle::engine {

std::optional<std::uint64_t> FileSpace::take(std::uint64_t bytes) {
  const auto offset = free_.take(bytes, kGranule);
  if (!offset) return std::nullopt;
  const auto end = static_cast<off_t>(*offset + bytes);
  if (lseek(file_, 0, SEEK_END) >= end || ftruncate(file_, end) == 0) return offset;
  free_.add(*offset, bytes);
  return std::nullopt;
}

void FileSpace::give(std::uint64_t offset, std::uint64_t bytes) {
  fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
            static_cast<off_t>(bytes));
  free_.add(offset, bytes);
}

}  // namespace heddle::engine
