// SPDX-License-Identifier: Apache-2.0
// Whether a plan can do what a graph does after nothing but tasks were exchanged, and that plan
// (CUDA Runtime API, cudaGraphExecUpdate).
#pragma once

#include "engine/graph/graph_exec.h"

namespace heddle::engine {

// Whether a node that did `old` may do `work`. `fixed_priorities`: kernels keep theirs
// (cudaGraphInstantiateFlagUseNodePriority).
UpdateResult check_change(const GraphServices& services, const Work& old, const Work& work,
                          bool fixed_priorities);

// `plan` becomes the new one when it is a success. Nodes are paired from the sinks on, which are
// paired in the order in which they became sinks, along their edges in the order of these.
UpdateReport update_plan(GraphServices& services, const Graph& graph, bool fixed_priorities,
                         std::shared_ptr<const GraphPlan>* plan);

// The same of the child graph of a node.
UpdateReport update_child_plan(GraphServices& services, std::uint64_t node, const Graph& graph,
                               bool fixed_priorities, std::shared_ptr<const GraphPlan>* plan);

}  // namespace heddle::engine
