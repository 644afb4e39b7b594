// SPDX-License-Identifier: Apache-2.0
// What the engine and tools ask of the addresses of a warp's lanes: eight at a time where the CPU
// has AVX-512.
#pragma once

#include <algorithm>
#include <cstdint>

#include "image/kernel_abi.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace heddle::probes {

// The lowest and the highest address of some lanes, and all bits that are set in any. Of none: the
// highest number, and zeros.
struct LaneExtent {
  std::uint64_t low = ~std::uint64_t{0}, high = 0, any = 0;
};

namespace one_by_one {

inline std::uint32_t lanes_below(const std::uint64_t* addresses, std::uint64_t begin,
                                 std::uint64_t bits, std::uint64_t bytes) {
  std::uint32_t lanes = 0;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    lanes |= std::uint32_t{((addresses[lane] - begin) & bits) < bytes} << lane;
  }
  return lanes;
}

inline LaneExtent extent_of(const std::uint64_t* addresses, std::uint32_t lanes) {
  LaneExtent extent;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    const auto counts = -std::uint64_t{lanes >> lane & 1};
    extent.low = std::min(extent.low, addresses[lane] | ~counts);
    extent.high = std::max(extent.high, addresses[lane] & counts);
    extent.any |= addresses[lane] & counts;
  }
  return extent;
}

}  // namespace one_by_one

#if defined(__x86_64__)
namespace in_vectors {

inline bool are_there() {
  static const bool there = __builtin_cpu_supports("avx512f");
  return there;
}

[[gnu::target("avx512f")]] inline std::uint32_t lanes_below(const std::uint64_t* addresses,
                                                            std::uint64_t begin, std::uint64_t bits,
                                                            std::uint64_t bytes) {
  const auto from = _mm512_set1_epi64(static_cast<long long>(begin));
  const auto which = _mm512_set1_epi64(static_cast<long long>(bits));
  const auto end = _mm512_set1_epi64(static_cast<long long>(bytes));
  std::uint32_t lanes = 0;
  for (unsigned first = 0; first < abi::kWarpSize; first += 8) {
    const auto offset = _mm512_sub_epi64(_mm512_loadu_si512(addresses + first), from);
    const auto below = _mm512_cmplt_epu64_mask(_mm512_and_si512(offset, which), end);
    lanes |= std::uint32_t{below} << first;
  }
  return lanes;
}

[[gnu::target("avx512f")]] inline LaneExtent extent_of(const std::uint64_t* addresses,
                                                       std::uint32_t lanes) {
  auto low = _mm512_set1_epi64(-1), high = _mm512_setzero_si512(), any = high;
  for (unsigned first = 0; first < abi::kWarpSize; first += 8) {
    const auto which = static_cast<__mmask8>(lanes >> first);
    const auto here = _mm512_maskz_loadu_epi64(which, addresses + first);
    low = _mm512_mask_min_epu64(low, which, low, here);
    high = _mm512_max_epu64(high, here);
    any = _mm512_or_si512(any, here);
  }
  return {static_cast<std::uint64_t>(_mm512_reduce_min_epu64(low)),
          static_cast<std::uint64_t>(_mm512_reduce_max_epu64(high)),
          static_cast<std::uint64_t>(_mm512_reduce_or_epi64(any))};
}

}  // namespace in_vectors
#endif

// The lanes, of all 32, of which `(address - begin) & bits` is less than `bytes`.
inline std::uint32_t lanes_below(const std::uint64_t* addresses, std::uint64_t begin,
                                 std::uint64_t bits, std::uint64_t bytes) {
#if defined(__x86_64__)
  if (in_vectors::are_there()) return in_vectors::lanes_below(addresses, begin, bits, bytes);
#endif
  return one_by_one::lanes_below(addresses, begin, bits, bytes);
}

inline LaneExtent extent_of(const std::uint64_t* addresses, std::uint32_t lanes) {
#if defined(__x86_64__)
  if (in_vectors::are_there()) return in_vectors::extent_of(addresses, lanes);
#endif
  return one_by_one::extent_of(addresses, lanes);
}

}  // namespace heddle::probes
