// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk: one file a kernel, named by the hash of all that went into it.
//
// Any number of processes may use one directory: files appear by rename and never change. A file is
// the object followed by a trailer with its hash, so a truncated or corrupt file is noticed (and
// replaced) before the dynamic loader sees it. A directory that is full, read-only or missing makes
// every call a miss, nothing else; so does one that another user could have written to, which is
// said once (support/trusted_folder.h).
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/hash.h"
#include "support/trusted_folder.h"

namespace heddle::engine {

class CodeCache {
 public:
  // `directory` may be empty: no cache. `max_bytes` bounds what the directory holds.
  CodeCache(const std::string& directory, std::uint64_t max_bytes);

  const std::string& directory() const { return directory_; }  // absolute

  // Where the file of an object is.
  struct Place {
    std::string path;       // what debuggers and profilers are to see
    std::string load_path;  // the same file by the descriptor of the folder that was checked
  };
  struct Entry {
    Place place;
    std::vector<std::uint8_t> object;
  };
  std::optional<Entry> load(const support::Hash128& key);

  // Whether it can be used, as far as is known before something is stored. Makes the folder.
  bool usable();
  // Whether there is a file for `key`.
  bool contains(const support::Hash128& key);

  // Empty when it could not be stored.
  std::optional<Place> store(const support::Hash128& key, const std::uint8_t* object,
                             std::size_t size);

  // Whether something can be stored, now.
  bool writable();
  // Waits until no other process holds it; until the descriptor is closed. None where the file
  // system has no locks.
  support::Descriptor lock();

  // Deletes the longest-unused entries while the directory holds more than max_bytes.
  void trim() const;

 private:
  bool open_folder(bool make);

  const std::string directory_;
  const std::uint64_t max_bytes_;
  std::mutex mutex_;
  // Open for as long as the process: objects are loaded by its descriptor.
  support::TrustedFolder kernels_;
  unsigned stores_ = 0;
};

// The object within the contents of an entry's file; empty when they are damaged.
std::span<const std::uint8_t> object_of(std::span<const std::uint8_t> contents);

}  // namespace heddle::engine
