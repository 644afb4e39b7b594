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

struct Body {
  float x, y, z, vx, vy, vz, mass;
};

// Its structures are too large to be loaded at once.
__global__ void bodies(const Body* all, const float* masses, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  out[i] = masses[i];
#else
  out[i] = all[i].mass;  // ADVICE uncoalesced-access 0.7 structure of arrays
#endif
}

// A line that several calls have is one thing to change.
__global__ void around(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto at = [&](int row) {
#ifdef MENDED
    return in[row * kSide + i];
#else
    return in[i * 16 + row];  // ADVICE uncoalesced-access 0.8 In each of 6144 requests
#endif
  };
  out[i] = at(1) - 2 * at(9) + at(17);
}

// Several elements of one array in a line are one thing to change.
__global__ void neighbours(const float* in, float* out) {
#ifdef MENDED
  const int row = blockIdx.y + 1, column = blockIdx.x * blockDim.x + threadIdx.x;
#else
  const int row = blockIdx.x * blockDim.x + threadIdx.x + 1, column = blockIdx.y;
#endif
  const auto at = [](int r, int c) { return r * kSide + c; };
#ifdef MENDED
  out[at(row, column)] = in[at(row - 1, column)] + in[at(row, column)] - in[at(row + 1, column)];
#else
  const int a = at(row - 1, column), b = at(row, column), c = at(row + 1, column);
  const float sum = in[a] + in[b] - in[c];  // ADVICE uncoalesced-access 0.8 Each of the 3 loads
  out[column * kSide + row] = sum;
#endif
}

// A run of elements for each thread, which is no structure.
__global__ void runs(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
#ifdef MENDED
    sum += in[k * kSide * 64 + i];
#else
    sum += in[i * 9 + k];  // ADVICE uncoalesced-access 0.8 let neighbouring lanes take
#endif
  }
  out[i] = sum;
}

// Its members are one thing to change, not six.
__global__ void advances(Body* all, float* x, float* y, const float* vx, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  x[i] += step * vx[i];
  y[i] += step * vx[i];
#else
  all[i].x += step * all[i].vx;  // ADVICE uncoalesced-access 0.8 vx, x, vy and y of all[i]
  all[i].y += step * all[i].vy;
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

// Every fourth thread takes part; neighbours' elements are neighbours.
__global__ void gaps(const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (index[i] % 4 == 0) out[i] = 1;
}

// The factor could be one of the results, as far as anybody knows.
__global__ void scales(float* out, const float* in, const float* factor, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  const float own = *factor;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) out[k * kSide + i] = own * in[k * kSide + i];
#else
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    out[k * kSide + i] = in[k * kSide + i] * *factor;  // ADVICE redundant-loads 0.3 *factor
  }
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
  around<<<kSide / 4, 256>>>(in, out);
  neighbours<<<dim3(3, 1000), 256>>>(in, out);
  runs<<<kSide / 4, 256>>>(in, out);
  bodies<<<kSide / 2, 256>>>(reinterpret_cast<const Body*>(in), in, out);
  advances<<<kSide / 4, 256>>>(reinterpret_cast<Body*>(out), out, out + kSide * kSide / 2, in,
                               0.5f);
  scattered<<<kSide * 4, 256>>>(index, in, out);
  fill(index, kSide * kSide, [](int i) { return i; });
  gaps<<<kSide * 4, 256>>>(index, out);
  scales<<<kSide * 2, 256>>>(out, in, in + kSide * kSide, 8);
  return finished();
}
