// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of gallery/kernels that the benchmarks run, as near to the word as OpenCL C lets.

__kernel void matmul_naive(int n, __global const float* a, __global const float* b,
                           __global float* c) {
  int row = get_global_id(1), col = get_global_id(0);
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

#define MATMUL_TILED(NAME, TILE)                                                         \
  __kernel void NAME(int n, __global const float* a, __global const float* b,            \
                     __global float* c) {                                                \
    __local float as[TILE][TILE];                                                        \
    __local float bs[TILE][TILE];                                                        \
    int tx = get_local_id(0), ty = get_local_id(1);                                      \
    int row = get_group_id(1) * TILE + ty, col = get_group_id(0) * TILE + tx;            \
    float sum = 0;                                                                       \
    for (int t = 0; t < n / TILE; ++t) {                                                 \
      as[ty][tx] = a[row * n + t * TILE + tx];                                           \
      bs[ty][tx] = b[(t * TILE + ty) * n + col];                                         \
      barrier(CLK_LOCAL_MEM_FENCE);                                                      \
      for (int k = 0; k < TILE; ++k) sum += as[ty][k] * bs[k][tx];                       \
      barrier(CLK_LOCAL_MEM_FENCE);                                                      \
    }                                                                                    \
    c[row * n + col] = sum;                                                              \
  }
MATMUL_TILED(matmul_tiled16, 16)
MATMUL_TILED(matmul_tiled32, 32)

#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8
__kernel void matmul_tile2d(int n, __global const float* a, __global const float* b,
                            __global float* c) {
  __local float as[BK * BM];
  __local float bs[BK * BN];
  const int threads = BM * BN / (TM * TN);
  int tid = get_local_id(0);
  int tc = tid % (BN / TN), tr = tid / (BN / TN);
  a += get_group_id(1) * BM * n;
  b += get_group_id(0) * BN;
  c += get_group_id(1) * BM * n + get_group_id(0) * BN;
  int ar = tid / (BK / 4), ac = tid % (BK / 4), br = tid / (BN / 4), bc = tid % (BN / 4);
  float sum[TM][TN];
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) sum[i][j] = 0;
  float rm[TM], rn[TN];
  for (int k = 0; k < n; k += BK) {
    for (int o = 0; o < BM; o += threads / (BK / 4)) {
      float4 t = *(__global const float4*)&a[(ar + o) * n + ac * 4];
      as[(ac * 4 + 0) * BM + ar + o] = t.x;
      as[(ac * 4 + 1) * BM + ar + o] = t.y;
      as[(ac * 4 + 2) * BM + ar + o] = t.z;
      as[(ac * 4 + 3) * BM + ar + o] = t.w;
    }
    for (int o = 0; o < BK; o += threads / (BN / 4))
      *(__local float4*)&bs[(br + o) * BN + bc * 4] =
          *(__global const float4*)&b[(br + o) * n + bc * 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    a += BK;
    b += BK * n;
    for (int d = 0; d < BK; ++d) {
      for (int i = 0; i < TM; ++i) rm[i] = as[d * BM + tr * TM + i];
      for (int j = 0; j < TN; ++j) rn[j] = bs[d * BN + tc * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sum[i][j] += rm[i] * rn[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; j += 4)
      *(__global float4*)&c[(tr * TM + i) * n + tc * TN + j] =
          (float4)(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

__kernel void copy(int n, __global const float* x, __global float* y) {
  int i = get_global_id(0);
  if (i < n) y[i] = x[i];
}

__kernel void saxpy(int n, float a, __global const float* x, __global float* y) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}

__kernel void gelu(int n, __global const float* x, __global float* y) {
  int i = get_global_id(0);
  if (i < n) {
    float v = x[i];
    y[i] = 0.5f * v * (1.0f + tanh(0.79788456f * (v + 0.044715f * v * v * v)));
  }
}

__kernel void transpose_padded(int m, __global const float* a, __global float* c) {
  __local float tile[32][33];
  int tile_col = get_local_size(0) * get_group_id(0), tile_row = get_local_size(1) * get_group_id(1);
  int tx = get_local_id(0), ty = get_local_id(1);
  tile[tx][ty] = a[(tile_row + ty) * m + tile_col + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  c[(tile_col + ty) * m + tile_row + tx] = tile[ty][tx];
}

#define BLOCK 256
__kernel void reduce_barrier(int n, __global const float* x, __global float* sums) {
  __local float part[BLOCK];
  int t = get_local_id(0), i = get_global_id(0);
  part[t] = i < n ? x[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = BLOCK / 2; half_size > 0; half_size /= 2) {
    if (t < half_size) part[t] += part[t + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = part[0];
}

__kernel void nbody(int n, float softening2, __global const float4* bodies,
                    __global float4* acceleration, __local float4* tile) {
  int t = get_local_id(0), i = get_global_id(0);
  float4 me = i < n ? bodies[i] : (float4)(0.0f);
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += get_local_size(0)) {
    int j = first + t;
    tile[t] = j < n ? bodies[j] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < get_local_size(0); ++k) {
      float4 other = tile[k];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
      float pull = other.w * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) acceleration[i] = (float4)(ax, ay, az, 0.0f);
}

__kernel void add_to_one(int n, __global const int* x, __global int* total) {
  int i = get_global_id(0);
  if (i < n) atomic_add(total, x[i]);
}

__kernel void histogram_shared(__global int* bins, int nbins, __global const int* input,
                               ulong array_size, __local int* smem) {
  for (int i = get_local_id(0); i < nbins; i += get_local_size(0)) smem[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_global_id(0); i < array_size; i += get_global_size(0)) {
    int value = input[i];
    if (value < 0) value = 0;
    if (value >= nbins) value = nbins - 1;
    atomic_add(&smem[value], 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < nbins; i += get_local_size(0))
    if (smem[i] != 0) atomic_add(&bins[i], smem[i]);
}

// Halves as every OpenCL has them: in memory.
__kernel void half2_axpy(int pairs, float a, __global const half* x, __global half* y) {
  int i = get_global_id(0);
  if (i < pairs) vstore_half2(fma((float2)(a), vload_half2(i, x), vload_half2(i, y)), i, y);
}

__kernel void scan_barrier(int n, __global const int* x, __global int* y) {
  __local int part[BLOCK];
  int t = get_local_id(0), i = get_global_id(0);
  int value = i < n ? x[i] : 0;
  part[t] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < BLOCK; offset *= 2) {
    int below = t >= offset ? part[t - offset] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    value += below;
    part[t] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) y[i] = value;
}

// A group asks for its places with one atomic, its items for theirs with local ones.
__kernel void compact_local(int n, __global const int* x, __global int* out,
                            __global int* count) {
  __local int kept, first;
  int t = get_local_id(0), i = get_global_id(0);
  int value = i < n ? x[i] : 0, place = 0;
  if (t == 0) kept = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) place = atomic_inc(&kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) first = atomic_add(count, kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) out[first + place] = value;
}

__kernel void empty(void) {}
