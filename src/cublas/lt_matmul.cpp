// SPDX-License-Identifier: Apache-2.0
// cublasLtMatmul: D = epilogue(alpha op(A) op(B) + beta C).
#include "cublas/epilogue.h"
#include "cublas/gemm.h"
#include "cublas/lt.h"

namespace heddle::cublas {
namespace {

constexpr i64 kSide = 512;
constexpr std::uint64_t kOurAlgorithm = 0x48454444;  // marks an algorithm that was asked for

// What is to be computed, as if all matrices lay in columns.
struct Plan {
  MixedProduct types;
  i64 m, n, k, batches;
  Layout a, b, c, d;
  char opa, opb;
  bool exchanged = false;  // D' = op(B)' op(A)'
  Epilogue epilogue;
};

char flipped(char op) {
  return op == 'N' ? 'T' : 'N';
}

bool has_room(const Layout& layout) {
  const auto least = layout.order == CUBLASLT_ORDER_ROW ? layout.columns : layout.rows;
  return layout.ld >= static_cast<i64>(least) && layout.batches >= 1;
}
bool is_known_order(const Layout& layout) {
  return layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW;
}

Status plan_epilogue(Call& call, const MatmulDescription& desc, Plan& plan) {
  Epilogue& e = plan.epilogue;
  switch (desc.epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
      return CUBLAS_STATUS_SUCCESS;
    case CUBLASLT_EPILOGUE_BIAS:
      e.bias = true;
      break;
    case CUBLASLT_EPILOGUE_RELU:
      e.relu = true;
      break;
    case CUBLASLT_EPILOGUE_RELU_BIAS:
      e.relu = e.bias = true;
      break;
    case CUBLASLT_EPILOGUE_RELU_AUX:
      e.relu = e.aux = true;
      break;
    case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
      e.relu = e.aux = e.bias = true;
      break;
    case CUBLASLT_EPILOGUE_GELU:
      e.gelu = true;
      break;
    case CUBLASLT_EPILOGUE_GELU_BIAS:
      e.gelu = e.bias = true;
      break;
    case CUBLASLT_EPILOGUE_GELU_AUX:
      e.gelu = e.aux = true;
      break;
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
      e.gelu = e.aux = e.bias = true;
      break;
    case CUBLASLT_EPILOGUE_DRELU:
      e.relu = e.derivative = true;
      break;
    case CUBLASLT_EPILOGUE_DGELU:
      e.gelu = e.derivative = true;
      break;
    case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
    case CUBLASLT_EPILOGUE_BGRADA:
    case CUBLASLT_EPILOGUE_BGRADB:
      return call.not_supported("with a gradient of the bias");
    default:
      return call.invalid();
  }
  if (plan.types.computed != CUDA_R_32F)
    return call.not_supported("with an epilogue for these types");
  const auto type_d = static_cast<cudaDataType>(plan.d.type);
  const auto type_or = [&](std::int32_t given) {
    return given == kNoType ? type_d : static_cast<cudaDataType>(given);
  };
  const auto is_readable = [](cudaDataType type) {
    return type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF;
  };
  e.bias_type = type_or(desc.bias_type);
  e.bias_at = desc.bias;
  e.bias_stride = desc.bias_stride;
  e.aux_type = type_or(desc.aux_type);
  e.aux_at = desc.aux;
  e.aux_ld = desc.aux_ld;
  e.aux_stride = desc.aux_stride;
  e.exchanged = plan.exchanged;
  if (e.bias && !e.bias_at) return call.invalid();
  if (!is_readable(e.bias_type) || !is_readable(e.aux_type))
    return call.not_supported("with a bias or an auxiliary matrix of this type");
  if (e.aux || e.derivative) {
    if (plan.exchanged)
      return call.not_supported("with an auxiliary matrix where rows follow each other");
    if (!e.aux_at || e.aux_ld < plan.m || (e.relu && e.aux_ld % 128 != 0)) return call.invalid();
  }
  return CUBLAS_STATUS_SUCCESS;
}

Status plan_of(Call& call, const MatmulDescription* desc, const Layout* a, const Layout* b,
               const Layout* c, const Layout* d, Plan& plan) {
  if (!desc || !a || !b || !c || !d) return call.invalid();
  plan.a = *a;
  plan.b = *b;
  plan.c = *c;
  plan.d = *d;
  plan.opa = letter(static_cast<cublasOperation_t>(desc->transa));
  plan.opb = letter(static_cast<cublasOperation_t>(desc->transb));
  if (!plan.opa || !plan.opb) return call.invalid();
  for (const Layout* layout : {a, b, c, d}) {
    if (!is_known_order(*layout)) return call.not_supported("with this order of a matrix");
    if (!has_room(*layout)) return call.invalid();
  }
  if (desc->transc != CUBLAS_OP_N || desc->fill != CUBLAS_FILL_MODE_FULL || c->order != d->order ||
      c->type != d->type)
    return call.not_supported("with C transposed, of a triangle, or unlike D");
  if (desc->pointer_mode != CUBLASLT_POINTER_MODE_HOST &&
      desc->pointer_mode != CUBLASLT_POINTER_MODE_DEVICE)
    return call.not_supported("with vectors of scalars");
  if (desc->a_scale || desc->b_scale || desc->c_scale || desc->d_scale || desc->amax ||
      desc->aux_scale || desc->aux_amax)
    return call.not_supported("with scales of 8-bit floating point");
  const auto types = product_of(
      static_cast<cudaDataType>(a->type), static_cast<cudaDataType>(b->type),
      static_cast<cudaDataType>(d->type), static_cast<cublasComputeType_t>(desc->compute));
  if (!types || types->scale != desc->scale) return call.not_supported("with these types");
  plan.types = *types;
  const auto rows = [](const Layout& x, char op) {
    return static_cast<i64>(op == 'N' ? x.rows : x.columns);
  };
  const auto columns = [](const Layout& x, char op) {
    return static_cast<i64>(op == 'N' ? x.columns : x.rows);
  };
  plan.m = rows(*a, plan.opa);
  plan.k = columns(*a, plan.opa);
  plan.n = columns(*b, plan.opb);
  plan.batches = d->batches;
  const auto is_result = [&](const Layout& x) {
    return static_cast<i64>(x.rows) == plan.m && static_cast<i64>(x.columns) == plan.n;
  };
  if (rows(*b, plan.opb) != plan.k || !is_result(*c) || !is_result(*d)) return call.invalid();
  for (const Layout* layout : {a, b, c}) {
    if (layout->batches != d->batches) return call.invalid();
  }
  if (!Call::fits({plan.m, plan.n, plan.k, a->ld, b->ld, c->ld, d->ld})) return call.too_large();
  // A matrix whose rows follow each other is its transpose in columns.
  const auto turn = [&](const Layout& layout, char& op) {
    if (layout.order != CUBLASLT_ORDER_ROW) return true;
    const bool complex =
        layout.type == CUDA_C_32F || layout.type == CUDA_C_64F || layout.type == CUDA_C_8I;
    if (complex && op == 'C') return false;
    op = flipped(op);
    return true;
  };
  if (!turn(plan.a, plan.opa) || !turn(plan.b, plan.opb))
    return call.not_supported("with a conjugated matrix where rows follow each other");
  plan.exchanged = d->order == CUBLASLT_ORDER_ROW;
  if (plan.exchanged) {
    if ((plan.opa == 'C' || plan.opb == 'C') && plan.types.computed != CUDA_R_32F &&
        plan.types.computed != CUDA_R_64F)
      return call.not_supported("with a conjugated matrix where rows follow each other");
    std::swap(plan.a, plan.b);
    std::swap(plan.opa, plan.opb);
    std::swap(plan.m, plan.n);
    plan.opa = flipped(plan.opa);
    plan.opb = flipped(plan.opb);
  }
  return plan_epilogue(call, *desc, plan);
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
  const bool alone = !old.device && old.value.is_zero();
  if (!alone && !c) return call.invalid();
  if (plan.epilogue.is_default() &&
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
  for (i64 i = 0; i < plan.batches; ++i) {
    call.writes_matrix(static_cast<const std::byte*>(batch_of(d, plan.d).at(i, size_c)),
                       plan.m * static_cast<i64>(size_c), plan.n,
                       plan.d.ld * static_cast<i64>(size_c));
  }
  if (const Epilogue& e = plan.epilogue; e.aux) {
    // A bit of each number, or a number.
    const i64 bits = e.relu ? 1 : 8 * static_cast<i64>(size_of(e.aux_type));
    for (i64 i = 0; i < plan.batches; ++i) {
      call.writes_matrix(static_cast<const std::byte*>(e.aux_at) + i * e.aux_stride * bits / 8,
                         (plan.m * bits + 7) / 8, plan.n, e.aux_ld * bits / 8);
    }
  }
  const Cost cost{2.0 * double(plan.m) * double(plan.n) * double(plan.k) * double(plan.batches), 0};
  return call.parts(tiles, cost, [=](unsigned part) {
    const i64 i = part / grid.count();
    const EpilogueOf what{plan.epilogue, i};
    mixed_tile(types, grid.tile(part % grid.count()), plan.k, factor(),
               {batch_of(a, plan.a).at(i, size_a), plan.a.ld, plan.opa},
               {batch_of(b, plan.b).at(i, size_b), plan.b.ld, plan.opb}, old(),
               {batch_of(c, plan.c).at(i, size_c), plan.c.ld},
               const_cast<void*>(batch_of(d, plan.d).at(i, size_c)), plan.d.ld,
               plan.epilogue.is_default() ? nullptr : &apply_epilogue, &what);
  });
}

cublasLtMatmulAlgo_t our_algorithm() {
  cublasLtMatmulAlgo_t algorithm{};
  algorithm.data[0] = kOurAlgorithm;
  return algorithm;
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
  const auto types = product_of(a, b, d, compute);
  *count = 0;
  if (!types || types->scale != scale || c != d) return CUBLAS_STATUS_NOT_SUPPORTED;
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
  const auto types = product_of(a, b, d, compute);
  if (!types || types->scale != scale || c != d) return CUBLAS_STATUS_NOT_SUPPORTED;
  *algo = our_algorithm();
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace heddle::cublas
