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
