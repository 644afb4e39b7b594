// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle::engine {

class Graph;

// The graph in the language of Graphviz. `flags`: cudaGraphDebugDotFlags.
std::string dot(const Graph& graph, unsigned flags);

}  // namespace heddle::engine
