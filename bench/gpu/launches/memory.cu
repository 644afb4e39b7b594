// SPDX-License-Identifier: Apache-2.0
// Stencils, transposes, copies, gathers, structures, textures.
#include "judge.h"

__global__ void jacobi(const float* a, float* b, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    const int i = y * w + x;
    b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
  }
}
__global__ void heat3d(const float* __restrict__ a, float* __restrict__ b, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const int plane = nx * ny;
  int i = y * nx + x;
  float below = a[i], here = a[i + plane];
  for (int z = 1; z < nz - 1; ++z) {
    i += plane;
    const float above = a[i + plane];
    b[i] = here + 0.1f * (below + above + a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] - 6 * here);
    below = here;
    here = above;
  }
}
__global__ void turn_naive(const float* a, float* b, int w, int h) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) b[x * h + y + k] = a[(y + k) * w + x];
}
template <int kPad>
__global__ void turn_tile(const float* a, float* b, int w, int h) {
  __shared__ float tile[32][32 + kPad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) b[(y + k) * h + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void copy_stride(const float* a, float* b, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i * stride];
}
__global__ void triad4(const float4* a, const float4* b, float4* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float4 x = a[i], y = b[i];
    c[i] = make_float4(x.x + 3 * y.x, x.y + 3 * y.y, x.z + 3 * y.z, x.w + 3 * y.w);
  }
}
__global__ void pick(const float* a, const int* index, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[index[i]];
}
__global__ void place(const float* a, const int* index, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[index[i]] = a[i];
}
struct Body {
  float x, y, z, vx, vy, vz, mass, age;
};
__global__ void advance_bodies(Body* p, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x += dt * p[i].vx;
  p[i].y += dt * p[i].vy;
  p[i].z += dt * p[i].vz;
  p[i].age += dt;
}
__global__ void rotate_image(cudaTextureObject_t image, float* out, int w, int h, float c,
                             float s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = tex2D<float>(image, c * x - s * y + 0.5f, s * x + c * y + 0.5f);
}
__constant__ float weights[9];
__global__ void filter3x3(const float* a, float* b, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);
      sum += weights[(dy + 1) * 3 + dx + 1] * a[v * w + u];
    }
  b[y * w + x] = sum;
}
__global__ void to_grey(const uchar3* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar3 p = in[i];
    out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const size_t most = 8 << 20;
  float *a = floats(most), *b = space<float>(most), *c = space<float>(most);
  for (auto [w, h] : {std::pair{1024, 1024}, {4000, 1500}}) {
    const dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    JUDGE(jacobi, grid, block, a, b, w, h);
    JUDGE(filter3x3, grid, block, a, b, w, h);
  }
  JUDGE(heat3d, dim3(4, 16), dim3(32, 8), a, b, 128, 128, 128);
  JUDGE(heat3d, dim3(16, 64), dim3(16, 4), a, b, 256, 256, 64);
  for (auto [w, h] : {std::pair{1024, 1024}, {4096, 1536}}) {
    const dim3 block(32, 8), grid(w / 32, h / 32);
    JUDGE(turn_naive, grid, block, a, b, w, h);
    JUDGE(turn_tile<0>, grid, block, a, b, w, h);
    JUDGE(turn_tile<1>, grid, block, a, b, w, h);
  }
  JUDGE(copy_stride, dim3(8192), dim3(256), a, b, 2 << 20, 2);
  JUDGE(copy_stride, dim3(4096), dim3(256), a, b, 1 << 20, 8);
  JUDGE(copy_stride, dim3(512), dim3(512), a, b, 1 << 18, 32);
  JUDGE(triad4, dim3(264), dim3(512), (float4*)a, (float4*)b, (float4*)c, 1 << 18);
  JUDGE(triad4, dim3(1056), dim3(256), (float4*)a, (float4*)b, (float4*)c, 2 << 20);
  std::vector<int> index(2 << 20);
  for (auto& i : index) i = rnd() % most;
  int* where = device(index);
  for (int n : {1 << 19, 2 << 20}) {
    JUDGE(pick, dim3(n / 256), dim3(256), a, where, b, n);
    JUDGE(place, dim3(n / 256), dim3(256), a, where, b, n);
  }
  for (int n : {100000, 1000000})
    JUDGE(advance_bodies, dim3((n + 127) / 128), dim3(128), (Body*)a, n, 0.01f);
  for (int n : {512, 2048}) {
    cudaArray_t array;
    const auto format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, n, n));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, a, n * 4, n * 4, n, cudaMemcpyDeviceToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    how.filterMode = cudaFilterModeLinear;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t image;
    CHECK(cudaCreateTextureObject(&image, &resource, &how, nullptr));
    JUDGE(rotate_image, dim3(n / 16, n / 16), dim3(16, 16), image, b, n, n, 0.8f, 0.6f);
  }
  for (int n : {500000, 4000000})
    JUDGE(to_grey, dim3((n + 255) / 256), dim3(256), (uchar3*)a, (unsigned char*)b, n);
}
