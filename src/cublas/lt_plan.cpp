// SPDX-License-Identifier: Apache-2.0
#include "cublas/lt_plan.h"

namespace heddle::cublas {
namespace {

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
      e.relu = e.derivative = e.row_sums = true;
      break;
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
      e.gelu = e.derivative = e.row_sums = true;
      break;
    case CUBLASLT_EPILOGUE_BGRADA:
      e.sums_of_a = true;
      break;
    case CUBLASLT_EPILOGUE_BGRADB:
      e.sums_of_b = true;
      break;
    default:
      return call.invalid();
  }
  if (plan.types.computed != CUDA_R_32F)
    return call.not_supported("with an epilogue for these types");
  const auto type_d = static_cast<cudaDataType>(plan.d.type);
  const auto type_or = [&](std::int32_t given) {
    return given == kNoType ? type_d : static_cast<cudaDataType>(given);
  };
  const bool fp8 = is_fp8(plan.a.type);
  const auto is_readable = [](cudaDataType type) {
    return type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF;
  };
  if (fp8 && (e.derivative || e.sums_operand()))
    return call.not_supported("with gradients of 8-bit floating point");
  // Of 8-bit floating point the bias has the type of C, but no float.
  const bool narrow_bias = fp8 && desc.bias_type == kNoType;
  const auto type_c = static_cast<cudaDataType>(plan.c.type);
  e.bias_type = !narrow_bias           ? type_or(desc.bias_type)
                : type_c == CUDA_R_32F ? CUDA_R_16BF
                                       : type_c;
  e.bias_at = desc.bias;
  e.bias_stride = desc.bias_stride;
  e.aux_type = type_or(desc.aux_type);
  e.aux_at = desc.aux;
  e.aux_ld = desc.aux_ld;
  e.aux_stride = desc.aux_stride;
  e.exchanged = plan.exchanged;
  if ((e.bias || e.row_sums || e.sums_operand()) && !e.bias_at) return call.invalid();
  if (!is_readable(e.bias_type) || !(is_readable(e.aux_type) || (fp8 && is_fp8(e.aux_type))))
    return call.not_supported("with a bias or an auxiliary matrix of this type");
  if (e.aux || e.derivative) {
    if (plan.exchanged)
      return call.not_supported("with an auxiliary matrix where rows follow each other");
    if (!e.aux_at || e.aux_ld < plan.m || (e.relu && e.aux_ld % 128 != 0)) return call.invalid();
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

// Where sums of 8-bit floating point are narrow, D may be unlike C.
std::optional<MixedProduct> matmul_types(cudaDataType a, cudaDataType b, cudaDataType c,
                                         cudaDataType d, cublasComputeType_t compute) {
  if (is_fp8(a) || is_fp8(b)) return fp8_product(a, b, c, d, compute);
  return c == d ? product_of(a, b, d, compute) : std::nullopt;
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
  const bool fp8 = is_fp8(a->type) || is_fp8(b->type);
  for (const Layout* layout : {a, b, c, d}) {
    if (!is_known_order(*layout) || (fp8 && layout->order != CUBLASLT_ORDER_COL))
      return call.not_supported("with this order of a matrix");
    if (!has_room(*layout)) return call.invalid();
  }
  if (desc->transc != CUBLAS_OP_N || desc->fill != CUBLAS_FILL_MODE_FULL || c->order != d->order ||
      (c->type != d->type && !fp8))
    return call.not_supported("with C transposed, of a triangle, or unlike D");
  if (desc->pointer_mode != CUBLASLT_POINTER_MODE_HOST &&
      desc->pointer_mode != CUBLASLT_POINTER_MODE_DEVICE)
    return call.not_supported("with vectors of scalars");
  if (!fp8 && (desc->a_scale || desc->b_scale || desc->c_scale || desc->d_scale || desc->amax ||
               desc->aux_scale || desc->aux_amax))
    return call.not_supported("with scales but 8-bit floating point");
  const auto type = [](const Layout* of) { return static_cast<cudaDataType>(of->type); };
  const auto types = matmul_types(type(a), type(b), type(c), type(d),
                                  static_cast<cublasComputeType_t>(desc->compute));
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
  if (fp8) {
    if (const char* const what = fp8_refusal(*desc, *a, *b, *c, *d))
      return call.not_supported(what);
    plan.scales = {static_cast<const float*>(desc->a_scale),
                   static_cast<const float*>(desc->b_scale)};
    plan.epilogue.scale = static_cast<const float*>(desc->d_scale);
    plan.epilogue.largest = static_cast<float*>(desc->amax);
    plan.epilogue.aux_scale = static_cast<const float*>(desc->aux_scale);
    plan.epilogue.largest_aux = static_cast<float*>(desc->aux_amax);
  }
  return plan_epilogue(call, *desc, plan);
}

}  // namespace heddle::cublas
