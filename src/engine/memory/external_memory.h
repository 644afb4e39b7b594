// SPDX-License-Identifier: Apache-2.0
// Memory that is a file's (memfd) and that another process, or another interface of this one, has
// exported.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/error.h"

namespace heddle::engine {

struct ExternalMemory {
  // The descriptor becomes the memory's. Null: it is no memory of this user that cannot become
  // shorter, or has less than `bytes`.
  static std::shared_ptr<ExternalMemory> open(int file, std::uint64_t bytes);
  ExternalMemory(int descriptor, std::uint64_t size) : file(descriptor), bytes(size) {}
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory&) = delete;
  ExternalMemory& operator=(const ExternalMemory&) = delete;

  bool contains(std::uint64_t offset, std::uint64_t size) const {
    return size > 0 && size <= bytes && offset <= bytes - size;
  }

  const int file;
  const std::uint64_t bytes;
};

}  // namespace heddle::engine
