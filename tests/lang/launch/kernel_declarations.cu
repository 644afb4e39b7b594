// SPDX-License-Identifier: Apache-2.0
// __grid_constant__ parameters of which the address is taken, __launch_bounds__ with expressions of
// template parameters, __maxnreg__, extern __shared__ arrays whose type is a template parameter,
// variadic kernels.
#include "../check.h"

struct Settings {
  unsigned table[40];
  float scale;
};

__device__ __noinline__ unsigned look_up(const Settings* s, unsigned i) {
  return s->table[i % 40] + (unsigned)(s->scale * 4);
}

__global__ void grid_constant(const unsigned* in, unsigned* out,
                              const __grid_constant__ Settings s) {
  const unsigned i = check::gid();
  const Settings* p = &s;
  unsigned r = p->table[in[i] % 40];
  if (in[i] % 3) r += look_up(p, in[i] / 7);
  out[i] = r + (unsigned)p->scale;
}

template <class T, int kThreads, int kBlocks>
__global__ void __launch_bounds__(kThreads * 32, kBlocks)
    reversed(const unsigned* in, unsigned* out) {
  extern __shared__ __align__(16) unsigned char memory[];
  T* values = reinterpret_cast<T*>(memory);
  const unsigned t = check::tid(), n = check::block_threads();
  values[t] = static_cast<T>(in[check::gid()]);
  __syncthreads();
  out[check::gid()] = static_cast<unsigned>(values[n - 1 - t]) + 1;
}

// The idiom of programs in which the array's type depends on a template parameter.
template <class T>
struct SharedArray {
  __device__ operator T*() {
    extern __shared__ int words[];
    return reinterpret_cast<T*>(words);
  }
};

template <class T>
__global__ void __maxnreg__(64) neighbour(const unsigned* in, unsigned* out) {
  T* values = SharedArray<T>();
  const unsigned t = check::tid(), n = check::block_threads();
  values[t] = static_cast<T>(in[check::gid()]) * 3;
  __syncthreads();
  if (in[check::gid()] % 4) {
    out[check::gid()] = static_cast<unsigned>(values[(t + 5) % n]);
  } else {
    out[check::gid()] = static_cast<unsigned>(values[t]) ^ 1;
  }
}

template <class... T>
__global__ void sum(const unsigned* in, unsigned* out, T... more) {
  out[check::gid()] = in[check::gid()] + (0u + ... + static_cast<unsigned>(more));
}

template <class T>
void arrays() {
  check::run<unsigned>(
      "dynamic shared memory of a template",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        reversed<T, 32, 1><<<g, b, b.x * b.y * b.z * sizeof(T)>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.block_first + t.block_threads - 1 - t.linear];
        return static_cast<unsigned>(static_cast<T>(v)) + 1;
      });
  check::run<unsigned>(
      "shared memory by a class template",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        neighbour<T><<<g, b, b.x * b.y * b.z * sizeof(T)>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const auto of = [&](unsigned i) {
          return static_cast<unsigned>(static_cast<T>(static_cast<T>(in[t.block_first + i]) * 3));
        };
        return in[t.global] % 4 ? of((t.linear + 5) % t.block_threads) : of(t.linear) ^ 1;
      });
}

int main() {
  Settings settings;
  for (unsigned k = 0; k < 40; ++k) settings.table[k] = check::mix(k);
  settings.scale = 2.5f;
  check::run<unsigned>(
      "grid constant",
      [&](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        grid_constant<<<g, b>>>(in, out, settings);
      },
      [&](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        return settings.table[v % 40] + (v % 3 ? settings.table[v / 7 % 40] + 10 : 0) + 2;
      });
  arrays<unsigned char>();
  arrays<unsigned>();
  arrays<unsigned long long>();
  check::run<unsigned>(
      "variadic",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        sum<<<g, b>>>(in, out, 1, (short)-2, 3.5f, 'c', 7ull);
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] + 1 - 2 + 3 + 'c' + 7;
      });
  return check::result();
}
