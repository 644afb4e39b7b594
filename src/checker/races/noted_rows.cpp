// SPDX-License-Identifier: Apache-2.0
#include "checker/races/noted_rows.h"

#include <sys/mman.h>

#include <algorithm>

namespace heddle::checker::races {
namespace {

using probes::CellNotes;
using probes::RowNotes;

constexpr std::size_t kInFront = 4096 / sizeof(std::uint64_t);  // of the words
constexpr std::size_t kWords = std::size_t{1} << (RowNotes::kAddressBits - RowNotes::kStretchShift);
constexpr std::size_t kChunks = std::size_t{1} << (RowNotes::kAddressBits - CellNotes::kChunkShift);
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << CellNotes::kChunkShift;
// Zeros are had from the system from so many words on.
constexpr std::uint64_t kManyWords = 65536, kPageWords = 4096 / sizeof(std::uint64_t);

// Zeros that take memory where they are touched; null: there is no address space for them.
template <class T>
T* reserve(std::size_t count) {
  void* reserved = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  madvise(reserved, count * sizeof(T), MADV_DONTDUMP);
  return static_cast<T*>(reserved);
}

}  // namespace

NotedRows::~NotedRows() {
  if (words_) munmap(words_ - kInFront, (kInFront + kWords) * sizeof(std::uint64_t));
  if (!chunks_) return;
  for (auto* chunk : made_) munmap(chunk, CellNotes::kChunkWords * sizeof(std::uint64_t));
  munmap(chunks_, kChunks * sizeof(std::uint64_t*));
}

std::uint64_t* NotedRows::words() {
  if (tried_) return words_;
  tried_ = true;
  words_ = reserve<std::uint64_t>(kInFront + kWords);
  if (!words_) return nullptr;
  words_ += kInFront;
  chunks_ = reserve<std::uint64_t*>(kChunks);
  CellNotes::chunks(words_) = chunks_;
  return words_;
}

void NotedRows::show(abi::CodeNotes& notes, BlockId block, BlockId dead_below) {
  notes.rows = block < RowNotes::kMostBlocks ? words_ : nullptr;
  notes.own = block << RowNotes::kBlockShift;
  notes.alive = dead_below << RowNotes::kBlockShift;
}

void NotedRows::make_cells(std::uint64_t address) {
  if (!chunks_ || address >> RowNotes::kAddressBits != 0) return;
  const std::atomic_ref chunk(chunks_[address >> CellNotes::kChunkShift]);
  if (chunk.load(std::memory_order_acquire)) return;
  const std::scoped_lock lock(making_);
  if (chunk.load(std::memory_order_relaxed)) return;
  auto* made = reserve<std::uint64_t>(CellNotes::kChunkWords);
  if (!made) return;
  made_.push_back(made);
  chunk.store(made, std::memory_order_release);
}

// Their memory, where whole chunks have gone: what they say does not count any more.
void NotedRows::forget_chunks(std::uint64_t address, std::uint64_t bytes) {
  if (!chunks_ || bytes < kChunkBytes) return;
  const auto end = (address + bytes) >> CellNotes::kChunkShift;
  for (auto at = (address + kChunkBytes - 1) >> CellNotes::kChunkShift; at < end; ++at) {
    auto* chunk = std::atomic_ref(chunks_[at]).load(std::memory_order_acquire);
    if (chunk) madvise(chunk, CellNotes::kChunkWords * sizeof(*chunk), MADV_DONTNEED);
  }
}

void NotedRows::forget(std::uint64_t address, std::uint64_t bytes) {
  if (!words_ || bytes == 0 || (address | bytes) >> RowNotes::kAddressBits != 0) return;
  forget_chunks(address, bytes);
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
