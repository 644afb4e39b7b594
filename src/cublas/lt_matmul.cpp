// SPDX-License-Identifier: Apache-2.0
// cublasLtMatmul: D = epilogue(alpha op(A) op(B) + beta C).
#include <cstring>

#include "cublas/lt_plan.h"

namespace heddle::cublas {
namespace {

constexpr i64 kSide = 512;

// What the tiles of all matrices told.
void tell(const Plan& plan, const Grid& grid, const TileSums* told) {
  const Epilogue& e = plan.epilogue;
  float largest = 0, largest_aux = 0;
  for (i64 i = 0; i < plan.batches; ++i) {
    std::vector<double> rows(e.row_sums ? static_cast<std::size_t>(plan.m) : 0);
    for (i64 t = 0; t < grid.count(); ++t, ++told) {
      largest = TileSums::larger(largest, told->largest);
      largest_aux = TileSums::larger(largest_aux, told->largest_aux);
      const Tile tile = grid.tile(t);
      for (i64 r = 0; r < tile.rows && e.row_sums; ++r)
        rows[static_cast<std::size_t>(tile.row + r)] += told->rows[r];
    }
    const auto size = static_cast<i64>(size_of(e.bias_type));
    auto* const to =
        static_cast<std::byte*>(const_cast<void*>(e.bias_at)) + i * e.bias_stride * size;
    for (std::size_t r = 0; r < rows.size(); ++r)
      write_number(e.bias_type, to + static_cast<i64>(r) * size, {rows[r]});
  }
  if (e.largest) *e.largest = largest;
  if (e.largest_aux) *e.largest_aux = largest_aux;
}

// The operand of matrix i whose numbers are summed along k.
OperandSums operand_sums(const Plan& plan, i64 i, const void* a, const void* b) {
  const bool left = plan.epilogue.sums_of_a != plan.exchanged;
  const Layout& layout = left ? plan.a : plan.b;
  const cudaDataType type = left ? plan.types.a : plan.types.b;
  const auto* const at = static_cast<const std::byte*>(left ? a : b) +
                         i * layout.stride * static_cast<i64>(size_of(type));
  const bool as_it_is = (left ? plan.opa : plan.opb) == 'N';
  return {at, type, layout.ld, left ? plan.m : plan.n, plan.k, left != as_it_is};
}

Batch batch_of(const void* at, const Layout& layout) {
  return {at, nullptr, layout.stride};
}

Status run(Call& call, const Plan& plan, const void* alpha, const void* a, const void* b,
           const void* beta, const void* c, void* d) {
  if (plan.m == 0 || plan.n == 0) return CUBLAS_STATUS_SUCCESS;
  const MixedProduct types = plan.types;
  const LateScalar factor(call, types.scale, alpha), old(call, types.scale, beta);
  // Nothing of C is read, or D is where it lies.
  const bool alone = call.is_zero(old);
  if (!alone && !c) return call.invalid();
  if (plan.epilogue.is_default() && !is_fp8(types.a) &&
      (alone || (c == d && plan.c.ld == plan.d.ld && plan.c.stride == plan.d.stride))) {
    const auto op = [](char letter) {
      return letter == 'N' ? CUBLAS_OP_N : letter == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
    };
    return gemm_of(call, types,
                   {op(plan.opa), op(plan.opb), plan.m, plan.n, plan.k, plan.a.ld, plan.b.ld,
                    plan.d.ld, plan.batches},
                   alpha, batch_of(a, plan.a), batch_of(b, plan.b), beta, batch_of(d, plan.d));
  }
  const Grid grid = Grid::of_side(plan.m, plan.n, kSide);
  const i64 tiles = grid.count() * plan.batches;
  const std::size_t size_a = size_of(types.a), size_b = size_of(types.b), size_c = size_of(types.c);
  const std::size_t size_added = size_of(types.added());
  const auto reads = [&](const void* at, const Layout& layout, std::size_t bytes, i64 rows,
                         i64 columns) {
    const auto size = static_cast<i64>(bytes);
    for (i64 i = 0; i < plan.batches; ++i) {
      call.reads_matrix(static_cast<const std::byte*>(batch_of(at, layout).at(i, bytes)),
                        rows * size, columns, layout.ld * size);
    }
  };
  if (!call.is_zero(factor)) {
    const bool a_as_it_is = plan.opa == 'N', b_as_it_is = plan.opb == 'N';
    reads(a, plan.a, size_a, a_as_it_is ? plan.m : plan.k, a_as_it_is ? plan.k : plan.m);
    reads(b, plan.b, size_b, b_as_it_is ? plan.k : plan.n, b_as_it_is ? plan.n : plan.k);
  }
  if (call.is_other(old)) reads(c, plan.c, size_added, plan.m, plan.n);
  for (i64 i = 0; i < plan.batches; ++i) {
    call.writes_matrix(static_cast<const std::byte*>(batch_of(d, plan.d).at(i, size_c)),
                       plan.m * static_cast<i64>(size_c), plan.n,
                       plan.d.ld * static_cast<i64>(size_c));
  }
  const Epilogue& e = plan.epilogue;
  if (e.aux) {
    // A bit of each number, or a number.
    const i64 bits = e.relu ? 1 : 8 * static_cast<i64>(size_of(e.aux_type));
    for (i64 i = 0; i < plan.batches; ++i) {
      call.writes_matrix(static_cast<const std::byte*>(e.aux_at) + i * e.aux_stride * bits / 8,
                         (plan.m * bits + 7) / 8, plan.n, e.aux_ld * bits / 8);
    }
  }
  // Sums of an operand are parts behind the tiles.
  constexpr i64 kSums = 256;
  const i64 sums = !e.sums_operand() ? 0 : operand_sums(plan, 0, a, b).length;
  const i64 sums_parts = (sums + kSums - 1) / kSums;
  if (e.row_sums || e.sums_operand()) {
    const auto size = static_cast<i64>(size_of(e.bias_type));
    for (i64 i = 0; i < plan.batches; ++i)
      call.writes_matrix(static_cast<const std::byte*>(e.bias_at) + i * e.bias_stride * size,
                         (e.row_sums ? plan.m : sums) * size, 1,
                         (e.row_sums ? plan.m : sums) * size);
  }
  call.writes(e.largest, e.largest ? 1 : 0, 1).writes(e.largest_aux, e.largest_aux ? 1 : 0, 1);
  const Cost cost{2.0 * double(plan.m) * double(plan.n) * double(plan.k) * double(plan.batches), 0};
  const auto run_part = [=](unsigned part, std::byte* scratch) {
    if (part >= tiles) {
      const i64 i = (part - tiles) / sums_parts, begin = (part - tiles) % sums_parts * kSums;
      const Epilogue& epilogue = plan.epilogue;
      operand_sums(plan, i, a, b)
          .run(begin, std::min(sums, begin + kSums),
               static_cast<std::byte*>(const_cast<void*>(epilogue.bias_at)) +
                   i * epilogue.bias_stride * static_cast<i64>(size_of(epilogue.bias_type)),
               epilogue.bias_type);
      return;
    }
    const i64 i = part / grid.count();
    const EpilogueOf what{plan.epilogue, i, reinterpret_cast<TileSums*>(scratch) + part};
    AnyScalar scaled = factor();
    scaled.real *= plan.scales.operands();
    mixed_tile(types, grid.tile(part % grid.count()), plan.k, scaled,
               {batch_of(a, plan.a).at(i, size_a), plan.a.ld, plan.opa},
               {batch_of(b, plan.b).at(i, size_b), plan.b.ld, plan.opb}, old(),
               {batch_of(c, plan.c).at(i, size_added), plan.c.ld},
               const_cast<void*>(batch_of(d, plan.d).at(i, size_c)), plan.d.ld,
               plan.epilogue.changes_numbers() ? &apply_epilogue : nullptr, &what);
  };
  const std::size_t scratch = e.tells() ? static_cast<std::size_t>(tiles) * sizeof(TileSums) : 0;
  return call.with_end(tiles + sums_parts * plan.batches, cost, scratch, run_part,
                       [=](std::byte* told) {
                         if (plan.epilogue.tells())
                           tell(plan, grid, reinterpret_cast<const TileSums*>(told));
                       });
}

cublasLtMatmulAlgo_t our_algorithm() {
  cublasLtMatmulAlgo_t out{};
  const Algorithm ours;
  std::memcpy(&out, &ours, sizeof(ours));
  return out;
}

bool is_multiplied(cublasComputeType_t compute, cudaDataType scale, cudaDataType a, cudaDataType b,
                   cudaDataType c, cudaDataType d) {
  const auto types = matmul_types(a, b, c, d, compute);
  return types && types->scale == scale;
}

// body(call, plan) where the product is one that can be computed.
template <class Body>
Status with_plan(cublasLtHandle_t handle, const char* name, cudaStream_t stream,
                 cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                 cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, Body body) {
  if (!handle_of(reinterpret_cast<cublasHandle_t>(handle))) return CUBLAS_STATUS_NOT_INITIALIZED;
  const auto* const description = reinterpret_cast<const MatmulDescription*>(desc);
  Handle own;
  own.stream = stream;
  if (description && description->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE)
    own.pointer_mode = CUBLAS_POINTER_MODE_DEVICE;
  log_call(name);
  Call call(own, name);
  Plan plan;
  const Status status =
      plan_of(call, description, layout_of(a), layout_of(b), layout_of(c), layout_of(d), plan);
  return status == CUBLAS_STATUS_SUCCESS ? body(call, plan) : status;
}

}  // namespace

HEDDLE_CUBLAS cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                             const void* a, cublasLtMatrixLayout_t layout_a, const void* b,
                             cublasLtMatrixLayout_t layout_b, const void* beta, const void* c,
                             cublasLtMatrixLayout_t layout_c, void* d,
                             cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t* algo,
                             void* workspace, size_t workspace_bytes, cudaStream_t stream) {
  return with_plan(handle, "cublasLtMatmul", stream, desc, layout_a, layout_b, layout_c, layout_d,
                   [&](Call& call, const Plan& plan) {
                     if (algo && algo->data[0] != kOurAlgorithm) return call.invalid();
                     if (!alpha || !beta || !a || !b || !d) return call.invalid();
                     return plan.exchanged ? run(call, plan, alpha, b, a, beta, c, d)
                                           : run(call, plan, alpha, a, b, beta, c, d);
                   });
}

HEDDLE_CUBLAS cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                             cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                             cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                             cublasLtMatmulPreference_t preference, int wanted,
                                             cublasLtMatmulHeuristicResult_t* results, int* count) {
  if (!preference || wanted <= 0 || !results || !count) return CUBLAS_STATUS_INVALID_VALUE;
  *count = 0;
  return with_plan(handle, "cublasLtMatmulAlgoGetHeuristic", nullptr, desc, a, b, c, d,
                   [&](Call&, const Plan&) {
                     results[0] = {our_algorithm(), 0, CUBLAS_STATUS_SUCCESS, 1.0f, {}};
                     *count = 1;
                     return CUBLAS_STATUS_SUCCESS;
                   });
}

HEDDLE_CUBLAS cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                      cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                      cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                      const cublasLtMatmulAlgo_t* algo,
                                      cublasLtMatmulHeuristicResult_t* result) {
  if (!algo || !result) return CUBLAS_STATUS_INVALID_VALUE;
  return with_plan(handle, "cublasLtMatmulAlgoCheck", nullptr, desc, a, b, c, d,
                   [&](Call& call, const Plan&) {
                     if (algo->data[0] != kOurAlgorithm) return call.invalid();
                     *result = {*algo, 0, CUBLAS_STATUS_SUCCESS, 1.0f, {}};
                     return CUBLAS_STATUS_SUCCESS;
                   });
}

HEDDLE_CUBLAS cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute,
                                       cudaDataType_t scale, cudaDataType_t a, cudaDataType_t b,
                                       cudaDataType_t c, cudaDataType_t d, int wanted, int* ids,
                                       int* count) {
  if (!handle_of(reinterpret_cast<cublasHandle_t>(handle))) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (wanted <= 0 || !ids || !count) return CUBLAS_STATUS_INVALID_VALUE;
  *count = 0;
  if (!is_multiplied(compute, scale, a, b, c, d)) return CUBLAS_STATUS_NOT_SUPPORTED;
  ids[0] = 0;
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_CUBLAS cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute,
                                     cudaDataType_t scale, cudaDataType_t a, cudaDataType_t b,
                                     cudaDataType_t c, cudaDataType_t d, int id,
                                     cublasLtMatmulAlgo_t* algo) {
  if (!handle_of(reinterpret_cast<cublasHandle_t>(handle))) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!algo || id != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!is_multiplied(compute, scale, a, b, c, d)) return CUBLAS_STATUS_NOT_SUPPORTED;
  *algo = our_algorithm();
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace heddle::cublas
