// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/external_memory.h"

#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/foreign_file.h"

namespace heddle::engine {

std::shared_ptr<ExternalMemory> ExternalMemory::open(int file, std::uint64_t bytes) {
  struct stat status{};
  const bool good = bytes > 0 && is_memory_of_this_user(file) && fstat(file, &status) == 0 &&
                    bytes <= static_cast<std::uint64_t>(status.st_size);
  return good ? std::make_shared<ExternalMemory>(file, bytes) : nullptr;
}

ExternalMemory::~ExternalMemory() {
  ::close(file);
}

}  // namespace heddle::engine
