// SPDX-License-Identifier: Apache-2.0
// What a work comes after: of each stream the last one of its works.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::checker::races {

// A stream's number in clocks. It is used again when the stream is gone and all its works are known
// to the host, so that clocks stay as short as there are streams at a time.
using StreamSlot = std::uint32_t;

class WorkClock {
 public:
  // 0: none.
  std::uint64_t at(StreamSlot slot) const {
    const auto row = find(slot);
    return row != rows_.end() && row->first == slot ? row->second : 0;
  }
  void raise(StreamSlot slot, std::uint64_t index) {
    const auto row = rows_.begin() + (find(slot) - rows_.begin());
    if (row == rows_.end() || row->first != slot) {
      rows_.insert(row, {slot, index});
    } else {
      row->second = std::max(row->second, index);
    }
  }
  void join(const WorkClock& other) {
    for (const auto& [slot, index] : other.rows_) raise(slot, index);
  }

 private:
  using Row = std::pair<StreamSlot, std::uint64_t>;
  std::vector<Row>::const_iterator find(StreamSlot slot) const {
    return std::ranges::lower_bound(rows_, slot, {}, &Row::first);
  }
  std::vector<Row> rows_;  // by slot
};

}  // namespace heddle::checker::races
