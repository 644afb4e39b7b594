// SPDX-License-Identifier: Apache-2.0
// Variables of every state space, atomics, vectors, local arrays.
#define KERNEL extern "C" __global__ void
#define HERE                                           \
  const int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return;

struct Entry {
  char tag;
  short weight;
  double value;
  const int* link;
};
__device__ int numbers[6] = {1, -2, 300, 4, 50, -60};
__device__ float zeros[40];
__constant__ int weights[4] = {10, 20, 30, 40};
__constant__ Entry entries[2] = {{'a', -3, 2.5, numbers + 2}, {'b', 4, -1.25, nullptr}};
__device__ int* const volatile pointer = numbers + 4;

KERNEL variables(int* out, const int* in, int n) {
  HERE const Entry& entry = entries[i & 1];
  int sum = numbers[i % 6] + weights[i % 4] + (int)zeros[i % 40] + *pointer;
  sum += entry.tag + entry.weight + (int)(entry.value * 4);
  if (entry.link) sum += entry.link[i % 3];
  out[i] = sum + in[i];
}

KERNEL reversed(int* out, const int* in, int n) {
  __shared__ int tile[96];
  __shared__ long long wide[96];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  wide[threadIdx.x] = (long long)i << 33;
  __syncthreads();
  const int other = blockDim.x - 1 - threadIdx.x;
  if (i < n) out[i] = tile[other] + (int)(wide[other] >> 31);
}

KERNEL dynamic(int* out, const int* in, int n) {
  extern __shared__ int room[];
  short* shorts = (short*)(room + blockDim.x);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  room[threadIdx.x] = i < n ? in[i] * 3 : 1;
  shorts[threadIdx.x] = (short)i;
  __syncthreads();
  const int next = (threadIdx.x + 1) % blockDim.x;
  if (i < n) out[i] = room[next] + shorts[next];
}

KERNEL atomics(int* out, const int* in, int n) {
  __shared__ int counters[8];
  __shared__ unsigned top;
  if (threadIdx.x < 8) counters[threadIdx.x] = 0;
  if (threadIdx.x == 0) top = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&counters[in[i] & 7], i);
    atomicMax(&top, (unsigned)in[i] & 0xffff);
    atomicXor(&counters[0], 1 << (i & 15));
  }
  __syncthreads();
  if (i < n) {
    out[i] = counters[i & 7] + (int)top;
    const int last = n + (i & 3);  // behind the plain results
    atomicAdd(out + last, in[i]);
    atomicMin(out + n + 4, in[i]);
    atomicOr((unsigned long long*)(out + n + 9), 1ull << (i & 63));
    atomicAdd((float*)(out + n + 13), (float)(i & 7));
  }
}

KERNEL vectors(int* out, const int* in, int n) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 >= n) return;
  const int4 four = *(const int4*)(in + i);
  const int2 two = *(const int2*)(in + (i ^ 2));
  *(int4*)(out + i) = make_int4(four.w + two.x, four.z - two.y, four.y * 3, __ldg(in + i) + four.x);
}

KERNEL local_arrays(int* out, const int* in, int n) {
  HERE int stack[16];
  int at = 0;
  for (int bit = 0; bit < 16; ++bit) {
    if (in[i] >> bit & 1) stack[at++] = bit * i;
  }
  int sum = at;
  while (at > 0) sum = sum * 3 + stack[--at & 15];
  out[i] = sum;
}
