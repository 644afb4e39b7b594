// SPDX-License-Identifier: Apache-2.0
// Files of the caches: kernels with their trailer, manifests, and the make rules that manifests are
// made from. The first byte says which.
#include <cstdlib>
#include <string>

#include "engine/jit/code_cache.h"
#include "support/manifest.h"

using namespace heddle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span rest(data + 1, size - 1);
  const std::string text(rest.begin(), rest.end());
  switch (data[0] % 3) {
    case 0:
      if (engine::object_of(rest).size() > rest.size()) std::abort();
      break;
    case 1: {
      // Names of files are names below this one, of which there are none.
      std::string manifest;
      for (const char c : text) manifest += c == '/' ? '_' : c;
      // Only the one text that its own files would make is current.
      if (support::is_current(manifest, "program") &&
          !manifest.starts_with(support::content_hash("program"))) {
        std::abort();
      }
      break;
    }
    default:
      for (const std::string& file : support::rule_files(text)) {
        if (file.empty() || file.size() > text.size()) std::abort();
      }
  }
  return 0;
}
