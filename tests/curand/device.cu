// SPDX-License-Identifier: Apache-2.0
// The device interface, thread by thread, as an H200 was asked (tests/curand/gpu/device_h200.txt).
#include <curand_kernel.h>

#include <random>
#include <type_traits>

#include "records.h"

namespace {

using u64 = unsigned long long;
struct Case {
  u64 seed, sequence, offset;
};

template <class T>
std::vector<T> result_of(const T* device, std::size_t n) {
  std::vector<T> host(n);
  cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}
template <class T>
T* device_array(std::size_t n) {
  void* at = nullptr;
  cudaMalloc(&at, n * sizeof(T));
  return static_cast<T*>(at);
}

template <class State>
__global__ void start(const Case* cases, int n, unsigned* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  State state;
  curand_init(cases[i].seed, cases[i].sequence, cases[i].offset, &state);
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = curand(&state);
}

template <int Way, class State>
__device__ void skip(u64 n, State* state) {
  if constexpr (Way == 0) skipahead(n, state);
  if constexpr (Way == 1) skipahead_sequence(n, state);
  if constexpr (Way == 2) skipahead_subsequence(n, state);
}
// `sequence` numbers are drawn before.
template <int Way, class State>
__global__ void skip_from(const Case* cases, int n, unsigned* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  State state;
  curand_init(1234, 5, 3, &state);
  for (u64 k = 0; k < cases[i].sequence; ++k) curand(&state);
  skip<Way>(cases[i].offset, &state);
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = curand(&state);
}

// What a thread draws in turn, of each function `per` numbers from a state of its own.
template <class State, class F>
__global__ void draw(F f, int per, typename F::Value* out) {
  State state;
  curand_init(77, threadIdx.x, 0, &state);
  for (int k = 0; k < per; ++k) out[threadIdx.x * per + k] = f(&state);
}
#define DRAW(name, T, call)                       \
  struct name {                                   \
    using Value = T;                              \
    template <class State>                        \
    __device__ Value operator()(State* s) const { \
      return call;                                \
    }                                             \
  };
DRAW(Word, unsigned, curand(s))
DRAW(Uniform, float, curand_uniform(s))
DRAW(UniformDouble, double, curand_uniform_double(s))
DRAW(Normal, float, curand_normal(s))
DRAW(NormalDouble, double, curand_normal_double(s))
DRAW(LogNormal2, float2, curand_log_normal2(s, 0.5f, 0.7f))
DRAW(LogNormal2Double, double2, curand_log_normal2_double(s, 0.5, 0.7))
DRAW(Four, uint4, curand4(s))
DRAW(Uniform4, float4, curand_uniform4(s))
DRAW(Uniform2Double, double2, curand_uniform2_double(s))
DRAW(Normal4, float4, curand_normal4(s))
DRAW(Normal4Double, double4, curand_normal4_double(s))
// What is kept of a pair belongs to one function.
struct Mixed {
  struct Value {
    float numbers[10];
  };
  template <class State>
  __device__ Value operator()(State* s) const {
    Value m;
    m.numbers[0] = curand_normal(s);
    m.numbers[1] = curand_uniform(s);
    m.numbers[2] = curand_normal(s);
    m.numbers[3] = static_cast<float>(curand_normal_double(s));
    m.numbers[4] = curand_normal(s);
    m.numbers[5] = static_cast<float>(curand_uniform_double(s));
    m.numbers[6] = static_cast<float>(curand_normal_double(s));
    m.numbers[7] = curand(s) * 0x1p-32f;
    m.numbers[8] = curand_log_normal(s, 0.f, 1.f);
    m.numbers[9] = curand_uniform(s);
    return m;
  }
};

template <class Number, class Values>
std::vector<Number> numbers_of(const Values& values) {
  const auto* const first = reinterpret_cast<const Number*>(values.data());
  return {first, first + values.size() * sizeof(values[0]) / sizeof(Number)};
}
template <class State, class F>
std::vector<typename F::Value> drawn(int per) {
  auto* const out = device_array<typename F::Value>(32 * per);
  draw<State><<<1, 32>>>(F(), per, out);
  return result_of(out, 32 * per);
}

// Each number and the next word: how many words it took is part of it.
template <class State>
__global__ void poisson(double lambda, int per, unsigned* out) {
  State state;
  curand_init(78, threadIdx.x, 0, &state);
  for (int k = 0; k < per; ++k) {
    unsigned* const at = out + (threadIdx.x * per + k) * 2;
    at[0] = curand_poisson(&state, lambda);
    State next = state;
    at[1] = curand(&next);
  }
}

template <class State>
void generator(const std::string& name, const std::vector<Case>& cases,
               const std::vector<Case>& skips) {
  const auto words = [&](const char* what, const std::vector<Case>& of, auto kernel) {
    const int n = static_cast<int>(of.size());
    Case* const in = device_array<Case>(of.size());
    cudaMemcpy(in, of.data(), of.size() * sizeof(Case), cudaMemcpyHostToDevice);
    unsigned* const out = device_array<unsigned>(of.size() * 8);
    kernel<<<(n + 63) / 64, 64>>>(in, n, out);
    records::same(name + what, result_of(out, of.size() * 8));
  };
  words(".init", cases, start<State>);
  words(".skip", skips, skip_from<0, State>);
  words(".skipseq", skips, skip_from<1, State>);
  records::same(name + ".curand", drawn<State, Word>(512));
  records::same(name + ".uniform", drawn<State, Uniform>(64));
  records::same(name + ".uniform_double", drawn<State, UniformDouble>(64));
  records::close(name + ".normal", drawn<State, Normal>(200));
  records::close(name + ".normal_double", drawn<State, NormalDouble>(200));
  records::close(name + ".mixed", numbers_of<float>(drawn<State, Mixed>(12)));
  for (const double lambda : {0.1, 3.0, 63.9, 4001.0}) {
    unsigned* const out = device_array<unsigned>(64 * 64 * 2);
    poisson<State><<<1, 64>>>(lambda, 64, out);
    records::same(name + ".poisson." + std::to_string(lambda), result_of(out, 64 * 64 * 2));
  }
}

}  // namespace

int main() {
  // The draws of the program that the H200 ran.
  std::mt19937_64 r(1);
  std::vector<Case> cases, skips;
  for (u64 i = 0; i < 9; ++i) cases.push_back({i, 0, 0});
  for (int k = 0; k < 64; ++k) cases.push_back({1ull << k, 0, 0});
  cases.push_back({~0ull, 0, 0});
  for (int i = 0; i < 60; ++i) cases.push_back({r(), 0, 0});
  for (u64 i = 0; i < 40; ++i) cases.push_back({1234, i, 0});
  for (int k = 0; k < 64; ++k) cases.push_back({1234, 1ull << k, 0});
  for (int i = 0; i < 20; ++i) cases.push_back({1234, r(), 0});
  for (u64 i = 0; i < 40; ++i) cases.push_back({1234, 0, i});
  for (int k = 0; k < 64; ++k) cases.push_back({1234, 0, 1ull << k});
  for (int i = 0; i < 20; ++i) cases.push_back({1234, 0, r()});
  for (int i = 0; i < 100; ++i) {
    // (in the order in which that compiler evaluated a list's members: from the left)
    const u64 seed = r(), by = r(), sequence = r(), by2 = r(), offset = r(), by3 = r();
    cases.push_back({seed >> by % 64, sequence >> by2 % 64, offset >> by3 % 64});
  }
  // 2^51 subsequences of MRG32k3a are a sequence: beyond is nothing that is documented.
  std::vector<Case> within;
  for (const Case& each : cases)
    if (each.sequence < 1ull << 51) within.push_back(each);
  for (u64 drawn = 0; drawn < 5; ++drawn)
    for (u64 i = 0; i < 12; ++i) skips.push_back({0, drawn, i});
  for (u64 k = 0; k < 64; ++k) skips.push_back({0, k % 7, 1ull << k});
  for (int i = 0; i < 40; ++i) {
    const u64 drawn = r() % 9, n = r();
    skips.push_back({0, drawn, n >> r() % 64});
  }
  generator<curandStateXORWOW_t>("xorwow", within, skips);
  generator<curandStateMRG32k3a_t>("mrg", within, skips);
  using Philox = curandStatePhilox4_32_10_t;
  generator<Philox>("philox", within, skips);
  records::same("philox.curand4", drawn<Philox, Four>(40));
  records::same("philox.uniform4", drawn<Philox, Uniform4>(40));
  records::same("philox.uniform2_double", drawn<Philox, Uniform2Double>(40));
  records::close("philox.normal4", numbers_of<float>(drawn<Philox, Normal4>(40)));
  records::close("philox.normal4_double", numbers_of<double>(drawn<Philox, Normal4Double>(40)));
  records::close("philox.log_normal2", numbers_of<float>(drawn<Philox, LogNormal2>(100)));
  records::close("philox.log_normal2_double",
                 numbers_of<double>(drawn<Philox, LogNormal2Double>(100)));
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("error: %s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
