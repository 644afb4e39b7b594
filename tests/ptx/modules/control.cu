// SPDX-License-Identifier: Apache-2.0
// Branches, loops, switches, functions with structs, recursion, pointers to functions, virtual
// functions.
#define KERNEL extern "C" __global__ void
#define HERE                                           \
  const int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return;                                  \
  const int x = in[i];

KERNEL branches(int* out, const int* in, int n) {
  HERE int sum = 0;
  for (int k = 0; k < (x & 31); ++k) {
    if (k % 3 == (i & 1)) continue;
    sum += k * x;
    if ((sum & 127) == 77) break;
  }
  int steps = 0;
  for (unsigned v = (unsigned)x | 1u; v != 1 && steps < 40; ++steps) v = v & 1 ? 3 * v + 1 : v / 2;
  out[i] = sum * 64 + steps;
}

KERNEL switches(int* out, const int* in, int n) {
  HERE int result = 0;
  switch (x & 15) {
    case 0:
      result = i * 5;
      break;
    case 1:
      result = i ^ 99;
      break;
    case 2:
      result = i - x;
      break;
    case 3:
      result = i / 3;
      break;
    case 4:
      result = x * x;
      break;
    case 5:
      result = x >> 3;
    case 6:
      result += i * 11;
      break;
    case 7:
      return;
    case 8:
      result = ~x;
      break;
    case 9:
      result = x % 7;
      break;
    default:
      result = 1000 + x;
  }
  out[i] = result;
}

struct Pair {
  int low;
  double high;
};
struct Big {
  int values[9];
};
__noinline__ __device__ Pair mixed(Pair p, Big big, char c, float f) {
  Pair r;
  r.low = p.low * 2 + big.values[p.low & 7] + c;
  r.high = p.high * 0.5 + f + big.values[8];
  return r;
}
__noinline__ __device__ void through_pointer(int* into, const Pair& from) {
  *into += from.low;
}
__noinline__ __device__ int fibonacci(int k) {
  return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2);
}

KERNEL functions(int* out, const int* in, int n) {
  HERE Big big;
  for (int k = 0; k < 9; ++k) big.values[k] = x + k * k;
  const Pair p = mixed({i, x * 2.0}, big, (char)(x & 63), 0.25f);
  int sum = (int)p.high;
  through_pointer(&sum, p);
  out[i] = sum + fibonacci(i % 11);
}

struct Shape {
  __device__ virtual int area(int x) const = 0;
};
struct Square : Shape {
  __device__ int area(int x) const override { return x * x; }
};
struct Strip : Shape {
  int width;
  __device__ explicit Strip(int w) : width(w) {}
  __device__ int area(int x) const override { return x * width; }
};
typedef int (*Function)(int, int);
__device__ int added(int a, int b) {
  return a + b;
}
__device__ int removed(int a, int b) {
  return a - b * 3;
}
__device__ Function table[2] = {added, removed};

KERNEL pointers(int* out, const int* in, int n) {
  HERE const Square square;
  const Strip strip(x & 7);
  const Shape* shape = (i & 1) ? (const Shape*)&square : &strip;
  out[i] = shape->area(i & 63) + table[i % 2](x, i);
}

KERNEL warps(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] & 1023 : 0;
  for (int at = 16; at > 0; at /= 2) value += __shfl_xor_sync(~0u, value, at);
  const unsigned votes = __ballot_sync(~0u, (i & 5) == 1);
  const int up = __shfl_up_sync(~0u, i, 3, 16), chosen = __shfl_sync(~0u, value + i, i & 7, 8);
  int result = value + (int)votes % 1000 + up * 3 + chosen + __any_sync(~0u, i == 40) +
               __reduce_max_sync(~0u, i ^ 21);
  if (threadIdx.x & 1) result += __popc(__activemask());
  __syncwarp();
  const int all = __syncthreads_count(i & 2) + __syncthreads_or(i == 5);
  if (i < n) out[i] = result + all;
}

struct Parameters {
  int factor;
  short offsets[3];
  double scale;
};
KERNEL by_value(int* out, const int* in, int n, Parameters p) {
  HERE out[i] = x * p.factor + p.offsets[i % 3] + (int)(p.scale * (i & 255));
}

__global__ void __launch_bounds__(128, 2) bounded(int* out, const int* in, int n) {
  HERE int sum = 0;
  for (int k = i; k < n; k += 37) sum += in[k] ^ k;
  out[i] = sum;
}
