// SPDX-License-Identifier: Apache-2.0
// Lanes that come in the order of their addresses, each to one cell: CellNotes notes eight of them
// at a time.
#pragma once

#include <immintrin.h>

#include "probes/cell_notes.h"

namespace heddle::probes {

[[gnu::target("bmi2")]] inline std::uint32_t CellNotes::lowest_at_once(std::uint32_t lanes,
                                                                       unsigned count) {
  return _pdep_u32((1u << count) - 1, lanes);
}

[[gnu::target("avx512f,bmi2")]] inline bool CellNotes::are_side_by_side_in_vectors(
    std::uint32_t active, const std::uint64_t (&addresses)[abi::kWarpSize]) {
  constexpr unsigned kAtOnce = 8;
  const auto places = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
  auto expected = addresses[std::countr_zero(active)];  // of the next active lane
  unsigned other = 0;
  for (unsigned first = 0; first < abi::kWarpSize; first += kAtOnce) {
    const auto here = static_cast<__mmask8>(active >> first);
    const auto cells = _mm512_add_epi64(_mm512_maskz_expand_epi64(here, places),
                                        _mm512_set1_epi64(static_cast<long long>(expected)));
    other |= _mm512_mask_cmpneq_epu64_mask(here, _mm512_loadu_si512(addresses + first), cells);
    expected += std::uint64_t{kCellBytes} *
                static_cast<unsigned>(std::popcount(static_cast<unsigned>(here)));
  }
  return other == 0;
}

[[gnu::target("avx512f,bmi2")]] inline std::optional<std::uint32_t> CellNotes::touch_in_order(
    const abi::CodeNotes& notes, std::uint64_t own, std::uint32_t active,
    const std::uint64_t (&addresses)[abi::kWarpSize]) {
  constexpr unsigned kAtOnce = 8;
  // The active lanes' addresses, and what each would write, one behind the other.
  alignas(64) std::uint64_t at[abi::kWarpSize + kAtOnce], mine[abi::kWarpSize + kAtOnce];
  unsigned count = 0;
  const auto lanes = _mm512_slli_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), kLaneShift);
  for (unsigned first = 0; first < abi::kWarpSize; first += kAtOnce) {
    const auto here = static_cast<__mmask8>(active >> first);
    const std::uint64_t word_of_first = own + (std::uint64_t{first} << kLaneShift);
    const auto word = _mm512_set1_epi64(static_cast<long long>(word_of_first));
    _mm512_storeu_si512(at + count,
                        _mm512_maskz_compress_epi64(here, _mm512_loadu_si512(addresses + first)));
    _mm512_storeu_si512(mine + count,
                        _mm512_maskz_compress_epi64(here, _mm512_add_epi64(lanes, word)));
    count += static_cast<unsigned>(std::popcount(static_cast<unsigned>(here)));
  }
  const auto up_to = [](unsigned lanes) {
    return static_cast<__mmask8>(lanes >= kAtOnce ? 0xff : (1u << lanes) - 1);
  };
  // Where one is not behind the one before, or is no cell that has a word.
  const auto no_cell = _mm512_set1_epi64(
      static_cast<long long>(~std::uint64_t{0} << RowNotes::kAddressBits | (kCellBytes - 1)));
  unsigned bad = 0;
  for (unsigned i = 0; i < count; i += kAtOnce) {
    const auto here = _mm512_load_si512(at + i), next = _mm512_loadu_si512(at + i + 1);
    bad |= _mm512_mask_cmple_epu64_mask(up_to(count - 1 - i), next, here);
    bad |= _mm512_mask_test_epi64_mask(up_to(count - i), here, no_cell);
  }
  if (bad != 0) return std::nullopt;
  std::uint32_t left = 0;  // of those that stand one behind the other
  Stretch stretch(notes);
  for (unsigned i = 0, taken = 0; i < count; i += taken) {
    const auto here = _mm512_loadu_si512(at + i), words = _mm512_loadu_si512(mine + i);
    const auto number = _mm512_srli_epi64(here, RowNotes::kStretchShift);
    const auto wanted = static_cast<long long>(at[i] >> RowNotes::kStretchShift);
    const auto same =
        _mm512_mask_cmpeq_epi64_mask(up_to(count - i), number, _mm512_set1_epi64(wanted));
    taken = static_cast<unsigned>(std::popcount(static_cast<unsigned>(same)));
    auto* cells = stretch.at(at[i]);
    if (!cells) {
      left |= std::uint32_t{same} << i;
      continue;
    }
    // Mostly side by side, which is quicker than anywhere.
    auto* first = cells + at[i] / kCellBytes % kCells;
    const bool in_row = at[i + taken - 1] - at[i] == std::uint64_t{taken - 1} * kCellBytes;
    const auto index =
        _mm512_srli_epi64(_mm512_sub_epi64(here, _mm512_set1_epi64(static_cast<long long>(at[i]))),
                          std::countr_zero(kCellBytes));
    const auto old = in_row ? _mm512_maskz_loadu_epi64(same, first)
                            : _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), same, index,
                                                          first, sizeof(*first));
    const auto good = static_cast<__mmask8>(_mm512_mask_testn_epi64_mask(same, old, old) |
                                            _mm512_mask_cmpeq_epi64_mask(same, old, words));
    if (in_row) {
      _mm512_mask_storeu_epi64(first, good, words);
    } else {
      _mm512_mask_i64scatter_epi64(first, good, index, words, sizeof(*first));
    }
    for (auto others = static_cast<unsigned>(same & ~good); others != 0; others &= others - 1) {
      const auto k = i + static_cast<unsigned>(std::countr_zero(others));
      if (!add(cells[at[k] / kCellBytes % kCells], mine[k])) left |= 1u << k;
    }
  }
  return _pdep_u32(left, active);
}

}  // namespace heddle::probes
