// SPDX-License-Identifier: Apache-2.0
// What a launch asks for.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/types.h"
#include "probes/events.h"

namespace heddle::engine {

class ListenerSet;
class Stream;
struct Partition;
struct Function;
struct Variant;

struct Launch {
  Function* function = nullptr;
  Dim3 grid, block;
  void** args = nullptr;  // one pointer per parameter
  std::size_t dynamic_shared = 0;
  Stream* stream = nullptr;
  bool cooperative = false;
  bool overlaps = false;              // for tools: may begin before the launch before it has ended
  Dim3 cluster{0, 0, 0};              // in blocks, as the launch asks; zeros: it does not
  std::optional<int> priority;        // none: the stream's
  probes::AccessPolicyWindow window;  // for tools
  const Partition* partition = nullptr;  // null: all of the device
};

// A launch that may run.
struct ReadyKernel {
  Launch launch;
  const Variant* variant = nullptr;
  Dim3 cluster;
  const ListenerSet* listeners = nullptr;
};

}  // namespace heddle::engine
