// SPDX-License-Identifier: Apache-2.0
// What measurements write, and the numbers that they are made of.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using std::vector;

static FILE* sets;
static FILE* notes;

static void ok(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(e));
  fprintf(notes, "ERROR %s: %s\n", what, cudaGetErrorName(e));
  cudaGetLastError();
}
#define OK(x) ok(x, #x)

static unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}
static unsigned seed = 1;
static unsigned rnd() {
  return mix(seed++ * 2654435761u);
}
static float unit() {
  return (rnd() >> 8) * 0x1p-24f;
}
static float between(float a, float b) {
  return a + (b - a) * unit();
}

struct Word4 {
  uint32_t w[4];
};
struct At {
  float x, y, z, w;
};

static void put(const std::string& name, const vector<At>& at, const vector<Word4>& out) {
  char head[64] = {};
  snprintf(head, sizeof head, "%s", name.c_str());
  uint32_t n = (uint32_t)at.size();
  fwrite(head, 64, 1, sets);
  fwrite(&n, 4, 1, sets);
  fwrite(at.data(), sizeof(At), n, sets);
  fwrite(out.data(), sizeof(Word4), n, sets);
}
static void put_raw(const std::string& name, const void* data, size_t bytes) {
  char head[64] = {};
  snprintf(head, sizeof head, "raw.%s", name.c_str());
  uint32_t n = (uint32_t)bytes;
  fwrite(head, 64, 1, sets);
  fwrite(&n, 4, 1, sets);
  fwrite(data, 1, bytes, sets);
}
