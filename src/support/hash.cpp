// SPDX-License-Identifier: Apache-2.0
#include "support/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace heddle::support {

std::string Hash128::hex() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

Hash128 hash128(const void* data, std::size_t size) {
  const XXH128_hash_t h = XXH3_128bits(data, size);
  return {h.low64, h.high64};
}

void FieldHash::add(std::string_view field) {
  bytes_.append(field);
  add(static_cast<std::uint64_t>(field.size()));
}

void FieldHash::add(std::uint64_t number) {
  bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void FieldHash::add(const Hash128& hash) {
  add(hash.low);
  add(hash.high);
}

}  // namespace heddle::support
