// SPDX-License-Identifier: Apache-2.0
// Results of this tool in the cache: each a folder with one file and the manifest of what it was
// made of.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/trusted_folder.h"

namespace heddle::support {

struct EntryKind {
  const char* folder;  // below the cache's
  const char* file;    // the result's name in its own folder
  mode_t mode;
};

// The entry `name`, when its file is undamaged and all that it was made of has still the same
// contents; else empty. `files`, unless null, gets the names of what it was made of.
TrustedFolder find_entry(const EntryKind& kind, const std::string& name,
                         std::vector<std::string>* files = nullptr);

// Whether there is a cache that entries may be put into.
bool can_store(const EntryKind& kind);

// Keeps `contents`, made of `files`, under `name` and returns the entry, complete from the moment
// that it has its name; older entries make room. Empty with `error` (an errno; EPERM: not trusted,
// and told; EFBIG: larger than HEDDLE_CACHE_SIZE) when it cannot be kept.
TrustedFolder store_entry(const EntryKind& kind, const std::string& name, std::string_view contents,
                          const std::vector<std::string>& files, int* error);

}  // namespace heddle::support
