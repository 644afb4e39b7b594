// SPDX-License-Identifier: Apache-2.0
// Launches of one executable graph come one after the other, whatever their streams; those of
// different ones run at the same time. A launch takes its turn in its stream, the host does not
// wait for it, and neither graph has to live until it ends.
#include "graphs.h"

int main() {
  auto* gates = gate::pinned<unsigned>(4);
  auto* out = gate::pinned<unsigned>(8);
  auto* log = gate::pinned<unsigned>(16);
  auto* count = gate::pinned<unsigned>(1);
  const cudaStream_t a = graphs::stream(), b = graphs::stream(), c = graphs::stream();

  cudaGraph_t graph = graphs::create();
  const auto first = graphs::add(graph, {}, gate::pass, 1, 1, gates, out, 1u);
  graphs::add(graph, {first}, gate::note, 1, 1, log, count, 1u);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  cudaGraphExec_t other = graphs::instantiate(graph);
  gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  gate::ok(cudaGraphLaunch(exec, a), "the first launch");
  gate::note<<<1, 1, 0, a>>>(log, count, 2);
  gate::ok(cudaGraphLaunch(exec, b), "the second one, in another stream");
  gate::note<<<1, 1, 0, b>>>(log, count, 3);
  gate::is(cudaStreamQuery(a), cudaErrorNotReady, "the first stream");
  gate::is(cudaStreamQuery(b), cudaErrorNotReady, "the second stream");
  gate::ok(cudaGraphLaunch(other, c), "another graph");
  gate::ok(cudaGraphExecDestroy(exec), "destroyed while it runs");
  gate::ok(cudaGraphExecDestroy(other), "destroyed while it runs");
  gate::that(*(volatile unsigned*)count == 0, "all wait");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  unsigned kinds[4] = {};
  for (unsigned k = 0; k < *count; ++k) ++kinds[log[k] & 3];
  gate::that(*count == 5 && kinds[1] == 3 && kinds[2] == 1 && kinds[3] == 1, "all ran");
  (void)cudaGetLastError();

  // Graphs in three streams that need each other.
  cudaGraphExec_t ring[3];
  auto* turns = gate::pinned<unsigned>(4);
  for (unsigned k = 0; k < 3; ++k) {
    cudaGraph_t part = graphs::create();
    const auto wait =
        k == 2 ? graphs::add(part, {}, gate::write, 3, 32, out + 6, 7u)
               : graphs::add(part, {}, gate::pass, 1, 32, turns + k + 1, out + k, 30 + k);
    graphs::add(part, {wait}, gate::open, 1, 32, turns + k);
    ring[k] = graphs::instantiate(part);
  }
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned k = 0; k < 4; ++k) turns[k] = 0;
    gate::ok(cudaGraphLaunch(ring[0], a), "cudaGraphLaunch");
    gate::ok(cudaGraphLaunch(ring[1], b), "cudaGraphLaunch");
    gate::ok(cudaGraphLaunch(ring[2], c), "cudaGraphLaunch");
    gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    gate::that(turns[0] && turns[1] && out[0] == 30 && out[1] == 31, "they run at the same time");
  }

  // The legacy default stream comes after graphs in blocking streams.
  const auto blocking = graphs::stream(0);
  gates[1] = 0;
  cudaGraph_t slow = graphs::create();
  graphs::add(slow, {}, gate::pass, 1, 1, gates + 1, out + 3, 5u);
  cudaGraphExec_t slow_exec = graphs::instantiate(slow);
  gate::ok(cudaGraphLaunch(slow_exec, blocking), "cudaGraphLaunch");
  gate::write<<<1, 1>>>(out + 4, 6);
  gate::that(((volatile unsigned*)out)[4] == 0, "the default stream waits");
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(out[3] == 5 && out[4] == 6, "both");
  return gate::result();
}
