// SPDX-License-Identifier: Apache-2.0
// Functions that compute what another one computes, which has a test of its own: the same bits.
#include "cublas_test.h"

constexpr int n = 11, kAll = n * n;
constexpr cublasOperation_t N = CUBLAS_OP_N, C = CUBLAS_OP_C;
constexpr cublasFillMode_t kLower = CUBLAS_FILL_MODE_LOWER;

// write(to) twice, by one function and by the other, on the same numbers.
template <class T, class First, class Second>
void same(const char* what, int count, First first, Second second) {
  Buffer<T> a(count), b(count);
  b.host = a.host;
  b.up();
  OK(first(a.device));
  OK(second(b.device));
  const auto of_a = a.down(), of_b = b.down();
  if (std::memcmp(of_a.data(), a.host.data(), a.bytes()) == 0 ||
      std::memcmp(of_a.data(), of_b.data(), a.bytes()) != 0) {
    std::printf("%s: not the same, or nothing at all\n", what);
    std::exit(1);
  }
}

struct Lists {
  void** device = nullptr;
  template <class T>
  explicit Lists(T* at) {
    void* const both[] = {at, at + kAll};
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), sizeof(both)) == cudaSuccess);
    CHECK(cudaMemcpy(device, both, sizeof(both), cudaMemcpyDefault) == cudaSuccess);
  }
  ~Lists() { cudaFree(device); }
  Lists(const Lists&) = delete;
  template <class T>
  T* const* of() const {
    return reinterpret_cast<T* const*>(device);
  }
};

template <class T>
void products(cublasHandle_t h, decltype(&cublasCgemmBatched) lists, decltype(lists) lists_3m,
              decltype(&cublasCgemmStridedBatched) strided, decltype(strided) strided_3m) {
  Buffer<T> a(2 * kAll), b(2 * kAll);
  Scalar<T> alpha(h, number<T>()), beta(h, number<T>());
  const Lists in_a(a.device), in_b(b.device);
  const auto by_list = [&](auto function) {
    return [&, function](T* c) {
      const Lists out(c);
      const cublasStatus_t status = function(h, N, C, n, n, n, alpha.at(), in_a.of<T>(), n,
                                             in_b.of<T>(), n, beta.at(), out.of<T>(), n, 2);
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
      return status;
    };
  };
  same<T>("gemm3mBatched", 2 * kAll, by_list(lists), by_list(lists_3m));
  const auto by_stride = [&](auto function) {
    return [&, function](T* c) {
      return function(h, C, N, n, n, n, alpha.at(), a.device, n, kAll, b.device, n, kAll, beta.at(),
                      c, n, kAll, 2);
    };
  };
  same<T>("gemm3mStridedBatched", 2 * kAll, by_stride(strided), by_stride(strided_3m));
}

void complex_with_types(cublasHandle_t h) {
  using T = cuComplex;
  constexpr cudaDataType type = CUDA_C_32F;
  Buffer<T> a(kAll), b(kAll);
  Scalar<T> alpha(h, number<T>()), beta(h, number<T>());
  Scalar<float> real(h, 0.75f), old(h, -0.5f);
  const auto gemm = [&](T* c) {
    return cublasCgemm(h, N, C, n, n, n, alpha.at(), a.device, n, b.device, n, beta.at(), c, n);
  };
  for (const auto function : {&cublasCgemmEx, &cublasCgemm3mEx}) {
    same<T>("CgemmEx", kAll, gemm, [&](T* c) {
      return function(h, N, C, n, n, n, alpha.at(), a.device, type, n, b.device, type, n, beta.at(),
                      c, type, n);
    });
  }
  for (const auto function : {&cublasCsyrkEx, &cublasCsyrk3mEx}) {
    same<T>(
        "CsyrkEx", kAll,
        [&](T* c) {
          return cublasCsyrk(h, kLower, N, n, n, alpha.at(), a.device, n, beta.at(), c, n);
        },
        [&](T* c) {
          return function(h, kLower, N, n, n, alpha.at(), a.device, type, n, beta.at(), c, type, n);
        });
  }
  for (const auto function : {&cublasCherkEx, &cublasCherk3mEx}) {
    same<T>(
        "CherkEx", kAll,
        [&](T* c) {
          return cublasCherk(h, kLower, C, n, n, real.at(), a.device, n, old.at(), c, n);
        },
        [&](T* c) {
          return function(h, kLower, C, n, n, real.at(), a.device, type, n, old.at(), c, type, n);
        });
  }
  // Of 8-bit numbers: what those of 32 bits give.
  std::vector<signed char> small_numbers(2 * kAll);
  Buffer<T> large(kAll);
  for (int i = 0; i < 2 * kAll; ++i) {
    small_numbers[i] = static_cast<signed char>(pick(-128, 127));
    (i % 2 ? large.host[i / 2].y : large.host[i / 2].x) = small_numbers[i];
  }
  large.up();
  Buffer<T> bytes(kAll / 4 + 1);
  CHECK(cudaMemcpy(bytes.device, small_numbers.data(), small_numbers.size(), cudaMemcpyDefault) ==
        cudaSuccess);
  Scalar<T> one(h, {1, 0}), zero(h, {0, 0});
  same<T>(
      "CgemmEx of 8-bit numbers", kAll,
      [&](T* c) {
        return cublasCgemm(h, N, C, n, n, n, one.at(), large.device, n, large.device, n, zero.at(),
                           c, n);
      },
      [&](T* c) {
        return cublasCgemmEx(h, N, C, n, n, n, one.at(), bytes.device, CUDA_C_8I, n, bytes.device,
                             CUDA_C_8I, n, zero.at(), c, type, n);
      });
}

void groups(cublasHandle_t h) {
  Buffer<float> a(2 * kAll);
  const Lists in(a.device);
  Scalar<float> alpha(h, 0.75f), beta(h, -0.5f);
  const int size = n, both = 2;
  same<float>(
      "GemmGroupedBatchedEx", 2 * kAll,
      [&](float* c) {
        return cublasSgemmStridedBatched(h, N, C, n, n, n, alpha.at(), a.device, n, kAll, a.device,
                                         n, kAll, beta.at(), c, n, kAll, 2);
      },
      [&](float* c) {
        const Lists out(c);
        const cublasStatus_t status = cublasGemmGroupedBatchedEx(
            h, &N, &C, &size, &size, &size, alpha.at(), in.of<const void>(), CUDA_R_32F, &size,
            in.of<const void>(), CUDA_R_32F, &size, beta.at(), out.of<void>(), CUDA_R_32F, &size, 1,
            &both, CUBLAS_COMPUTE_32F);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        return status;
      });
}

// Numbers that a function reads and writes lie where the pointer mode says.
template <class T, class First, class Second>
void same_few(cublasHandle_t h, const char* what, First first, Second second) {
  cublasPointerMode_t mode;
  OK(cublasGetPointerMode(h, &mode));
  if (mode == CUBLAS_POINTER_MODE_DEVICE) return same<T>(what, 9, first, second);
  std::vector<T> before(9);
  for (T& x : before) x = number<T>();
  std::vector<T> a = before, b = before;
  OK(first(a.data()));
  OK(second(b.data()));
  CHECK(a != before && a == b);
}

template <class T>
void vectors(cublasHandle_t h, cudaDataType type, decltype(&cublasSrotg) rotg,
             decltype(&cublasSrotm) rotm, decltype(&cublasSrotmg) rotmg,
             decltype(&cublasIsamax) amax, decltype(&cublasIsamin) amin) {
  same_few<T>(
      h, "RotgEx", [&](T* p) { return rotg(h, p, p + 1, p + 2, p + 3); },
      [&](T* p) { return cublasRotgEx(h, p, p + 1, type, p + 2, p + 3, type, type); });
  same_few<T>(
      h, "RotmgEx", [&](T* p) { return rotmg(h, p, p + 1, p + 2, p + 3, p + 4); },
      [&](T* p) {
        return cublasRotmgEx(h, p, type, p + 1, type, p + 2, type, p + 3, type, p + 4, type, type);
      });
  Scalar<T> flag(h, -1);
  std::vector<T> numbers = {-1, T(0.5), T(-0.25), T(2), T(0.75)};
  Buffer<T> parameters(4);
  parameters.host = numbers;
  parameters.up();
  const T* const p = flag.on_device ? parameters.device : numbers.data();
  same<T>(
      "RotmEx", 40, [&](T* x) { return rotm(h, 20, x, 1, x + 20, -1, p); },
      [&](T* x) { return cublasRotmEx(h, 20, x, type, 1, x + 20, type, -1, p, type, type); });
  Buffer<T> x(100);
  Scalar<int> first(h, -1), second(h, -2);
  OK(amax(h, 50, x.device, 2, first.at()));
  OK(cublasIamaxEx(h, 50, x.device, type, 2, second.at()));
  CHECK(first.get() == second.get() && first.value >= 1);
  OK(amin(h, 50, x.device, 2, first.at()));
  OK(cublasIaminEx(h, 50, x.device, type, 2, second.at()));
  CHECK(first.get() == second.get() && first.value >= 1);
}

void conjugated(cublasHandle_t h) {
  using T = cuComplex;
  Buffer<T> x(30), y(30);
  Scalar<T> first(h, {7, 7}), second(h, {8, 8}), other(h, {9, 9});
  OK(cublasCdotc(h, 30, x.device, 1, y.device, 1, first.at()));
  OK(cublasDotcEx(h, 30, x.device, CUDA_C_32F, 1, y.device, CUDA_C_32F, 1, second.at(), CUDA_C_32F,
                  CUDA_C_32F));
  OK(cublasDotEx(h, 30, x.device, CUDA_C_32F, 1, y.device, CUDA_C_32F, 1, other.at(), CUDA_C_32F,
                 CUDA_C_32F));
  CHECK(big(first.get()) == big(second.get()) && big(other.get()) != big(second.value));
}

// What the blocking forms give (helpers.cpp), in a stream.
void transfers() {
  Buffer<float> device(100);
  std::vector<float> up(60), down(20, -1);
  for (float& x : up) x = number<float>();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  OK(cublasSetMatrixAsync(4, 5, sizeof(float), up.data(), 6, device.device, 7, stream));
  OK(cublasGetMatrixAsync(4, 5, sizeof(float), device.device, 7, down.data(), 4, stream));
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 4; ++i) CHECK(down[j * 4 + i] == up[j * 6 + i]);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

int main() {
  in_both_modes(1, [](cublasHandle_t h) {
    products<cuComplex>(h, &cublasCgemmBatched, &cublasCgemm3mBatched, &cublasCgemmStridedBatched,
                        &cublasCgemm3mStridedBatched);
    complex_with_types(h);
    groups(h);
    vectors<float>(h, CUDA_R_32F, &cublasSrotg, &cublasSrotm, &cublasSrotmg, &cublasIsamax,
                   &cublasIsamin);
    conjugated(h);
  });
  transfers();
  std::puts("other names: as they should be");
}
