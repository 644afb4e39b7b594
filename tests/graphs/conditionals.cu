// SPDX-License-Identifier: Apache-2.0
// Conditional nodes: loops that a kernel ends, branches with and without another side, switches,
// one inside the other; the value is assigned anew at each launch if that was asked for.
#include "graphs.h"

namespace {

__global__ void count_down(unsigned* left, unsigned* rounds, cudaGraphConditionalHandle handle) {
  ++*rounds;
  cudaGraphSetConditional(handle, --*left != 0);
}
__global__ void choose(cudaGraphConditionalHandle handle, const unsigned* value) {
  cudaGraphSetConditional(handle, *value);
}
__global__ void add(unsigned* sum, unsigned value) {
  *sum += value;
}

cudaGraphConditionalHandle handle_of(cudaGraph_t graph, unsigned initial, unsigned flags) {
  cudaGraphConditionalHandle handle = 0;
  gate::ok(cudaGraphConditionalHandleCreate(&handle, graph, initial, flags),
           "cudaGraphConditionalHandleCreate");
  return handle;
}

std::vector<cudaGraph_t> conditional(cudaGraph_t graph, const graphs::Nodes& after,
                                     cudaGraphConditionalHandle handle,
                                     cudaGraphConditionalNodeType type, unsigned size,
                                     cudaGraphNode_t* node) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = size;
  gate::ok(cudaGraphAddNode(node, graph, after.data(), after.size(), &params), "cudaGraphAddNode");
  return {params.conditional.phGraph_out, params.conditional.phGraph_out + size};
}

}  // namespace

int main() {
  auto* data = gate::pinned<unsigned>(8);
  const auto s = graphs::stream();
  cudaGraphNode_t node;

  // A loop, and what comes after it.
  cudaGraph_t graph = graphs::create();
  const auto handle = handle_of(graph, 1, cudaGraphCondAssignDefault);
  const auto body = conditional(graph, {}, handle, cudaGraphCondTypeWhile, 1, &node);
  graphs::add(body[0], {}, count_down, 1, 1, data, data + 1, handle);
  graphs::add(graph, {node}, add, 1, 1, data + 2, 100u);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  for (const unsigned rounds : {1u, 7u, 300u}) {
    data[0] = rounds;
    data[1] = data[2] = 0;
    graphs::run(exec, s, "a loop");
    gate::that(data[0] == 0 && data[1] == rounds && data[2] == 100, "as often as it should");
  }

  // Branches and switches: the value chosen by a kernel before.
  cudaGraph_t branches = graphs::create();
  const auto if_handle = handle_of(branches, 0, 0), switch_handle = handle_of(branches, 0, 0);
  const auto first = graphs::add(branches, {}, choose, 1, 1, if_handle, data + 3);
  const auto second = graphs::add(branches, {first}, choose, 1, 1, switch_handle, data + 3);
  const auto sides = conditional(branches, {second}, if_handle, cudaGraphCondTypeIf, 2, &node);
  graphs::add(sides[0], {}, add, 1, 1, data + 4, 1u);
  graphs::add(sides[1], {}, add, 1, 1, data + 4, 1000u);
  const auto cases =
      conditional(branches, {node}, switch_handle, cudaGraphCondTypeSwitch, 3, &node);
  for (unsigned k = 0; k < 3; ++k) {
    const auto begin = graphs::add(cases[k], {}, add, 1, 1, data + 5, 1u << (8 * k));
    graphs::add(cases[k], {begin}, add, 1, 1, data + 6, 1u);
  }
  cudaGraphExec_t choosing = graphs::instantiate(branches);
  for (const unsigned value : {0u, 1u, 2u, 3u}) {
    data[3] = value;
    data[4] = data[5] = data[6] = 0;
    graphs::run(choosing, s, "branches");
    gate::that(data[4] == (value ? 1 : 1000), "the side of the condition");
    gate::that(data[5] == (value < 3 ? 1u << (8 * value) : 0) && data[6] == (value < 3), "a case");
  }

  // An `if` in a loop, in a child graph's place in a chain.
  cudaGraph_t nested = graphs::create();
  const auto outer = handle_of(nested, 1, cudaGraphCondAssignDefault);
  const auto inner = handle_of(nested, 0, 0);
  const auto loop = conditional(nested, {}, outer, cudaGraphCondTypeWhile, 1, &node);
  const auto step = graphs::add(loop[0], {}, count_down, 1, 1, data, data + 1, outer);
  const auto ask = graphs::add(loop[0], {step}, choose, 1, 1, inner, data);
  const auto side = conditional(loop[0], {ask}, inner, cudaGraphCondTypeIf, 1, &node);
  graphs::add(side[0], {}, add, 1, 1, data + 2, 1u);
  cudaGraphExec_t both = graphs::instantiate(nested);
  data[0] = 5;
  data[1] = data[2] = 0;
  graphs::run(both, s, "nested");
  gate::that(data[1] == 5 && data[2] == 4, "all rounds but the last one");

  // What is refused.
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional = {handle, cudaGraphCondTypeWhile, 1, nullptr};
  gate::is(cudaGraphAddNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue,
           "a handle that has a node");
  params.conditional = {handle + 8, cudaGraphCondTypeIf, 1, nullptr};
  gate::is(cudaGraphAddNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue, "no handle");
  const auto unused = handle_of(graph, 0, 0);
  for (const unsigned size : {0u, 2u}) {
    params.conditional = {unused, cudaGraphCondTypeWhile, size, nullptr};
    gate::is(cudaGraphAddNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue, "a size");
  }
  cudaGraphInstantiateParams how{};
  cudaGraphExec_t none;
  gate::is(cudaGraphInstantiateWithParams(&none, graph, &how), cudaErrorInvalidValue,
           "a handle without a node");
  gate::that(how.result_out == cudaGraphInstantiateConditionalHandleUnused, "says so");
  cudaGraph_t clone;
  gate::is(cudaGraphClone(&clone, nested), cudaErrorInvalidValue, "a clone");
  gate::is(cudaGraphDestroy(loop[0]), cudaErrorInvalidValue, "a body belongs to its node");
  const cudaHostNodeParams function{[](void*) {}, nullptr};
  gate::is(cudaGraphAddHostNode(&node, loop[0], nullptr, 0, &function), cudaErrorInvalidValue,
           "a host function in a body");
  return gate::result();
}
