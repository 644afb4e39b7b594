// SPDX-License-Identifier: Apache-2.0
// Problems that nobody tuned for: sizes drawn from a seed, each number log-uniform from 1 to 16384,
// half of the problems with odd numbers throughout (so no line but the first of a matrix is
// aligned), the others with multiples of eight (below eight powers of two); every order, beta 0 or
// 1. Lines follow each other without a gap. `least` instead of 1: without short sides; `most`
// instead of 16384: without long ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../common/random.h"

namespace gemm {

struct RandomSize {
  int m, n, k;
  std::string orders;
  float beta;
  bool odd;
};

inline int random_extent(std::uint64_t seed, std::uint64_t index, bool odd, int least, int most) {
  const double unit = double(gallery::random_bits(seed, index) >> 11) * 0x1p-53;
  const int drawn = int(least * std::exp(unit * std::log(double(most) / least)));
  if (odd) return drawn | 1;
  if (drawn >= 8) return (drawn + 4) / 8 * 8;
  return drawn >= 4 ? 4 : drawn >= 2 ? 2 : 1;
}

inline std::vector<RandomSize> random_sizes(std::uint64_t seed, int count, int least = 1,
                                            int most = 16384) {
  std::vector<RandomSize> sizes;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t at = std::uint64_t(i) * 8;
    const std::uint64_t bits = gallery::random_bits(seed, at + 3);
    const bool odd = i % 2 == 1;
    RandomSize size{random_extent(seed, at, odd, least, most),
                    random_extent(seed, at + 1, odd, least, most),
                    random_extent(seed, at + 2, odd, least, most),
                    "rrr",
                    float(bits >> 3 & 1),
                    odd};
    for (int o = 0; o < 3; ++o)
      if (bits >> o & 1) size.orders[o] = 'c';
    sizes.push_back(size);
  }
  return sizes;
}

// The sizes that README.md's tables of the front functions have, in rows.
inline std::vector<RandomSize> sizes_of_readme() {
  return {{8192, 4096, 2048, "rrr", 0, false}, {4096, 4096, 4096, "rrr", 0, false},
          {8192, 8192, 8192, "rrr", 0, false}, {1024, 1024, 1024, "rrr", 0, false},
          {512, 512, 16384, "rrr", 0, false},  {8192, 128, 8192, "rrr", 0, false},
          {1000, 1000, 1000, "rrr", 0, false}};
}
// Squares where most programs are, in rows; every second of no multiple of 64 or more.
inline std::vector<RandomSize> small_squares() {
  std::vector<RandomSize> sizes;
  for (const int n : {256, 200, 384,  360,  512,  504,  640,  600,  768,  720,
                      896, 880, 1024, 1000, 1280, 1200, 1536, 1504, 2048, 2000})
    sizes.push_back({n, n, n, "rrr", 0, false});
  return sizes;
}
// Few rows times the matrices of a language model's layers, which lie along k (as trained) or
// across it: what memory gives counts, and nothing else.
inline std::vector<RandomSize> decode_sizes() {
  std::vector<RandomSize> sizes;
  for (const auto& [n, k] :
       {std::pair{4096, 4096}, {11008, 4096}, {4096, 11008}, {14336, 5120}, {28672, 8192}})
    for (const int m : {1, 2, 4, 8, 16, 32, 64, 128})
      for (const char* orders : {"rcr", "rrr"}) sizes.push_back({m, n, k, orders, 0, false});
  return sizes;
}

}  // namespace gemm
