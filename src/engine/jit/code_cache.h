// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk: one file a kernel, named by the hash of all that went into it.
//
// Any number of processes may use one directory: files appear by rename and never change. A file is
// the object followed by a trailer with its hash, so a truncated or corrupt file is noticed (and
// replaced) before the dynamic loader sees it. A directory that is full, read-only or missing makes
// every call a miss, nothing else.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/hash.h"

namespace heddle::engine {

class CodeCache {
 public:
  // `directory` may be empty: no cache. `max_bytes` bounds what the directory holds.
  CodeCache(std::string directory, std::uint64_t max_bytes);

  struct Entry {
    std::string path;
    std::vector<std::uint8_t> object;
  };
  std::optional<Entry> load(const support::Hash128& key) const;

  // The path of the stored object, empty when it could not be stored.
  std::string store(const support::Hash128& key, const std::uint8_t* object, std::size_t size);

  // Deletes the longest-unused files while the directory holds more than max_bytes.
  void trim() const;

 private:
  std::string path_of(const support::Hash128& key) const;

  std::string directory_;
  std::uint64_t max_bytes_;
  std::atomic<unsigned> stores_{0};
};

}  // namespace heddle::engine
