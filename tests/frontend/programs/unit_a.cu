// Relocatable device code: defines what unit_b.cu uses.
__device__ int shared_counter = 5;
__constant__ int shared_table[4];
static __device__ int own = 100;

__device__ int add_own(int x) {
  return x + own;
}
__global__ void from_a(int* out) {
  out[threadIdx.x] = add_own(threadIdx.x);
}
