// SPDX-License-Identifier: Apache-2.0
#include "checker/races/noted_rows.h"

#include <sys/mman.h>

#include <algorithm>

namespace heddle::checker::races {
namespace {

using probes::RowNotes;

constexpr std::size_t kWords = std::size_t{1} << (RowNotes::kAddressBits - RowNotes::kStretchShift);
// Zeros are had from the system from so many words on.
constexpr std::uint64_t kManyWords = 65536, kPageWords = 4096 / sizeof(std::uint64_t);

}  // namespace

NotedRows::~NotedRows() {
  if (words_) munmap(words_, kWords * sizeof(std::uint64_t));
}

std::uint64_t* NotedRows::words() {
  if (tried_) return words_;
  tried_ = true;
  void* reserved = mmap(nullptr, kWords * sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  madvise(reserved, kWords * sizeof(std::uint64_t), MADV_DONTDUMP);
  words_ = static_cast<std::uint64_t*>(reserved);
  return words_;
}

void NotedRows::show(abi::CodeNotes& notes, BlockId block, BlockId dead_below) {
  notes.rows = block < RowNotes::kMostBlocks ? words_ : nullptr;
  notes.own = block << RowNotes::kBlockShift;
  notes.alive = dead_below << RowNotes::kBlockShift;
}

void NotedRows::forget(std::uint64_t address, std::uint64_t bytes) {
  if (!words_ || bytes == 0 || (address | bytes) >> RowNotes::kAddressBits != 0) return;
  auto first = address >> RowNotes::kStretchShift;
  const auto end = ((address + bytes - 1) >> RowNotes::kStretchShift) + 1;
  if (end - first >= kManyWords) {
    const auto from = (first + kPageWords - 1) / kPageWords * kPageWords;
    const auto to = end / kPageWords * kPageWords;
    std::fill(words_ + first, words_ + from, 0);
    madvise(words_ + from, (to - from) * sizeof(std::uint64_t), MADV_DONTNEED);
    first = to;
  }
  std::fill(words_ + first, words_ + end, 0);
}

}  // namespace heddle::checker::races
