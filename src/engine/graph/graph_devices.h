// SPDX-License-Identifier: Apache-2.0
// Which devices a graph has to do with: those of its kernels, memory and events, in child graphs
// and bodies too.
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/work.h"

namespace heddle::engine {

class Device;
class Engine;

bool uses(const Engine& engine, const Work& work, const Device& device);
bool uses(const Engine& engine, const Graph& graph, const Device& device);

}  // namespace heddle::engine
