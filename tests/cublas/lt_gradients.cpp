// SPDX-License-Identifier: Apache-2.0
// Gradients of the bias beside sums in double: of a result behind the derivative of its activation,
// and of an operand; transposed, in both orders, of batches and of several tiles.
#include "lt_test.h"

template <class V>
void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, V value) {
  OK(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)));
}

template <class T>
bool is_near(T got, double wanted, double precision, double terms) {
  return std::abs(big(got).real() - wanted) <=
         precision * (4 + std::sqrt(terms) + std::abs(wanted));
}

template <class T>
void of_operand(Kept& kept, bool of_a, double precision, int m = 8 * pick(1, 9)) {
  const int n = 8 * pick(1, 40), k = 8 * pick(1, 90), count = pick(1, 2);
  const int32_t transa = pick({CUBLAS_OP_N, CUBLAS_OP_T}),
                transb = pick({CUBLAS_OP_N, CUBLAS_OP_T});
  const auto order = [&] { return pick({CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW}); };
  const auto order_d = order();
  Matrix<T> a(transa == CUBLAS_OP_N ? m : k, transa == CUBLAS_OP_N ? k : m, count, order());
  Matrix<T> b(transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k, count, order());
  Matrix<T> c(m, n, count, order_d);
  const int length = of_a ? m : n;
  const int64_t stride = length + 3;
  Matrix<T> bias(stride, 1, count, CUBLASLT_ORDER_ROW);
  Buffer<float> sums(stride * count);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, transa);
  set(desc, CUBLASLT_MATMUL_DESC_TRANSB, transb);
  set<uint32_t>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                of_a ? CUBLASLT_EPILOGUE_BGRADA : CUBLASLT_EPILOGUE_BGRADB);
  set<void*>(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, sums.device);
  set<int32_t>(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, CUDA_R_32F);
  set(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, stride);
  const float alpha = 0.75f, beta = -0.5f;
  if (multiply(kept, desc, &alpha, a.device, a.layout, b.device, b.layout, &beta, c.device,
               c.layout, c.device, c.layout)) {
    const std::vector<T> got = c.down();
    const std::vector<float> gradient = sums.down();
    for (int s = 0; s < count; ++s) {
      const Dense left = op(a.dense(s), cublasOperation_t(transa));
      const Dense right = op(b.dense(s), cublasOperation_t(transb));
      const Dense result = left * right, before = c.dense(s);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          CHECK(is_near(got[c.place(s, i, j)],
                        0.75 * result(i, j).real() - 0.5 * before(i, j).real(), precision, k));
      for (int i = 0; i < length; ++i) {
        double sum = 0;
        for (int l = 0; l < k; ++l) sum += (of_a ? left(i, l) : right(l, i)).real();
        CHECK(is_near(gradient[s * stride + i], sum, 1e-6, k));
      }
      for (int i = length; i < stride; ++i)
        CHECK(gradient[s * stride + i] == sums.host[s * stride + i]);
    }
  }
  OK(cublasLtMatmulDescDestroy(desc));
}

template <class T>
void of_result(Kept& kept, bool relu, double precision, int m = 8 * pick(1, 9),
               int n = 8 * pick(1, 9)) {
  const int k = 8 * pick(1, 6);
  const int64_t aux_ld = (m + 127) / 128 * 128;
  Matrix<T> a(m, k, 1, CUBLASLT_ORDER_COL), b(k, n, 1, CUBLASLT_ORDER_COL),
      d(m, n, 1, CUBLASLT_ORDER_COL), inputs(aux_ld, n, 1, CUBLASLT_ORDER_COL),
      bias(m, 1, 1, CUBLASLT_ORDER_COL);
  std::vector<unsigned char> bits(aux_ld / 8 * n);
  for (auto& byte : bits) byte = static_cast<unsigned char>(pick(0, 255));
  void* mask = nullptr;
  CHECK(cudaMalloc(&mask, bits.size()) == cudaSuccess);
  CHECK(cudaMemcpy(mask, bits.data(), bits.size(), cudaMemcpyDefault) == cudaSuccess);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set<uint32_t>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                relu ? CUBLASLT_EPILOGUE_DRELU_BGRAD : CUBLASLT_EPILOGUE_DGELU_BGRAD);
  set<void*>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, relu ? mask : inputs.device);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, relu ? aux_ld : inputs.ld);
  set<void*>(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
  const float one = 1, zero = 0;
  if (multiply(kept, desc, &one, a.device, a.layout, b.device, b.layout, &zero, d.device, d.layout,
               d.device, d.layout)) {
    const std::vector<T> got = d.down(), gradient = bias.down();
    const Dense result = a.dense(0) * b.dense(0);
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        const double x = big(inputs.host[inputs.place(0, i, j)]).real(), step = 1e-5;
        const std::int64_t bit = j * aux_ld + i;
        const double factor = relu ? (bits[bit / 8] >> (bit % 8) & 1)
                                   : (gelu(x + step) - gelu(x - step)) / (2 * step);
        const double wanted = factor * result(i, j).real();
        CHECK(is_near(got[d.place(0, i, j)], wanted, precision, k));
        sum += wanted;
      }
      CHECK(is_near(gradient[i], sum, precision, n * k));
    }
  }
  cudaFree(mask);
  OK(cublasLtMatmulDescDestroy(desc));
}

// Nowhere to go, or rows of a result that follow each other.
void refusals(Kept& kept) {
  Matrix<float> x(32, 32, 1, CUBLASLT_ORDER_COL);
  const float one = 1, zero = 0;
  for (const uint32_t epilogue : {CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_DRELU_BGRAD}) {
    cublasLtMatmulDesc_t desc;
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    EXPECT_STATUS(
        cublasLtMatmul(kept.handle, desc, &one, x.device, x.layout, x.device, x.layout, &zero,
                       x.device, x.layout, x.device, x.layout, nullptr, nullptr, 0, nullptr),
        CUBLAS_STATUS_INVALID_VALUE);
    OK(cublasLtMatmulDescDestroy(desc));
  }
}

int main() {
  Kept kept;
  OK(cublasLtCreate(&kept.handle));
  CHECK(cudaMalloc(&kept.workspace, kept.bytes) == cudaSuccess);
  refusals(kept);
  for (const bool first : {false, true}) {
    for (int round = 0; round < 6; ++round) {
      of_operand<float>(kept, first, 4e-6);
      of_operand<__half>(kept, first, 1e-3);
      of_operand<__nv_bfloat16>(kept, first, 1e-2);
      of_result<float>(kept, first, 4e-6);
      of_result<__half>(kept, first, 1e-3);
    }
    of_operand<float>(kept, first, 4e-6, 1048);
    of_result<float>(kept, first, 4e-6, 528, 1032);
  }
  OK(cublasLtDestroy(kept.handle));
  std::puts("gradients of the bias: as they should be");
}
