// SPDX-License-Identifier: Apache-2.0
// bool as a value, in memory, in arrays and as a function result; conversions to and from it.
#include "../check.h"

HD __noinline__ bool odd(unsigned v) {
  return v & 1;
}

HD unsigned values(unsigned i, const unsigned* in) {
  bool flags[9];
  for (unsigned k = 0; k < 9; ++k) flags[k] = in[i + k] & (1u << k);
  bool a = flags[in[i] % 9], b = odd(in[i]) != odd(in[i + 1]), c = in[i] > in[i + 1];
  bool d = (a ^ b) | (b & !c);
  d &= in[i] % 3 != 0;
  if (a && !d) flags[in[i + 1] % 9] = !c;
  unsigned n = 0;
  for (bool f : flags) n = n * 2 + f;
  int sum = a + b + c + d;
  float f = (float)d * 2.5f;
  return n * 16 + sum + (f == 2.5f ? 100000 : 0) + (bool)(in[i] & 0xf0) * 200000;
}

__global__ void in_memory(const unsigned* in, unsigned* out, bool* global) {
  __shared__ bool s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  s[t] = in[i] % 3 == 1;
  global[i] = in[i] % 5 < 2;
  __syncthreads();
  bool other = s[(t + 1) % n], mine = global[i];
  global[i] = other && mine;
  out[i] = other + mine * 2 + global[i] * 4 + reinterpret_cast<unsigned char*>(global)[i] * 8;
}

int main() {
  check::each<values>("values");
  check::run<unsigned>(
      "memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        bool* global = check::device_array<bool>(g.x * b.x * b.y * b.z);
        in_memory<<<g, b>>>(in, out, global);
        check::cuda(cudaDeviceSynchronize(), "in_memory");
        cudaFree(global);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned other = in[t.block_first + (t.linear + 1) % t.block_threads] % 3 == 1;
        unsigned mine = in[t.global] % 5 < 2;
        return other + mine * 2 + (other & mine) * 12;
      });
  return check::result();
}
