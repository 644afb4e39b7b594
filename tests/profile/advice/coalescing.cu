// SPDX-License-Identifier: Apache-2.0
#include "advice.h"

constexpr int kSide = 1024;

// Neighbouring threads take neighbouring rows.
__global__ void columns(const float* in, float* out) {
#ifdef MENDED
  const int row = blockIdx.y * blockDim.y + threadIdx.y,
            column = blockIdx.x * blockDim.x + threadIdx.x;
#else
  const int row = blockIdx.x * blockDim.x + threadIdx.x,
            column = blockIdx.y * blockDim.y + threadIdx.y;
#endif
  float v = in[row * kSide + column];  // ADVICE uncoalesced-access 0.43 in[row * kSide + column]
  out[row * kSide + column] = 2 * v;   // ADVICE uncoalesced-access 0.43 out[row * kSide + column]
}

// Each row begins a float later than the one before.
__global__ void misaligned(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  out[i] = in[i];
#else
  out[i] = in[i + 1];  // ADVICE misaligned-access 0.11 in[i + 1]
#endif
}

struct Particle {
  float x, y, z, mass;
};

// One member of each structure.
__global__ void members(const Particle* particles, const float4* fours, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  const float4 all = fours[i];
  out[i] = all.x + all.y + all.z + all.w;
#else
  out[i] = particles[i].mass;  // ADVICE missing-vector-access 0.6 particles[i].mass
#endif
}

// Lanes that are scattered.
__global__ void scattered(const int* index, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  out[i] = in[i] + index[i];
#else
  out[i] = in[index[i] & 0xffff];  // ADVICE uncoalesced-access 0.7 in[index[i] & 0xffff]
#endif
}

int main() {
  auto* in = device_array<float>(kSide * kSide + 64);
  auto* out = device_array<float>(kSide * kSide);
  auto* index = device_array<int>(kSide * kSide);
  fill(index, kSide * kSide, [](int i) { return i * 7919 % 65521; });
  columns<<<dim3(32, 32), dim3(32, 32)>>>(in, out);
  misaligned<<<kSide * 4, 256>>>(in, out);
  members<<<kSide, 256>>>(reinterpret_cast<const Particle*>(in),
                          reinterpret_cast<const float4*>(in), out);
  scattered<<<kSide * 4, 256>>>(index, in, out);
  return finished();
}
