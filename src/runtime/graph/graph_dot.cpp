// SPDX-License-Identifier: Apache-2.0
// A graph as a picture, for Graphviz.
#include "engine/graph/graph_dot.h"

#include <cstdio>

#include "runtime/graph/graph.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path,
                                              unsigned flags) {
  return on_graph([&] {
    const Graph* graph = graph_of(handle);
    if (!graph || !path) return Error::kInvalidValue;
    std::FILE* file = std::fopen(path, "w");
    if (!file) return Error::kOperatingSystem;
    const std::string text = engine::dot(*graph, flags);
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = std::fclose(file) == 0;
    return written && closed ? Error::kSuccess : Error::kOperatingSystem;
  });
}

}  // namespace heddle::runtime
