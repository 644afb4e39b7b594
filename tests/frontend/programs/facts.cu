// Kernels and variables whose records image_test.cpp states one by one.
struct Pair {
  char small;
  double large;
};

__device__ int with_value = 7;
__device__ int without_value;
__constant__ float table[3] = {1.0f, 2.0f, 3.0f};
__device__ int* pointer = &with_value + 1;
static __device__ int internal;

__device__ int square(int x) {
  return x * x;
}
__device__ int negate(int x) {
  return -x;
}
using Function = int (*)(int);
__device__ Function functions[2] = {square, negate};

struct Shape {
  __device__ virtual int sides() const { return 0; }
};
struct Square : Shape {
  __device__ int sides() const override { return 4; }
};

extern __shared__ int dynamic[];

__device__ __noinline__ int staged(int x) {
  __shared__ int stage[33];
  stage[threadIdx.x] = x;
  __syncthreads();
  return stage[threadIdx.x ^ 1];
}

__global__ void parameters(char a, double b, Pair c, float4 d, bool e, short f, int* out) {
  out[0] = a + b + c.large + d.w + e + f;
}

// Of the 32 addresses of each round nvcc 13 keeps two (32 registers); of the 64 sums all (94 in a
// kernel like this one).
__global__ void tile_product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += as[threadIdx.y][j] * bs[j][threadIdx.x];
    __syncthreads();
  }
  c[threadIdx.y * n + threadIdx.x] = sum;
}
__global__ void many_sums(const float* a, const float* b, float* c, int n) {
  float sums[8][8] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) sums[i][j] += a[k * 8 + i] * b[k * 8 + j];
    }
  }
  for (int i = 0; i < 64; ++i) c[i] = sums[i / 8][i % 8];
}
// Its array stays in memory: where it is written, only a load says.
__global__ void counts(const int* a, int* c, int n) {
  int bins[64] = {};
  for (int k = 0; k < n; ++k) ++bins[a[k] & 63];
  for (int i = 0; i < 64; ++i) c[i] = bins[i];
}
__global__ void __launch_bounds__(256, 2) bounded(int* out) {
  out[threadIdx.x] = 1;
}
__global__ void __launch_bounds__(96) bounded_once(int* out) {
  out[threadIdx.x] = 1;
}

__global__ void shared_directly(double* out) {
  __shared__ double tile[16][17];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + dynamic[0];
}

__global__ void shared_through_call(int* out) {
  out[threadIdx.x] = staged(out[0]);
}

__global__ void uses(int* out, int i) {
  Square square_;
  const Shape* shape = i == 0 ? &square_ : new Shape;
  const int small[] = {3, 1, 4, 1, 5};
  out[0] = functions[i](with_value) + *pointer + internal++ + shape->sides() + small[i] +
           static_cast<int>(table[i]) + without_value;
}

int main() {
  return 0;
}
