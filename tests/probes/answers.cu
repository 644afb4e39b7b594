// SPDX-License-Identifier: Apache-2.0
// A listener keeps lanes from memory: they load zeros, store nowhere and go on; the others do what
// they do in a plain run. Addresses beyond the array are inaccessible: one access there would end
// the launch.
#include "counter.h"

namespace probes = heddle::probes;

using counter::device_array;
using counter::listen;

// Allows what lies in one of its ranges.
class Gate : public probes::Listener {
 public:
  probes::EventMask events() const override {
    return probes::Event::kAccess | probes::Event::kAtomic | probes::Event::kAnswer;
  }
  std::uint32_t admit(const probes::Access& event) override {
    const auto result = counter::lanes_where(event, [&](unsigned lane) {
      const bool shared = event.shared >> lane & 1;
      const auto at = event.addresses[lane];
      bool in = shared && at + event.site.bytes <= shared_end(event);
      for (const auto& [begin, bytes] : ranges_) {
        in |= at >= begin && at + event.site.bytes <= begin + bytes;
      }
      return in;
    });
    refused += static_cast<unsigned>(std::popcount(event.active & ~result));
    return result;
  }
  void access(const probes::Access&) override { heard_access = true; }
  void atomic(const probes::Access&) override { heard_access = true; }

  void allow(const void* begin, std::size_t bytes) {
    ranges_.emplace_back(reinterpret_cast<std::uint64_t>(begin), bytes);
  }
  std::atomic<unsigned> refused{0};
  std::atomic<bool> heard_access{false};

 private:
  static std::uint64_t shared_end(const probes::Access& event) {
    return reinterpret_cast<std::uint64_t>(event.block.shared.data()) + event.block.shared.size();
  }
  std::vector<std::pair<std::uint64_t, std::size_t>> ranges_;
};

constexpr long kFar = long{1} << 33;  // bytes: into the inaccessible part of the device's memory

template <class T>
__device__ T* far_if(bool far, T* pointer) {
  return far ? reinterpret_cast<T*>(reinterpret_cast<char*>(pointer) + kFar) : pointer;
}

// Contiguous, a run of lanes beyond the end.
__global__ void past_the_end(const int* in, int* out, long shift) {
  const int i = threadIdx.x;
  const int* from = i + blockIdx.x * 64 < 100 ? in : in + shift / 4;
  out[blockIdx.x * 64 + i] = from[blockIdx.x * 64 + i] + 1;
}

// All lanes at one place, allowed or not.
__global__ void one_place(const int* in, int* out, long shift) {
  const int near = in[5], far = in[shift / 4];
  out[threadIdx.x] = near * 1000 + far;
  if (threadIdx.x % 2) out[shift / 4] = near;
}

// Words, bytes, doubles, vectors under divergence.
__global__ void widths(const int* in, unsigned char* bytes, double* numbers, float4* vectors) {
  const int i = threadIdx.x;
  const bool far = i % 5 == 2;
  if (i % 3 == 0) return;
  *far_if(far, bytes + i) = static_cast<unsigned char>(in[i] + *far_if(far, bytes + i + 64));
  *far_if(far, numbers + i) = in[i] * 0.5 + *far_if(far, numbers + i + 64);
  const float4 v = *far_if(far, vectors + i + 64);
  *far_if(far, vectors + i) = {v.x + i, v.y, v.z, v.w};
  if (far) numbers[i] = -1 - v.x;  // who may not load has zeros
}

__global__ void atomics(int* at, int* out, unsigned long long* wide, long shift) {
  const int i = threadIdx.x;
  const bool far = i % 4 == 1;
  out[i] = atomicAdd(far_if(far, at + i % 8), i);
  atomicAdd(far_if(far, at + 8), 1);     // two places
  atomicAdd(at + shift / 4, 1);          // one place, and nobody may
  const int all = atomicAdd(at + 9, 1);  // one place, everybody may
  out[i + 32] = all < 32;
  out[i + 64] = atomicCAS(far_if(far, at + 16 + i), 0, i + 1);
  unsigned long long old = *far_if(far, wide), seen;
  do {  // ends for those that may not, too
    seen = old;
    old = atomicCAS(far_if(far, wide), seen, seen + 3);
  } while (old != seen);
}

__global__ void shared_memory(int* out, int beyond) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  tile[i] = i * 3;
  __syncthreads();
  // Lanes of the second warp look past the end of the block's memory.
  out[i] = tile[i < 32 ? 63 - i : i + beyond];
}

// Out of a loop whose trips differ by lane, in a function that is not inlined.
__device__ __noinline__ int chase(const int* in, int at, int rounds) {
  for (int k = 0; k < rounds; ++k) at = in[at];
  return at;
}
__global__ void loops(const int* in, int* out, int far) {
  const int i = threadIdx.x;
  out[i] = chase(in, i % 7 == 3 ? far : i, i % 4);
}

int main() {
  int* in = device_array<int>(4096);
  int* out = device_array<int>(4096);
  for (int i = 0; i < 4096; ++i) in[i] = (i * 37 + 11) % 4096;
  Gate gate;
  gate.allow(in, 4096 * sizeof(int));
  gate.allow(out, 4096 * sizeof(int));

  listen(gate, [&] { past_the_end<<<2, 64>>>(in, out, kFar); });
  EXPECT(gate.refused, 28);
  for (int i = 0; i < 128; ++i) EXPECT(out[i], i < 100 ? in[i] + 1 : 1);

  gate.refused = 0;
  listen(gate, [&] { one_place<<<1, 48>>>(in, out, kFar); });
  EXPECT(gate.refused, 48 + 24);
  for (int i = 0; i < 48; ++i) EXPECT(out[i], in[5] * 1000);

  auto* bytes = device_array<unsigned char>(256);
  auto* numbers = device_array<double>(256);
  auto* vectors = device_array<float4>(256);
  for (int i = 0; i < 128; ++i) {
    bytes[i] = static_cast<unsigned char>(i);
    numbers[i] = i;
    vectors[i] = {float(i), 1, 2, 3};
  }
  gate.allow(bytes, 256);
  gate.allow(numbers, 256 * sizeof(double));
  gate.allow(vectors, 256 * sizeof(float4));
  listen(gate, [&] { widths<<<1, 64>>>(in, bytes, numbers, vectors); });
  for (int i = 0; i < 64; ++i) {
    const bool out_of_it = i % 3 == 0, far = i % 5 == 2;
    EXPECT(bytes[i], out_of_it || far ? i : static_cast<unsigned char>(in[i] + i + 64));
    EXPECT(numbers[i] == (out_of_it ? i : far ? -1 : in[i] * 0.5 + i + 64), true);
    EXPECT(vectors[i].x == (out_of_it || far ? i : i + 64 + i), true);
    EXPECT(vectors[i].w == 3, true);
  }

  auto* at = device_array<int>(64);
  auto* wide = device_array<unsigned long long>(1);
  gate.allow(at, 64 * sizeof(int));
  gate.allow(wide, 8);
  listen(gate, [&] { atomics<<<1, 32>>>(at, out, wide, kFar); });
  int sums[8] = {};
  for (int i = 0; i < 32; ++i) {
    const bool far = i % 4 == 1;
    EXPECT(out[i], far ? 0 : sums[i % 8]);
    if (!far) sums[i % 8] += i;
    EXPECT(out[i + 32], 1);
    EXPECT(out[i + 64], 0);
    EXPECT(at[16 + i], far ? 0 : i + 1);
  }
  for (int k = 0; k < 8; ++k) EXPECT(at[k], sums[k]);
  EXPECT(at[8], 24);
  EXPECT(at[9], 32);
  EXPECT(*wide, 24 * 3);

  listen(gate, [&] { shared_memory<<<1, 64>>>(out, 1 << 20); });
  for (int i = 0; i < 64; ++i) EXPECT(out[i], i < 32 ? (63 - i) * 3 : 0);

  listen(gate, [&] { loops<<<1, 64>>>(in, out, 1 << 30); });
  for (int i = 0; i < 64; ++i) {
    int want = i % 7 == 3 ? 1 << 30 : i;
    for (int k = 0; k < i % 4; ++k) want = want < 4096 ? in[want] : 0;
    EXPECT(out[i], want);
  }
  EXPECT(gate.heard_access, false);
  return counter::result();
}
