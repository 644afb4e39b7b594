// SPDX-License-Identifier: Apache-2.0
// 128-bit content hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::support {

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
  std::string hex() const;
};

Hash128 hash128(const void* data, std::size_t size);

// Hash of a sequence of fields. Each field is closed by its length, so ("ab", "c") and ("a", "bc")
// differ.
class FieldHash {
 public:
  void add(std::string_view field);
  void add(std::uint64_t number);
  void add(const Hash128& hash);
  Hash128 finish() const { return hash128(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

}  // namespace heddle::support
