// Each kernel twice: as vectors, and with lanes that take turns behind a shuffle, which runs its
// threads one by one. What its other lines do is the same, so what is counted of them is. Between
// BEGIN and END.
#include <cstdio>

template <bool waits>
__device__ void take_turns(int* lock) {
  if constexpr (waits) {
    const int lane = __shfl_xor_sync(~0u, threadIdx.x % 32, 1);
    bool done = false;
    while (!done) {
      if (atomicCAS(lock, 0, 1) == 0) {
        lock[1] += lane;
        __threadfence();
        atomicExch(lock, 0);
        done = true;
      }
    }
    __shfl_xor_sync(~0u, lane, 1);
  }
}

// BEGIN
// Global memory: side by side, apart, scattered, 16 bytes a lane, reductions of lanes that meet.
template <bool waits>
__global__ void globals(const float* in, float4* wide, float* out, int* bins, int* lock) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  sum += in[i * 5 % 512];
  sum += in[(i * i + 7) % 512];
  wide[i] = make_float4(sum, 1, 2, 3);
  out[i * 3] = sum;
  atomicAdd(&bins[i % 4], 1);
  take_turns<waits>(lock);
}

// Banks, barriers, shuffles.
template <bool waits>
__global__ void shared_memory(const float* in, float* out, int* lock) {
  __shared__ float tile[32][32];
  tile[threadIdx.x % 32][threadIdx.x / 32] = in[threadIdx.x];
  __syncthreads();
  float value = tile[threadIdx.x / 32][threadIdx.x % 32];
  value += __shfl_down_sync(~0u, value, 3);
  out[threadIdx.x] = value;
  take_turns<waits>(lock);
}

// Branches that part the lanes of a warp, and such that do not; loops of another length in each
// lane.
template <bool waits>
__global__ void branches(const int* lengths, const float* in, float* out, int* lock) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < lengths[i]; ++k) {
    sum = sum * 1.5f + in[(i + k * 33) % 512];
  }
  if (i % 2) {
    out[i] = sum * sum;
  } else {
    out[i] = sqrtf(sum);
  }
  if (i / 32 == 1) {
    out[i] += 1;
  }
  take_turns<waits>(lock);
}

// More rounds than are kept one by one.
template <bool waits>
__global__ void rounds(const float* in, float* out, int n, int* lock) {
  float sum = 0;
  for (int k = 0; k < n + threadIdx.x % 3; ++k) {
    sum += in[(threadIdx.x * 8 + k) % 512];
  }
  out[threadIdx.x] = sum;
  take_turns<waits>(lock);
}

// Arrays of a thread.
template <bool waits>
__global__ void locals(const int* index, float* out, int* lock) {
  float own[16];
  for (int k = 0; k < 16; ++k) own[k] = k * 1.5f + threadIdx.x;
  own[index[threadIdx.x] % 16] += 1;
  out[threadIdx.x] = own[index[threadIdx.x] / 2 % 16];
  take_turns<waits>(lock);
}
// END

template <bool waits>
void run(float* in, float* out, int* index, int* bins) {
  globals<waits><<<2, 64>>>(in, reinterpret_cast<float4*>(out), out + 1024, bins, bins + 64);
  shared_memory<waits><<<1, 128>>>(in, out, bins + 64);
  branches<waits><<<1, 64>>>(index, in, out, bins + 64);
  rounds<waits><<<1, 32>>>(in, out, 1801, bins + 64);
  locals<waits><<<1, 64>>>(index, out, bins + 64);
}

int main() {
  float *in, *out;
  int *index, *bins, lengths[64];
  cudaMalloc(&in, 512 * 4);
  cudaMalloc(&out, 4096 * 4);
  cudaMalloc(&index, 64 * 4);
  cudaMalloc(&bins, 128 * 4);
  cudaMemset(in, 0, 512 * 4);
  cudaMemset(bins, 0, 128 * 4);
  for (int i = 0; i < 64; ++i) lengths[i] = i * 7 % 13;
  cudaMemcpy(index, lengths, sizeof lengths, cudaMemcpyDefault);
  run<false>(in, out, index, bins);
  run<true>(in, out, index, bins);
  int turns[2];
  if (cudaMemcpy(turns, bins + 64, 8, cudaMemcpyDefault) != cudaSuccess) return 1;
  return turns[0] != 0 || turns[1] == 0;
}
