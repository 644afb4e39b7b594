// SPDX-License-Identifier: Apache-2.0
// Writes what every form of mma.sync gives on the fragments of fragments.cuh, a file a form, in the
// folder that is named (NN.NAME.bin, in the order of kForms): on a GPU with nvcc, and under Heddle.
// -DONLY=n: that form alone.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../mma_forms.cuh"
#include "check.h"

constexpr int kSeeds = 48;

template <int FORM>
__global__ void run(unsigned* out) {
  constexpr Form form = kForms[FORM];
  unsigned a[form.words_a()], b[form.words_b()], c[form.words_c()], d[form.words_d()];
  const auto values = static_cast<Values>(blockIdx.y);
  const unsigned lane = threadIdx.x;
  const unsigned seed = blockIdx.y * 1000 + blockIdx.x;
  for (int i = 0; i < form.words_a(); ++i) a[i] = fragment_word(form.a, values, 0, seed, lane, i);
  for (int i = 0; i < form.words_b(); ++i) b[i] = fragment_word(form.b, values, 1, seed, lane, i);
  for (int i = 0; i < form.words_c(); ++i) c[i] = fragment_word(form.c, values, 2, seed, lane, i);
  Mma<FORM>::run(d, a, b, c);
  unsigned* mine = out + (blockIdx.y * gridDim.x + blockIdx.x) * 32 * form.words_d();
  for (int i = 0; i < form.words_d(); ++i) mine[i * 32 + lane] = d[i];
}

template <int FORM>
void dump(const std::string& folder) {
  constexpr Form form = kForms[FORM];
  const int seeds = is_float(form.a) ? kSeeds : 4;
  const std::size_t count = std::size_t{kValueKinds} * seeds * 32 * form.words_d();
  unsigned* out = nullptr;
  CHECK(cudaMalloc(&out, count * 4));
  CHECK(cudaMemset(out, 0, count * 4));
  run<FORM><<<dim3(seeds, kValueKinds), 32>>>(out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned> words(count);
  CHECK(cudaMemcpy(words.data(), out, count * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(out));
  char number[4];
  std::snprintf(number, sizeof number, "%02d.", FORM);
  std::FILE* file = std::fopen((folder + "/" + number + form.name + ".bin").c_str(), "wb");
  if (!file || std::fwrite(words.data(), 4, count, file) != count || std::fclose(file)) {
    std::printf("cannot write to %s\n", folder.c_str());
    std::exit(1);
  }
}

template <int FORM>
void dump_all(const std::string& folder) {
  dump<FORM>(folder);
  if constexpr (FORM + 1 < kFormCount) dump_all<FORM + 1>(folder);
}

int main(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: %s FOLDER\n", argv[0]), 2;
#ifdef ONLY
  dump<ONLY>(argv[1]);
#else
  dump_all<0>(argv[1]);
#endif
}
