// SPDX-License-Identifier: Apache-2.0
// cublasLt: products of described matrices with what follows them, and copies that change order and
// type.
#include "lt_test.h"

template <class T, class S>
void product(Kept& kept, cublasComputeType_t compute, uint32_t epilogue, bool rows_first,
             double precision, int m = 8 * pick(1, 9)) {
  const int n = 8 * pick(1, 6), k = 8 * pick(1, 6),
            count = epilogue == CUBLASLT_EPILOGUE_DEFAULT ? pick(1, 3) : 1;
  const int32_t transa = pick({CUBLAS_OP_N, CUBLAS_OP_T}),
                transb = pick({CUBLAS_OP_N, CUBLAS_OP_T});
  const auto any_order = [&] {
    return rows_first ? pick({CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW}) : CUBLASLT_ORDER_COL;
  };
  const auto order_d = any_order();
  Matrix<T> a(transa == CUBLAS_OP_N ? m : k, transa == CUBLAS_OP_N ? k : m, count, any_order());
  Matrix<T> b(transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k, count, any_order());
  Matrix<T> c(m, n, count, order_d), d(m, n, count, order_d), bias(m, 1, 1, CUBLASLT_ORDER_COL);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, compute, type_of<S>()));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transa, sizeof(transa)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &transb, sizeof(transb)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                    sizeof(epilogue)));
  const bool has_bias = (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0, has_aux = (epilogue & 128) != 0;
  const bool is_relu = (epilogue & CUBLASLT_EPILOGUE_RELU) != 0,
             is_gelu = (epilogue & CUBLASLT_EPILOGUE_GELU) != 0;
  if (has_bias)
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device,
                                      sizeof(void*)));
  const int64_t aux_ld = 128;
  void* aux = nullptr;
  CHECK(cudaMalloc(&aux, aux_ld * n * sizeof(double)) == cudaSuccess);
  if (has_aux) {
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux,
                                      sizeof(aux)));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld,
                                      sizeof(aux_ld)));
  }
  const S alpha = S(0.75), beta = S(pick(0, 1) ? -0.5 : 0);
  const bool in_place = pick(0, 1);
  Matrix<T>& out = in_place ? c : d;
  if (multiply(kept, desc, &alpha, a.device, a.layout, b.device, b.layout, &beta, c.device,
               c.layout, out.device, out.layout)) {
    const std::vector<T> got = out.down();
    std::vector<unsigned char> bits(aux_ld * n * sizeof(double));
    CHECK(cudaMemcpy(bits.data(), aux, bits.size(), cudaMemcpyDefault) == cudaSuccess);
    for (int s = 0; s < count; ++s) {
      const Dense result =
          op(a.dense(s), cublasOperation_t(transa)) * op(b.dense(s), cublasOperation_t(transb));
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          double x = double(alpha) * result(i, j).real() +
                     double(beta) * big(c.host[c.place(s, i, j)]).real();
          if (has_bias) x += big(bias.host[i]).real();
          if (has_aux && is_relu && std::abs(x) > 0.05)
            CHECK((bits[(j * aux_ld + i) / 8] >> (i % 8) & 1) == (x > 0));
          if (has_aux && is_gelu)
            CHECK(std::abs(big(reinterpret_cast<T*>(bits.data())[j * aux_ld + i]).real() - x) <=
                  precision * (8 + std::abs(x)));
          if (is_relu) x = std::max(x, 0.0);
          if (is_gelu) x = gelu(x);
          const double error = std::abs(big(got[out.place(s, i, j)]).real() - x);
          if (!(error <= precision * (8 + std::abs(x)))) {
            std::printf("%d x %d x %d, epilogue %u, order %d: (%d, %d) of %d is %g, not %g\n", m, n,
                        k, epilogue, order_d, i, j, s, big(got[out.place(s, i, j)]).real(), x);
            std::exit(1);
          }
        }
    }
  }
  cudaFree(aux);
  OK(cublasLtMatmulDescDestroy(desc));
}

// What backward passes do: the mask and the input of the forward pass, applied to a product.
void derivatives(Kept& kept, bool relu) {
  const int m = 40, n = 24, k = 16;
  const int64_t aux_ld = 128;
  Matrix<float> a(m, k, 1, CUBLASLT_ORDER_COL), b(k, n, 1, CUBLASLT_ORDER_COL),
      c(m, n, 1, CUBLASLT_ORDER_COL);
  Buffer<float> inputs(aux_ld * n);
  std::vector<unsigned char> bits(aux_ld * n);
  for (auto& byte : bits) byte = static_cast<unsigned char>(pick(0, 255));
  void* mask = nullptr;
  CHECK(cudaMalloc(&mask, bits.size()) == cudaSuccess);
  CHECK(cudaMemcpy(mask, bits.data(), bits.size(), cudaMemcpyDefault) == cudaSuccess);
  void* const aux = relu ? mask : inputs.device;
  const uint32_t epilogue = relu ? CUBLASLT_EPILOGUE_DRELU : CUBLASLT_EPILOGUE_DGELU;
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                    sizeof(epilogue)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux,
                                    sizeof(aux)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld,
                                    sizeof(aux_ld)));
  const float one = 1, zero = 0;
  if (multiply(kept, desc, &one, a.device, a.layout, b.device, b.layout, &zero, c.device, c.layout,
               c.device, c.layout)) {
    const auto got = c.down();
    const Dense result = a.dense(0) * b.dense(0);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        const double x = inputs.host[j * aux_ld + i], step = 1e-5;
        const double factor = relu ? (bits[(j * aux_ld + i) / 8] >> (i % 8) & 1)
                                   : (gelu(x + step) - gelu(x - step)) / (2 * step);
        CHECK(std::abs(got[c.place(0, i, j)] - factor * result(i, j).real()) < 1e-4);
      }
  }
  cudaFree(mask);
  OK(cublasLtMatmulDescDestroy(desc));
}

void transforms(Kept& kept) {
  Matrix<float> a(24, 40, 1, CUBLASLT_ORDER_ROW), b(40, 24, 1, CUBLASLT_ORDER_COL),
      c(24, 40, 1, CUBLASLT_ORDER_COL);
  cublasLtMatrixTransformDesc_t desc;
  OK(cublasLtMatrixTransformDescCreate(&desc, CUDA_R_32F));
  const int32_t turned = CUBLAS_OP_T;
  OK(cublasLtMatrixTransformDescSetAttribute(desc, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &turned,
                                             sizeof(turned)));
  const float alpha = 2, beta = -3;
  OK(cublasLtMatrixTransform(kept.handle, desc, &alpha, a.device, a.layout, &beta, b.device,
                             b.layout, c.device, c.layout, nullptr));
  const auto got = c.down();
  for (int j = 0; j < 40; ++j)
    for (int i = 0; i < 24; ++i)
      CHECK(std::abs(got[c.place(0, i, j)] -
                     (2 * a.host[a.place(0, i, j)] - 3 * b.host[b.place(0, j, i)])) < 1e-5);
  OK(cublasLtMatrixTransformDescDestroy(desc));
}

void descriptions(Kept& kept) {
  cublasLtMatrixLayout_t layout;
  OK(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 5, 6, 7));
  uint64_t rows = 0;
  std::size_t written = 0;
  OK(cublasLtMatrixLayoutGetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof(rows),
                                      &written));
  CHECK(rows == 5 && written == sizeof(rows));
  EXPECT_STATUS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, 1),
                CUBLAS_STATUS_INVALID_VALUE);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  uint32_t epilogue = 0;
  OK(cublasLtMatmulDescGetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                    sizeof(epilogue), &written));
  CHECK(epilogue == CUBLASLT_EPILOGUE_DEFAULT);
  // Sizes that do not fit together.
  Buffer<float> x(100);
  const float one = 1;
  CHECK(cublasLtMatmul(kept.handle, desc, &one, x.device, layout, x.device, layout, &one, x.device,
                       layout, x.device, layout, nullptr, nullptr, 0,
                       nullptr) != CUBLAS_STATUS_SUCCESS);
#ifndef ON_A_GPU  // which crashes
  EXPECT_STATUS(cublasLtMatmul(kept.handle, nullptr, &one, x.device, layout, x.device, layout, &one,
                               x.device, layout, x.device, layout, nullptr, nullptr, 0, nullptr),
                CUBLAS_STATUS_INVALID_VALUE);
#endif
  OK(cublasLtMatmulDescDestroy(desc));
  OK(cublasLtMatrixLayoutDestroy(layout));
  cublasLtMatmulDescOpaque_t own;
  OK(cublasLtMatmulDescInit(&own, CUBLAS_COMPUTE_64F, CUDA_R_64F));
  CHECK(cublasLtGetVersion() >= 120000);
}

// What a program may choose of an algorithm is kept; what one can is told.
void algorithms(Kept& kept) {
  cublasLtMatmulAlgo_t algo;
  OK(cublasLtMatmulAlgoInit(kept.handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                            CUDA_R_32F, CUDA_R_32F, 0, &algo));
  int number = -1, id = 5;
  uint32_t tile = 9, list[4] = {7, 7, 7, 7};
  uint16_t cluster = 3;
  size_t bytes = 0;
  OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &number, 4, &bytes));
  CHECK(number == 0 && bytes == 4);
  OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, 4));
  OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, &cluster,
                                          2));
  tile = cluster = 0;
  OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, 4, nullptr));
  OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, &cluster, 2,
                                          nullptr));
  CHECK(tile == 9 && cluster == 3);
  EXPECT_STATUS(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, 4),
                CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, 2),
                CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, nullptr, 0, &bytes));
  CHECK(bytes == 4);
  OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, list, bytes, &bytes));
  CHECK(list[0] == CUBLASLT_MATMUL_TILE_UNDEFINED && list[1] == 7);
  OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, &number, 4,
                                       &bytes));
  CHECK(number == 1);
  cublasLtMatmulAlgo_t none = {};
  EXPECT_STATUS(
      cublasLtMatmulAlgoCapGetAttribute(&none, CUBLASLT_ALGO_CAP_TILE_IDS, list, 4, &bytes),
      CUBLAS_STATUS_INVALID_VALUE);
}

std::string logged;
void log_line(int level, const char* function, const char* message) {
  logged += std::to_string(level) + " " + function + " " + message + ";";
}
void logger(Kept& kept) {
  OK(cublasLtLoggerSetFile(nullptr));
  OK(cublasLtLoggerSetCallback(log_line));
  OK(cublasLtLoggerSetLevel(5));
  const auto wrong = [&] {
    EXPECT_STATUS(
        cublasLtMatmul(kept.handle, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                       nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0, nullptr),
        CUBLAS_STATUS_INVALID_VALUE);
  };
  wrong();
  CHECK(logged.find("5 cublasLtMatmul called;") != std::string::npos);
  CHECK(logged.find("1 cublasLtMatmul answers CUBLAS_STATUS_INVALID_VALUE;") != std::string::npos);
  logged.clear();
  OK(cublasLtLoggerSetMask(1));
  wrong();
  CHECK(!logged.empty() && logged.find("called") == std::string::npos);
  EXPECT_STATUS(cublasLtLoggerSetLevel(6), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cublasLtLoggerOpenFile("no/such/folder/log"), CUBLAS_STATUS_INVALID_VALUE);
  logged.clear();
  OK(cublasLtLoggerForceDisable());
  wrong();
  CHECK(logged.empty());
}

int main() {
  Kept kept;
  OK(cublasLtCreate(&kept.handle));
  CHECK(cudaMalloc(&kept.workspace, kept.bytes) == cudaSuccess);
  descriptions(kept);
  for (int round = 0; round < 4; ++round) {
    product<float, float>(kept, CUBLAS_COMPUTE_32F, CUBLASLT_EPILOGUE_DEFAULT, true, 4e-6);
    product<double, double>(kept, CUBLAS_COMPUTE_64F, CUBLASLT_EPILOGUE_DEFAULT, true, 1e-13);
    product<__half, float>(kept, CUBLAS_COMPUTE_32F, CUBLASLT_EPILOGUE_DEFAULT, true, 1e-3);
    for (const uint32_t epilogue :
         {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_BIAS,
          CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS}) {
      product<float, float>(kept, CUBLAS_COMPUTE_32F, epilogue, round % 2 == 1, 4e-6);
      product<__half, float>(kept, CUBLAS_COMPUTE_32F, epilogue, false, 1e-3);
    }
    for (const uint32_t epilogue : {CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_RELU_AUX_BIAS,
                                    CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS})
      product<__half, float>(kept, CUBLAS_COMPUTE_32F, epilogue, false, 1e-3);
    derivatives(kept, true);
    derivatives(kept, false);
  }
  // Several tiles.
  for (const uint32_t epilogue : {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS})
    for (const bool rows_first : {false, true})
      product<float, float>(kept, CUBLAS_COMPUTE_32F, epilogue, rows_first, 4e-6, 528);
  transforms(kept);
  algorithms(kept);
  logger(kept);
  OK(cublasLtDestroy(kept.handle));
  std::puts("cublasLt: as it should be");
}
