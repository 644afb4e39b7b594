// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/grid.h"

#include "engine/device/device.h"
#include "engine/device/partition.h"

namespace heddle::engine {

std::uint32_t Grid::multiprocessors() const {
  return partition ? partition->size() : device->sm_count();
}

std::uint32_t Grid::multiprocessor(std::uint64_t number) const {
  return partition ? partition->of(number)
                   : static_cast<std::uint32_t>(number % device->sm_count());
}

}  // namespace heddle::engine
