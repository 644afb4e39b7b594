// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/widen/triples.h"

#include "compiler/passes/widen/lanes.h"
#include "compiler/passes/widen/transposed_rows.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kParts = 3;

// A vector of 16-byte chunks of two others.
Value* pick_chunks(IRBuilderBase& b, Value* x, Value* y, ArrayRef<int> chunks) {
  constexpr int kWords = TransposedRows::kChunkBytes / Triples::kWordBytes;
  SmallVector<int, 16> pick;
  for (const int chunk : chunks) {
    for (int word = 0; word < kWords; ++word)
      pick.push_back(chunk < 0 ? -1 : chunk * kWords + word);
  }
  return b.CreateShuffleVector(x, y, pick);
}

// Chunk by chunk a, b, c: as they lie in memory.
SmallVector<Value*, kParts> in_turn(IRBuilderBase& b, ArrayRef<Value*> of, unsigned chunks) {
  if (chunks == 2) {
    return {pick_chunks(b, of[0], of[1], {0, 2}), pick_chunks(b, of[2], of[0], {0, 3}),
            pick_chunks(b, of[1], of[2], {1, 3})};
  }
  auto* first = pick_chunks(b, of[0], of[1], {0, 4, -1, 1});
  auto* middle = pick_chunks(b, of[1], of[0], {1, -1, 6, 2});
  auto* last = pick_chunks(b, of[0], of[1], {-1, 3, 7, -1});
  return {pick_chunks(b, first, of[2], {0, 1, 4, 3}), pick_chunks(b, middle, of[2], {0, 5, 2, 3}),
          pick_chunks(b, last, of[2], {6, 1, 2, 7})};
}

}  // namespace

Triples::Vectors Triples::load(IRBuilderBase& b,
                               function_ref<Value*(unsigned lane, unsigned which)> load) const {
  SmallVector<Value*, 16> pieces[kParts];
  for (unsigned first = 0; first < kLanes; first += group()) {
    Value* words[kParts];
    for (unsigned which = 0; which < kParts; ++which) {
      SmallVector<Value*, 4> chunk;
      for (unsigned at = 0; at < chunks; ++at) {
        chunk.push_back(load(first + kLanesOfThree * at, which));
      }
      words[which] = concatenate(b, chunk);
    }
    auto* xy = within_chunks(b, words[1], words[2], {2, 3, 5, 6});
    auto* yz = within_chunks(b, words[0], words[1], {1, 2, 4, 5});
    pieces[0].push_back(within_chunks(b, words[0], xy, {0, 3, 4, 6}));
    pieces[1].push_back(within_chunks(b, yz, xy, {0, 2, 5, 7}));
    pieces[2].push_back(within_chunks(b, yz, words[2], {1, 3, 4, 7}));
  }
  return {concatenate(b, pieces[0]), concatenate(b, pieces[1]), concatenate(b, pieces[2])};
}

SmallVector<Value*, 16> Triples::side_by_side(IRBuilderBase& b, ArrayRef<Value*> values,
                                              unsigned first, unsigned count) const {
  SmallVector<Value*, 16> all;
  for (unsigned from = first; from < first + count; from += group()) {
    Value* cut[kParts];
    for (unsigned part = 0; part < kParts; ++part)
      cut[part] = slice(b, values[part], from, group());
    auto* xy = within_chunks(b, cut[0], cut[1], {0, 2, 4, 6});
    auto* yz = within_chunks(b, cut[1], cut[2], {1, 3, 5, 7});
    auto* zx = within_chunks(b, cut[2], cut[0], {0, 2, 5, 7});
    Value* words[] = {within_chunks(b, xy, zx, {0, 2, 4, 6}),
                      within_chunks(b, yz, xy, {0, 2, 5, 7}),
                      within_chunks(b, zx, yz, {1, 3, 5, 7})};
    append_range(all, in_turn(b, words, chunks));
  }
  return all;
}

}  // namespace heddle::compiler
