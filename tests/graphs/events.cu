// SPDX-License-Identifier: Apache-2.0
// Events of graphs: a record node records each time it runs, a wait node waits for what was
// recorded before the launch, both also as captured with their external flags.
#include "graphs.h"

int main() {
  auto* gates = gate::pinned<unsigned>(4);
  auto* out = gate::pinned<unsigned>(8);
  volatile unsigned* seen = out;
  const auto s = graphs::stream(), t = graphs::stream();
  cudaEvent_t recorded, waited;
  gate::ok(cudaEventCreate(&recorded), "cudaEventCreate");
  gate::ok(cudaEventCreate(&waited), "cudaEventCreate");

  for (const bool captured : {false, true}) {
    cudaGraph_t graph;
    if (captured) {
      gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
      gate::write<<<1, 1, 0, s>>>(out, 1);
      gate::ok(cudaEventRecordWithFlags(recorded, s, cudaEventRecordExternal), "record");
      gate::ok(cudaStreamWaitEvent(s, waited, cudaEventWaitExternal), "wait");
      gate::pass<<<1, 1, 0, s>>>(gates, out + 1, 2);
      gate::ok(cudaStreamEndCapture(s, &graph), "cudaStreamEndCapture");
    } else {
      graph = graphs::create();
      const auto first = graphs::add(graph, {}, gate::write, 1, 1, out, 1u);
      cudaGraphNode_t record, wait;
      gate::ok(cudaGraphAddEventRecordNode(&record, graph, &first, 1, recorded), "a record node");
      gate::ok(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, waited), "a wait node");
      graphs::add(graph, {wait}, gate::pass, 1, 1, gates, out + 1, 2u);
      cudaEvent_t got = nullptr;
      gate::ok(cudaGraphEventRecordNodeGetEvent(record, &got), "cudaGraphEventRecordNodeGetEvent");
      gate::that(got == recorded, "the event");
    }
    cudaGraphExec_t exec = graphs::instantiate(graph);
    for (unsigned round = 0; round < 3; ++round) {
      gates[0] = gates[1] = 0;
      for (unsigned k = 0; k < 8; ++k) out[k] = 0;
      gate::pass<<<1, 1, 0, t>>>(gates + 1, out + 2, 3);
      gate::ok(cudaEventRecord(waited, t), "cudaEventRecord");
      gate::ok(cudaGraphLaunch(exec, s), "cudaGraphLaunch");
      gate::ok(cudaEventSynchronize(recorded), "the graph has recorded");
      gate::that(seen[0] == 1 && seen[1] == 0, "in the middle");
      gate::ok(cudaStreamWaitEvent(t, recorded, 0), "others may wait for it");
      gate::is(cudaStreamQuery(s), cudaErrorNotReady, "the graph waits");
      *(volatile unsigned*)gates = 1;
      gate::is(cudaStreamQuery(s), cudaErrorNotReady, "for the event");
      *(volatile unsigned*)(gates + 1) = 1;
      gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
      gate::that(out[1] == 2 && out[2] == 3, "all of it");
    }
    (void)cudaGetLastError();
  }
  return gate::result();
}
