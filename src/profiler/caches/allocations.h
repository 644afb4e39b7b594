// SPDX-License-Identifier: Apache-2.0
// Which allocation an address lies in, and a name for each line of memory that does not depend on
// where the system put the allocation: which lines of many are looked at must be the same in each
// run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "probes/events.h"

namespace heddle::profiler {

// Spread evenly, whatever the distances between lines are.
inline std::uint64_t scrambled(std::uint64_t line) {
  line = (line ^ line >> 30) * 0xbf58476d1ce4e5b9u;
  line = (line ^ line >> 27) * 0x94d049bb133111ebu;
  return line ^ line >> 31;
}

// The allocations at a time; nothing changes in it, so workers read it without a lock.
class AllocationTable {
 public:
  struct Row {
    std::uint64_t begin = 0, end = 0;
    std::uint64_t number = 0;  // counted as they were made
  };
  explicit AllocationTable(std::vector<Row> rows) : rows_(std::move(rows)) {}

  // Of a line of `line_bytes`; `last` is what was found before, and is asked first.
  std::uint32_t name_of(std::uint64_t line, std::uint64_t line_bytes, Row& last) const {
    const auto address = line * line_bytes;
    if (address < last.begin || address >= last.end) last = row_of(address);
    // Allocations begin at multiples of more than a line, so the line belongs to one of them.
    const auto offset = line - last.begin / line_bytes;
    return static_cast<std::uint32_t>(scrambled(offset ^ last.number << kOffsetBits));
  }

 private:
  static constexpr unsigned kOffsetBits = 41;

  // What lies in none is a row of its own, from address 0 on.
  Row row_of(std::uint64_t address) const {
    auto next = std::ranges::upper_bound(rows_, address, {}, &Row::begin);
    const auto end = next == rows_.end() ? ~std::uint64_t{0} : next->begin;
    if (next == rows_.begin()) return {0, end, 0};
    const auto& found = *std::prev(next);
    return address < found.end ? found : Row{0, 0, 0};
  }
  std::vector<Row> rows_;  // by where they begin
};

class Allocations {
 public:
  void change(const probes::Memory& event) {
    using probes::MemoryChange;
    if (event.change == MemoryChange::kAllocated && event.bytes != 0) {
      rows_[event.address] = {event.address, event.address + event.bytes, ++count_};
    } else if (event.change == MemoryChange::kFreed) {
      rows_.erase(event.address);
    } else {
      return;
    }
    table_.reset();
  }
  std::shared_ptr<const AllocationTable> table() {
    if (!table_) {
      std::vector<AllocationTable::Row> rows;
      rows.reserve(rows_.size());
      for (const auto& [address, row] : rows_) rows.push_back(row);
      table_ = std::make_shared<const AllocationTable>(std::move(rows));
    }
    return table_;
  }

 private:
  std::map<std::uint64_t, AllocationTable::Row> rows_;  // by where they begin
  std::uint64_t count_ = 0;
  std::shared_ptr<const AllocationTable> table_;
};

}  // namespace heddle::profiler
