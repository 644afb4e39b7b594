// SPDX-License-Identifier: Apache-2.0
// Lookups in a picture of n x n floats: one bilinear one a thread, neighbours beside each other;
// and a 3 x 3 filter through a texture and through plain loads.
#include "bench/common/workload.h"
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

struct Weights {
  float w[9];
};

__global__ void bilinear(cudaTextureObject_t t, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  out[y * n + x] = tex2D<float>(t, (float)x + kPictureShift, (float)y + kPictureShift);
}

__global__ void texture_filter3(cudaTextureObject_t t, float* out, int n, Weights k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      sum += k.w[3 * j + i] * tex2D<float>(t, (float)(x + i) - 0.5f, (float)(y + j) - 0.5f);
    }
  }
  out[y * n + x] = sum;
}

__global__ void plain_filter3(const float* __restrict__ in, float* out, int n, Weights k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      const int column = min(max(x + i - 1, 0), n - 1), row = min(max(y + j - 1, 0), n - 1);
      sum += k.w[3 * j + i] * in[row * n + column];
    }
  }
  out[y * n + x] = sum;
}

enum class Way { kBilinear, kTextureFilter, kPlainFilter };

template <Way way>
class Picture : public Case {
 public:
  explicit Picture(std::int64_t n)
      : n_(n), in_(values(n * n, 1)), out_(unwritten(static_cast<std::size_t>(n * n))) {
    for (int i = 0; i < 9; ++i) weights_.w[i] = picture_weight(i);
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    require(cudaMallocArray(&array_, &desc, n_, n_), "cudaMallocArray");
    resource.res.array.array = array_;
    const std::size_t row = n_ * sizeof(float);
    require(cudaMemcpy2DToArray(array_, 0, 0, in_.get(), row, row, n_, cudaMemcpyDeviceToDevice),
            "texels");
    cudaTextureDesc texture = {};
    texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
    texture.filterMode = way == Way::kBilinear ? cudaFilterModeLinear : cudaFilterModePoint;
    require(cudaCreateTextureObject(&texture_, &resource, &texture, nullptr), "texture");
  }
  Picture(const Picture&) = delete;
  ~Picture() override {
    cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }

  void run() override {
    const dim3 block(32, 8), grid((n_ + 31) / 32, (n_ + 7) / 8);
    if (way == Way::kBilinear) bilinear<<<grid, block>>>(texture_, out_.get(), n_);
    if (way == Way::kTextureFilter) {
      texture_filter3<<<grid, block>>>(texture_, out_.get(), n_, weights_);
    }
    if (way == Way::kPlainFilter) {
      plain_filter3<<<grid, block>>>(in_.get(), out_.get(), n_, weights_);
    }
    finish();
  }
  double error() override {
    const auto got = out_.contents();
    return way == Way::kBilinear ? bilinear_error(n_, got.data()) : filter3_error(n_, got.data());
  }
  double bound() const override { return way == Way::kBilinear ? kBilinearBound : kFilterBound; }

 private:
  int n_;
  DeviceFloats in_, out_;
  Weights weights_;
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

}  // namespace

std::vector<CaseEntry> texture_cases() {
  return {{"bilinear", open_case<Picture<Way::kBilinear>>},
          {"texture_filter3", open_case<Picture<Way::kTextureFilter>>},
          {"plain_filter3", open_case<Picture<Way::kPlainFilter>>}};
}

}  // namespace bench
