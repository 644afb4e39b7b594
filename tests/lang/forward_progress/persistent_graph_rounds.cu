// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Graph programs with persistent threads: each goes round over its nodes until all are decided,
// which hangs on what the other threads, warps and blocks write in the meantime.
#include "graph.h"

// Independent set: a node that is undecided waits for the neighbours of higher rank.
__device__ bool before(unsigned a, unsigned b) {
  unsigned x = check::mix(a), y = check::mix(b);
  return x != y ? x > y : a > b;
}
__global__ void independent_set(unsigned nodes, const unsigned* first, const unsigned* to,
                                volatile unsigned char* state) {
  const unsigned from = check::gid(), stride = gridDim.x * check::block_threads();
  int missing;
  do {
    missing = 0;
    for (unsigned v = from; v < nodes; v += stride) {
      if (state[v] != 0) continue;
      unsigned i = first[v];
      while (i < first[v + 1] && (state[to[i]] == 2 || !before(to[i], v))) ++i;
      if (i < first[v + 1]) {
        if (state[to[i]] == 1) {
          state[v] = 2;
        } else {
          missing = 1;
        }
      } else {
        for (unsigned k = first[v]; k < first[v + 1]; ++k) state[to[k]] = 2;
        state[v] = 1;
      }
    }
  } while (missing != 0);
}

// Colouring: a node takes the least colour that its neighbours of higher rank have left.
__global__ void colouring(unsigned nodes, const unsigned* first, const unsigned* to,
                          volatile int* colour) {
  const unsigned from = check::gid(), stride = gridDim.x * check::block_threads();
  bool again;
  do {
    again = false;
    for (unsigned v = from; v < nodes; v += stride) {
      if (colour[v] >= 0) continue;
      unsigned used = 0;
      bool ready = true;
      for (unsigned i = first[v]; i < first[v + 1]; ++i) {
        if (!before(to[i], v)) continue;
        int c = colour[to[i]];
        if (c < 0) {
          ready = false;
        } else {
          used |= 1u << c;
        }
      }
      if (ready) {
        colour[v] = __ffs(~used) - 1;
      } else {
        again = true;
      }
    }
  } while (again);
}

// Connected components: labels sink along the edges. Each change is counted; a thread notes up to
// which count it has looked at all of its nodes and found nothing, and ends when all have for the
// last one.
__global__ void components(unsigned nodes, const unsigned* first, const unsigned* to,
                           volatile unsigned* label, unsigned* changes, volatile unsigned* looked) {
  const unsigned me = check::gid(), threads = gridDim.x * check::block_threads();
  for (bool done = false; !done;) {
    const unsigned now = *(volatile unsigned*)changes;
    bool any = false;
    for (unsigned v = me; v < nodes; v += threads) {
      unsigned least = label[v];
      for (unsigned i = first[v]; i < first[v + 1]; ++i) {
        unsigned other = label[to[i]];
        least = other < least ? other : least;
      }
      if (least < label[v]) {
        label[v] = least;
        any = true;
      }
    }
    __threadfence();
    if (any) {
      atomicAdd(changes, 1u);
    } else {
      looked[me] = now;
      done = true;
      for (unsigned t = 0; t < threads && done; ++t) done = looked[t] == now;
      done = done && *(volatile unsigned*)changes == now;
    }
  }
}

bool host_before(unsigned a, unsigned b) {
  unsigned x = check::mix(a), y = check::mix(b);
  return x != y ? x > y : a > b;
}

void run(unsigned blocks, unsigned threads, unsigned nodes) {
  const Graph graph(nodes, nodes, true, blocks * 77 + threads);
  auto* state = check::device_array<unsigned char>(nodes);
  auto* colour = check::device_array<int>(nodes);
  cudaMemset(state, 0, nodes);
  cudaMemset(colour, 0xff, nodes * 4);
  independent_set<<<blocks, threads>>>(nodes, graph.device_first, graph.device_to, state);
  colouring<<<blocks, threads>>>(nodes, graph.device_first, graph.device_to, colour);
  std::vector<unsigned char> got(nodes);
  std::vector<int> colours(nodes);
  check::cuda(cudaMemcpy(got.data(), state, nodes, cudaMemcpyDeviceToHost), "independent set");
  check::cuda(cudaMemcpy(colours.data(), colour, nodes * 4, cudaMemcpyDeviceToHost), "colouring");
  // In the order of their ranks there is one answer.
  std::vector<unsigned> order(nodes);
  for (unsigned v = 0; v < nodes; ++v) order[v] = v;
  for (unsigned i = 1; i < nodes; ++i) {
    for (unsigned k = i; k > 0 && host_before(order[k], order[k - 1]); --k) {
      unsigned v = order[k];
      order[k] = order[k - 1];
      order[k - 1] = v;
    }
  }
  std::vector<unsigned char> want(nodes);
  std::vector<int> want_colour(nodes, -1);
  for (unsigned v : order) {
    unsigned used = 0;
    if (want[v] == 0) want[v] = 1;
    for (unsigned i = graph.first[v]; i < graph.first[v + 1]; ++i) {
      if (want[v] == 1) want[graph.to[i]] = 2;
      if (want_colour[graph.to[i]] >= 0) used |= 1u << want_colour[graph.to[i]];
    }
    want_colour[v] = __builtin_ffs((int)~used) - 1;
  }
  for (unsigned v = 0; v < nodes; ++v) {
    check::equal(got[v], want[v], "independent set");
    check::equal(colours[v], want_colour[v], "colouring");
  }
  cudaFree(state);
  cudaFree(colour);
}

void run_components(unsigned blocks, unsigned threads, unsigned nodes) {
  const Graph graph(nodes, nodes / 2, false, blocks + threads);
  const unsigned all = blocks * threads;
  auto* label = check::device_array<unsigned>(nodes);
  auto* counts = check::device_array<unsigned>(1 + all);
  std::vector<unsigned> labels(nodes), want(nodes);
  for (unsigned v = 0; v < nodes; ++v) labels[v] = want[v] = v;
  cudaMemcpy(label, labels.data(), nodes * 4, cudaMemcpyHostToDevice);
  cudaMemset(counts, 0xff, (1 + all) * 4);
  cudaMemset(counts, 0, 4);
  components<<<blocks, threads>>>(nodes, graph.device_first, graph.device_to, label, counts,
                                  counts + 1);
  check::cuda(cudaMemcpy(labels.data(), label, nodes * 4, cudaMemcpyDeviceToHost), "components");
  for (bool again = true; again;) {
    again = false;
    for (unsigned v = 0; v < nodes; ++v) {
      for (unsigned i = graph.first[v]; i < graph.first[v + 1]; ++i) {
        if (want[graph.to[i]] < want[v]) want[v] = want[graph.to[i]], again = true;
      }
    }
  }
  for (unsigned v = 0; v < nodes; ++v) check::equal(labels[v], want[v], "components");
  cudaFree(label);
  cudaFree(counts);
}

int main() {
  run(1, 96, 500);
  run(12, 33, 1000);
  run_components(1, 64, 300);
  run_components(6, 64, 900);
  return check::result();
}
