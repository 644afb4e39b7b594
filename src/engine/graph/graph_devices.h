// SPDX-License-Identifier: Apache-2.0
// Which devices a graph has to do with: those of its kernels, memory and events, in child graphs
// and bodies too.
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/work.h"

namespace heddle::engine {

class Device;
class PointerTable;

bool uses(const PointerTable& pointers, const Work& work, const Device& device);
bool uses(const PointerTable& pointers, const Graph& graph, const Device& device);

}  // namespace heddle::engine
