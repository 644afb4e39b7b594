// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// A binary search tree that all threads build at once, with a lock in each link, and its sums from
// the leaves up, where a thread waits for the nodes below the one that it works at.
#include <vector>

#include "../check.h"

constexpr int kNone = -1, kLocked = -2;

// As tree codes do: walk down, lock the empty link, hang the node there.
__global__ void build(const unsigned* key, volatile int* child, int nodes) {
  const int stride = (int)(gridDim.x * check::block_threads());
  int i = (int)check::gid() + 1, at = 0;  // 0 is the root
  bool fresh = true;
  while (i < nodes) {
    if (fresh) at = 0, fresh = false;
    int link = 2 * at + (key[i] > key[at]);
    int next = child[link];
    while (next >= 0) {
      at = next;
      link = 2 * at + (key[i] > key[at]);
      next = child[link];
    }
    if (next != kLocked && atomicCAS((int*)&child[link], kNone, kLocked) == kNone) {
      __threadfence();
      child[link] = i;
      i += stride;
      fresh = true;
    }
  }
}

// The lock is waited for in the walk itself.
__global__ void build_and_wait(const unsigned* key, int* child, int* lock, int nodes) {
  const int stride = (int)(gridDim.x * check::block_threads());
  for (int i = (int)check::gid() + 1; i < nodes; i += stride) {
    int at = 0;
    for (bool done = false; !done;) {
      const int link = 2 * at + (key[i] > key[at]);
      if (atomicCAS(&lock[link], 0, 1) == 0) {
        __threadfence();
        const int next = *(volatile int*)&child[link];
        if (next >= 0) {
          at = next;
        } else {
          *(volatile int*)&child[link] = i;
          done = true;
        }
        __threadfence();
        atomicExch(&lock[link], 0);
      }
    }
  }
}

// From the last node down, so that children come before their parents, which wait for them with a
// list of those that are missing. A sum that is 0 is not there yet.
__global__ void summarise(const unsigned* key, const int* child, volatile unsigned* sum,
                          int nodes) {
  __shared__ int list[2 * 128];
  const int t = (int)check::tid(), n = (int)check::block_threads();
  const int stride = (int)gridDim.x * n;
  int k = nodes - 1 - (int)check::gid(), missing = 0;
  unsigned total = 0;
  while (k >= 0) {
    if (missing == 0) {
      total = key[k];
      for (int side = 0; side < 2; ++side) {
        const int c = child[2 * k + side];
        if (c < 0) continue;
        list[missing * n + t] = c;
        ++missing;
        const unsigned below = sum[c];
        if (below != 0) {
          --missing;
          total += below;
        }
      }
    }
    if (missing != 0) {
      unsigned below;
      do {
        below = sum[list[(missing - 1) * n + t]];
        if (below != 0) {
          --missing;
          total += below;
        }
      } while (below != 0 && missing != 0);
    }
    if (missing == 0) {
      __threadfence();
      sum[k] = total;
      k -= stride;
    }
  }
}

unsigned sum_below(const std::vector<unsigned>& key, const std::vector<int>& child,
                   std::vector<unsigned>& sum, int at, int* count) {
  unsigned total = key[at];
  ++*count;
  for (int side = 0; side < 2; ++side) {
    if (child[2 * at + side] >= 0) total += sum_below(key, child, sum, child[2 * at + side], count);
  }
  return sum[at] = total;
}

int main() {
  for (unsigned shape = 0; shape < 3; ++shape) {
    const unsigned blocks = shape == 0 ? 1 : shape == 1 ? 20 : 4, threads = shape == 2 ? 33 : 64;
    const int nodes = shape == 1 ? 3000 : 700;
    std::vector<unsigned> key(nodes), sum(nodes), want(nodes);
    std::vector<int> child(2 * nodes);
    for (int i = 0; i < nodes; ++i) key[i] = check::mix(i * 7 + shape) % 1000000 + 1;
    auto *device_key = check::device_array<unsigned>(nodes),
         *device_sum = check::device_array<unsigned>(nodes);
    auto *device_child = check::device_array<int>(2 * nodes),
         *lock = check::device_array<int>(2 * nodes);
    cudaMemcpy(device_key, key.data(), nodes * 4, cudaMemcpyHostToDevice);
    cudaMemset(device_sum, 0, nodes * 4);
    for (int kind = 0; kind < 2; ++kind) {
      cudaMemset(device_child, 0xff, nodes * 8);
      cudaMemset(lock, 0, nodes * 8);
      if (kind == 0) build<<<blocks, threads>>>(device_key, device_child, nodes);
      if (kind == 1) build_and_wait<<<blocks, threads>>>(device_key, device_child, lock, nodes);
      check::cuda(cudaMemcpy(child.data(), device_child, nodes * 8, cudaMemcpyDeviceToHost),
                  "tree");
      int count = 0;
      sum_below(key, child, want, 0, &count);
      check::equal(count, nodes, kind ? "nodes of a tree built with waits" : "nodes of a tree");
    }
    // One in which children have higher numbers.
    std::vector<int> in_order(2 * nodes, kNone);
    for (int i = 1; i < nodes; ++i) {
      int at = 0, link;
      while (in_order[link = 2 * at + (key[i] > key[at])] >= 0) at = in_order[link];
      in_order[link] = i;
    }
    cudaMemcpy(device_child, in_order.data(), nodes * 8, cudaMemcpyHostToDevice);
    summarise<<<blocks, threads>>>(device_key, device_child, device_sum, nodes);
    check::cuda(cudaMemcpy(sum.data(), device_sum, nodes * 4, cudaMemcpyDeviceToHost), "sums");
    int count = 0;
    sum_below(key, in_order, want, 0, &count);
    check::that(sum == want, "sums of a tree");
    cudaFree(device_key);
    cudaFree(device_sum);
    cudaFree(device_child);
    cudaFree(lock);
  }
  return check::result();
}
