// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/pointer_table.h"

#include "engine/memory/arena.h"
#include "engine/memory/host_memory.h"
#include "engine/memory/virtual_memory.h"

namespace heddle::engine {

thread_local constinit PointerTable::LookedUp PointerTable::looked_up_[4];

// `changes`: of the tables, before.
const Allocation* PointerTable::look_up(std::uintptr_t address, std::uint64_t changes) const {
  thread_local unsigned next = 0;
  LookedUp& last = looked_up_[next++ % 4];
  const auto row = in_tables(reinterpret_cast<const void*>(address));
  const bool around = row && row->contains(address, 1);
  last = {around ? row->base : address, around ? row->size : 1, changes, this, row.has_value(),
          row.value_or(Allocation{})};
  return last.get();
}

std::optional<Allocation> PointerTable::in_tables(const void* address) const {
  for (const Arena* arena : arenas_) {
    if (auto row = arena->find(address)) return row;
  }
  if (auto row = host_.find(address)) return row;
  if (auto row = virtual_.find(address)) return row;
  return managed_.find_managed(address);
}

}  // namespace heddle::engine
