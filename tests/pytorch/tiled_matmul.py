# SPDX-License-Identifier: Apache-2.0
"""load_inline: a product of matrices in tiles of shared memory, its sizes no multiples of the tile; on CPU tensors."""
import heddle.torch  # noqa: F401: before extensions are built
import torch
from torch.utils.cpp_extension import load_inline

CUDA = r"""
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

constexpr int kTile = 16;

// c = a b, a of rows x inner, b of inner x columns.
__global__ void multiply_tiles(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float of_a[kTile][kTile], of_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
  for (int tile = 0; tile < inner; tile += kTile) {
    of_a[y][x] = row < rows && tile + x < inner ? a[row * inner + tile + x] : 0.0f;
    of_b[y][x] = tile + y < inner && column < columns ? b[(tile + y) * columns + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += of_a[y][k] * of_b[k][x];
    __syncthreads();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

torch::Tensor tiled_matmul(const torch::Tensor& a, const torch::Tensor& b) {
  TORCH_CHECK(a.device().is_cpu() && a.is_contiguous(), "a must be contiguous, of the CPU");
  TORCH_CHECK(b.device().is_cpu() && b.is_contiguous(), "b must be contiguous, of the CPU");
  TORCH_CHECK(a.size(1) == b.size(0), "a and b do not fit");
  const at::cuda::OptionalCUDAGuard guard(at::device_of(a));
  const int rows = a.size(0), inner = a.size(1), columns = b.size(1);
  auto c = torch::empty({rows, columns}, a.options());
  const dim3 block(kTile, kTile), grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  multiply_tiles<<<grid, block, 0, at::cuda::getCurrentCUDAStream()>>>(
      a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), rows, inner, columns);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return c;
}

// A copy is all that it does: it has been made when the function returns.
torch::Tensor copied(const torch::Tensor& a) {
  auto b = torch::zeros_like(a);
  C10_CUDA_CHECK(cudaMemcpyAsync(b.data_ptr<float>(), a.data_ptr<float>(), a.numel() * sizeof(float),
                                 cudaMemcpyDefault, c10::cuda::getStreamFromPool()));
  return b;
}

int64_t warp_size() { return at::cuda::warp_size(); }

void launch_wrongly() {
  multiply_tiles<<<1, dim3(2000, 1)>>>(nullptr, nullptr, nullptr, 0, 0, 0);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
}
"""
CPP = """
torch::Tensor tiled_matmul(const torch::Tensor& a, const torch::Tensor& b);
torch::Tensor copied(const torch::Tensor& a);
int64_t warp_size();
void launch_wrongly();
"""


def main():
    module = load_inline("heddle_tiled_matmul", CPP, CUDA,
                         functions=["tiled_matmul", "copied", "warp_size", "launch_wrongly"],
                         extra_cuda_cflags=["--ptxas-options=-v"], verbose=True)
    for rows, inner, columns in (500, 300, 205), (16, 16, 16), (1, 7, 33):
        a, b = torch.rand(rows, inner), torch.rand(inner, columns)
        got = module.tiled_matmul(a, b)
        assert torch.allclose(got, a @ b, rtol=1e-4, atol=1e-4), (rows, inner, columns, (got - a @ b).abs().max())
    ramp = torch.arange(5_000_000, dtype=torch.float32)
    assert torch.equal(module.copied(ramp), ramp)
    assert module.warp_size() == 32
    for call, words in ((lambda: module.tiled_matmul(torch.rand(2, 3), torch.rand(4, 5)), "do not fit"),
                        (module.launch_wrongly, "CUDA error: invalid configuration argument")):
        try:
            call()
        except RuntimeError as error:
            assert words in str(error), error
        else:
            raise AssertionError(f"no error that says {words!r}")
    assert module.warp_size() == 32  # errors of launches do not stay
    print("PASS")


main()
