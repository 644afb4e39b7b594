// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/rights.h"

namespace heddle::checker {

bool is_of_other_device(const probes::At& event, const MemoryRange& range) {
  // Pools of host memory say which devices may use them; other host memory is everybody's.
  if (range.device < 0) return range.origin == probes::MemoryOrigin::kPool;
  return range.device != event.block.launch.device;
}

bool may_use(const Session& session, const probes::At& event, const MemoryRange& range) {
  if (!is_of_other_device(event, range) || !session.has_access) return true;
  return session.has_access(event.block.launch.device, range.begin, event.site.is_store());
}

bool may_not_write(const Session& session, const probes::At& event, const MemoryRange& range) {
  if (!event.site.is_store()) return false;
  if (range.origin == probes::MemoryOrigin::kConstant) return true;
  if (!range.mapped || !session.has_access) return false;
  const auto may = [&](bool write) {
    return session.has_access(event.block.launch.device, range.begin, write);
  };
  return may(false) && !may(true);
}

}  // namespace heddle::checker
