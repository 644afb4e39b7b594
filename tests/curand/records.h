// SPDX-License-Identifier: Apache-2.0
// What a program writes down of what it was given, a line each, to be compared with what an H200
// gave (tests/curand/compare): the checksum of what must be the same, some of the numbers where
// they need only be close.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace records {

inline std::uint32_t checksum(const void* data, std::size_t bytes) {  // CRC-32
  static std::uint32_t table[256];
  if (table[1] == 0) {
    for (std::uint32_t i = 0; i < 256; ++i) {
      table[i] = i;
      for (int k = 0; k < 8; ++k) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0u);
    }
  }
  std::uint32_t sum = ~0u;
  for (std::size_t i = 0; i < bytes; ++i)
    sum = sum >> 8 ^ table[(sum ^ static_cast<const unsigned char*>(data)[i]) & 255];
  return ~sum;
}

template <class T>
void same(const std::string& name, const std::vector<T>& values) {
  std::printf("%s same %08x\n", name.c_str(), checksum(values.data(), values.size() * sizeof(T)));
}
template <class T>
void close(const std::string& name, const std::vector<T>& values) {
  constexpr std::size_t kSome = 24;
  std::printf("%s %s", name.c_str(), sizeof(T) == 4 ? "float" : "double");
  for (std::size_t i = 0; i < kSome; ++i)
    std::printf(" %.17g", static_cast<double>(values[values.size() * i / kSome]));
  std::printf("\n");
}

}  // namespace records
