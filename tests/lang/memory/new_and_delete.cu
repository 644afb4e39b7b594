// SPDX-License-Identifier: Apache-2.0
// new of objects in device code: std::nothrow, types of large alignment, and null from a full heap,
// where no constructor runs; and memory that is zero from the beginning, of new and malloc. Lanes
// ask for different numbers of objects, some lanes only. options: -std=c++17
#include <new>

#include "../check.h"

struct Counted {
  unsigned value, weight;
  __device__ explicit Counted(unsigned v = 7) : value(v), weight(v % 5) {}
  __device__ ~Counted() { value = 0; }
};

struct alignas(128) Wide {
  unsigned words[3];
  __device__ Wide() : words{1, 2, 3} {}
};

__device__ __noinline__ Counted* make(unsigned v, const std::nothrow_t& tag) {
  return new (tag) Counted(v);
}

__global__ void objects(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), n = in[i] % 6 + 1;
  Counted* one = make(in[i], std::nothrow);
  unsigned r = one ? one->value + one->weight : ~0u;
  if (in[i] % 3 != 1) {
    Counted* many = new (std::nothrow) Counted[n];
    many[n - 1].value = i;
    for (unsigned k = 0; many && k < n; ++k) r = r * 3 + many[k].value;
    delete[] many;
  }
  delete one;
  out[i] = r;
}

unsigned expected_objects(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global], n = v % 6 + 1;
  unsigned r = v + v % 5;
  for (unsigned k = 0; v % 3 != 1 && k < n; ++k) r = r * 3 + (k == n - 1 ? t.global : 7);
  return r;
}

__device__ bool aligned(const void* p) {
  return reinterpret_cast<size_t>(p) % alignof(Wide) == 0;
}

__global__ void wide(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), n = in[i] % 4 + 1;
  Wide* one = in[i] % 2 ? new Wide : new (std::nothrow) Wide;
  one->words[0] = in[i];
  Wide* many = in[i] % 5 ? new (std::nothrow) Wide[n] : new Wide[n];
  many[n - 1].words[2] += i;
  const bool fine = aligned(one) && aligned(many);
  out[i] = fine ? one->words[0] + one->words[1] + many[n - 1].words[2] : ~0u;
  delete[] many;
  delete one;
}

// Lanes with an odd number ask for more than there is, in four ways.
__global__ void too_much(const unsigned* in, unsigned* out, size_t much) {
  const unsigned i = check::gid();
  const size_t n = in[i] % 2 ? much + i : 2;
  Counted* a = new (std::nothrow) Counted[n];
  Counted* b = new Counted[n];
  Wide* c = new (std::nothrow) Wide[n];
  Wide* d = new Wide[n];
  out[i] = (a ? a[1].value : 10) + (b ? 0 : 100) + (c ? c[1].words[2] : 1000) + (d ? 0 : 10000);
  delete[] a;
  delete[] b;
  delete[] c;
  delete[] d;
}

struct Leaf {
  Leaf *left, *right;
  unsigned value;
};

__global__ void zeros(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  Leaf* root = new Leaf();
  unsigned r = root->value + (root->left != root->right);
  for (unsigned k = 0; k < in[i] % 4; ++k) {
    Leaf** at = &root;
    while (*at) at = (in[i] >> k) & 1 ? &(*at)->left : &(*at)->right;
    *at = static_cast<Leaf*>(malloc(sizeof(Leaf)));
    memset(*at, 0, sizeof(Leaf));
    r += (*at)->value + ((*at)->left == nullptr && (*at)->right == nullptr);
  }
  for (Leaf* leaf = root; leaf;) {
    Leaf* next = leaf->left ? leaf->left : leaf->right;
    if (leaf->left && leaf->right) free(leaf->right);
    delete leaf;
    leaf = next;
  }
  out[i] = r;
}

int main() {
  check::cuda(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20), "a larger heap");
  check::run<unsigned>(
      "new (std::nothrow)",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { objects<<<g, b>>>(in, out); },
      expected_objects);
  check::run<unsigned>(
      "aligned new",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { wide<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] + 5 + t.global; });
  check::run<unsigned>(
      "zeros", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { zeros<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] % 4; });
  check::run<unsigned>(
      "null",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        too_much<<<g, b>>>(in, out, (size_t)1 << 40);
      },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] % 2 ? 11110u : 10u; });
  return check::result();
}
