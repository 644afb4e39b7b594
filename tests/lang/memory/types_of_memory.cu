// SPDX-License-Identifier: Apache-2.0
// Memory has no type: what is written as one type is read as another, through pointers that the
// compiler cannot tell apart, in global, shared and local memory. nvcc takes nothing else for
// granted either (seen on an H200).
#include "../check.h"

// The words are read as ints before and after they are written as floats.
__global__ void global_words(const unsigned* in, int* words, float* floats, unsigned* out) {
  const unsigned i = check::gid();
  words[i] = (int)in[i];
  floats[i] = (float)(in[i] % 1000);
  out[i] = (unsigned)words[i];
}

// The loop writes what it sums up.
__global__ void global_loop(const unsigned* in, const int* words, float* floats, unsigned* out) {
  const unsigned first = check::gid() * 4;
  unsigned sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    floats[first + k] = (float)(in[check::gid()] % 1000 + k);
    sum += (unsigned)words[first] * (k + 1);
  }
  out[check::gid()] = sum;
}

__global__ void local_halves(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  alignas(16) unsigned short halves[8];
  halves[in[i] % 8] = 99;
  *reinterpret_cast<uint4*>(halves) = make_uint4(in[i], in[i + 1], in[i + 2], in[i + 3]);
  unsigned sum = halves[in[i] % 8] * 3u;
  reinterpret_cast<unsigned*>(halves)[in[i + 1] % 4] = 7;
  for (unsigned k = 0; k < 8; ++k) sum += halves[k] * (k + 1);
  out[i] = sum;
}

// One index, of words and of structures: the two are as far apart as the index says.
struct Four {
  unsigned a, b, c, d;
};
__global__ void words_of_structures(const unsigned* in, unsigned* out) {
  const unsigned i = check::tid() % 16;
  const unsigned word = in[i] % 1000;
  out[check::gid()] = word * word + reinterpret_cast<const Four*>(in)[i].d;
}

__global__ void shared_words(const unsigned* in, unsigned* out) {
  __shared__ float floats[1024];
  const unsigned i = check::gid(), t = check::tid(), count = check::block_threads();
  floats[t] = (float)t;
  __syncthreads();
  reinterpret_cast<unsigned*>(floats)[t] = in[i];
  const unsigned own = (unsigned)__float_as_int(floats[t]);
  __syncthreads();
  out[i] = own ^ (unsigned)__float_as_int(floats[count - 1 - t]) * 3;
}

unsigned bits(float value) {
  unsigned word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

int main() {
  void* memory;
  check::cuda(cudaMalloc(&memory, 1 << 22), "cudaMalloc");
  int* const words = static_cast<int*>(memory);
  float* const floats = static_cast<float*>(memory);
  check::run<unsigned>(
      "global words",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        global_words<<<g, b>>>(in, words, floats, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return bits((float)(in[t.global] % 1000));
      });
  check::run<unsigned>(
      "global loop",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        global_loop<<<g, b>>>(in, words, floats, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return bits((float)(in[t.global] % 1000)) * 10;
      });
  check::run<unsigned>(
      "local halves",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { local_halves<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned words[4] = {in[t.global], in[t.global + 1], in[t.global + 2], in[t.global + 3]};
        const auto half = [&](unsigned k) { return words[k / 2] >> k % 2 * 16 & 0xffff; };
        unsigned sum = half(in[t.global] % 8) * 3;
        words[in[t.global + 1] % 4] = 7;
        for (unsigned k = 0; k < 8; ++k) sum += half(k) * (k + 1);
        return sum;
      });
  check::run<unsigned>(
      "shared words",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { shared_words<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] ^ in[t.block_first + t.block_threads - 1 - t.linear] * 3;
      });
  check::run<unsigned>(
      "words of structures",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        words_of_structures<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned i = t.linear % 16, word = in[i] % 1000;
        return word * word + in[4 * i + 3];
      });
  check::cuda(cudaFree(memory), "cudaFree");
  return check::result();
}
