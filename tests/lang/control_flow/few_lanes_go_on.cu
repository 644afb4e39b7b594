// SPDX-License-Identifier: Apache-2.0
// Few lanes of a warp pass a condition and walk rows of different lengths, one by one or all at
// once: results, what is stored at unrelated places, and what a quotient by zero or a shift by too
// much gives are the same either way. Warps in which no lane, some, and all lanes pass.
#include "../check.h"

using namespace check;

// How many of 32 lanes pass differs from warp to warp; in one of nine, all do.
HD static bool passes(unsigned i, const unsigned* in) {
  const unsigned density = in[i & ~31u] % 9;
  return density == 8 || in[i + 1] % 32 < density;
}

// Gathers in a row of up to 12, with two ways out and a result of each kind.
HD static unsigned walk(unsigned i, const unsigned* in) {
  unsigned sum = 3, last = i;
  if (passes(i, in)) {
    const unsigned length = in[i + 2] % 13;
    for (unsigned k = 0; k < length; ++k) {
      const unsigned at = (i & ~31u) + in[i + k] % 97;
      const unsigned found = in[at + in[at] % 64];
      if (found % 11 == 5) break;
      sum = sum * 5 + found;
      last = at;
    }
  }
  return sum + last * 7;
}

HD static double quotients(unsigned i, const unsigned* in) {
  double sum = 0;
  unsigned whole = 0;
  for (unsigned k = 0; k < in[i] % 10; ++k) {
    const unsigned found = in[i + in[i + k] % 128], other = in[i + found % 256];
    sum = sum * 0.5 + static_cast<double>(static_cast<int>(other)) / 16;
    whole += static_cast<unsigned char>(other >> found % 32);
  }
  return sum + whole;
}

// Each lane marks bytes and words of its own rows, if any.
__global__ void mark(const unsigned* in, unsigned char* bytes, unsigned* words, unsigned* zero) {
  const unsigned i = gid();
  if (passes(i, in)) {
    const unsigned length = in[i + 2] % 7;
    for (unsigned k = 0; k < length; ++k) {
      const unsigned to = i * 8 + in[i + in[i + k] % 50] % 8;
      bytes[to] = static_cast<unsigned char>(words[to] + k + 1);
      words[to] += in[i + k] % 100;
      zero[i] = in[i] / zero[i];  // ~0, as on a GPU, then 0, ..
    }
  }
}

static void marks() {
  for (const auto& shape : kShapes) {
    if (!wanted(shape)) continue;
    const unsigned blocks = 5, n = blocks * shape.threads(), inputs = n + kExtraInputs;
    auto* in = new unsigned[inputs];
    for (unsigned i = 0; i < inputs; ++i) in[i] = mix(i * 2654435761u + shape.x);
    auto* device_in = device_array<unsigned>(inputs);
    auto* bytes = device_array<unsigned char>(n * 8);
    auto* words = device_array<unsigned>(n * 8);
    auto* zero = device_array<unsigned>(n);
    cuda(cudaMemcpy(device_in, in, inputs * sizeof(unsigned), cudaMemcpyHostToDevice), "copy");
    cuda(cudaMemset(bytes, 0, n * 8), "memset");
    cuda(cudaMemset(words, 0, n * 8 * sizeof(unsigned)), "memset");
    cuda(cudaMemset(zero, 0, n * sizeof(unsigned)), "memset");
    mark<<<blocks, dim3(shape.x, shape.y, shape.z)>>>(device_in, bytes, words, zero);
    cuda(cudaDeviceSynchronize(), "mark");
    auto* got_bytes = new unsigned char[n * 8];
    auto* got_words = new unsigned[n * 8];
    auto* got_zero = new unsigned[n];
    cuda(cudaMemcpy(got_bytes, bytes, n * 8, cudaMemcpyDeviceToHost), "copy");
    cuda(cudaMemcpy(got_words, words, n * 8 * sizeof(unsigned), cudaMemcpyDeviceToHost), "copy");
    cuda(cudaMemcpy(got_zero, zero, n * sizeof(unsigned), cudaMemcpyDeviceToHost), "copy");
    for (unsigned i = 0; i < n; ++i) {
      unsigned char want_bytes[8] = {};
      unsigned want_words[8] = {}, want_zero = 0;
      const unsigned length = passes(i, in) ? in[i + 2] % 7 : 0;
      for (unsigned k = 0; k < length; ++k) {
        const unsigned to = in[i + in[i + k] % 50] % 8;
        want_bytes[to] = static_cast<unsigned char>(want_words[to] + k + 1);
        want_words[to] += in[i + k] % 100;
        want_zero = want_zero == 0 ? ~0u : in[i] / want_zero;
      }
      const auto t = thread_at(shape, blocks, i);
      if (want_zero != got_zero[i]) report("quotients", t, want_zero, got_zero[i]);
      for (unsigned k = 0; k < 8; ++k) {
        if (want_bytes[k] != got_bytes[i * 8 + k])
          report("bytes", t, want_bytes[k], got_bytes[i * 8 + k]);
        if (want_words[k] != got_words[i * 8 + k])
          report("words", t, want_words[k], got_words[i * 8 + k]);
      }
    }
    for (void* memory : {static_cast<void*>(device_in), static_cast<void*>(bytes),
                         static_cast<void*>(words), static_cast<void*>(zero)}) {
      cuda(cudaFree(memory), "cudaFree");
    }
    delete[] in;
    delete[] got_bytes;
    delete[] got_words;
    delete[] got_zero;
  }
}

int main() {
  each<walk>("rows behind a condition");
  each<quotients>("rows of different lengths");
  marks();
  return result();
}
