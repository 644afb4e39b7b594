// SPDX-License-Identifier: Apache-2.0
// What device code has given one of its streams: a kernel, or nothing but a place in the order. Of
// what has not begun there may be a hundred thousand: it is small, and becomes a KernelOperation
// when it begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/types.h"
#include "engine/grid/child_launches.h"

namespace heddle::engine {

class ChildGrid;
class KernelOperation;
struct Function;

// Its members are read and written under the lock of its Descendants, unless they say otherwise.
struct ChildTask final : GivenWork {
  // Of a kernel, else null. Never changed.
  Function* function = nullptr;
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;
  std::array<std::byte, 64> few_parameters;  // NOLINT: filled where there are some
  std::unique_ptr<std::byte[]> many_parameters;
  std::byte* parameters() {
    return many_parameters ? many_parameters.get() : few_parameters.data();
  }

  std::uint64_t given =
      0;  // its number in the process; 0: it is what the host launched. Never changed.
  // The grid that gave it, which has not ended before this has; null: it is what the host launched.
  std::shared_ptr<ChildGrid> parent;
  unsigned comes_after = 0;
  std::vector<std::shared_ptr<ChildTask>> followers;
  bool ended = false;  // with all that it has launched

  // While it runs.
  KernelOperation* kernel = nullptr;
  std::shared_ptr<KernelOperation> own;  // the same, but for what the host launched
  std::shared_ptr<ChildGrid> as_parent;  // null: it can launch nothing
  unsigned places = 1, next_share = 0;
  unsigned inside = 0;               // parts that have begun and not ended,
  unsigned working = 0;              // that a thread is in
  std::vector<unsigned> given_back;  // shares that may be taken again
  bool begun = false;
  bool exhausted = false;  // nothing is left that another thread could begin
  bool listed = false;     // among those that may be joined
};

using ChildRef = std::shared_ptr<ChildTask>;

}  // namespace heddle::engine
