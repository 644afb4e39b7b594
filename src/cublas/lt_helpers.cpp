// SPDX-License-Identifier: Apache-2.0
// Handles of cublasLt, which are those of cuBLAS, and its copies that change order and type.
#include "cublas/gemm.h"
#include "cublas/lt.h"

namespace heddle::cublas {
namespace {

cublasHandle_t plain(cublasLtHandle_t handle) {
  return reinterpret_cast<cublasHandle_t>(handle);
}

// Element (i, j) of a matrix of numbers of `type`, as a complex one.
struct Elements {
  const std::byte* at;
  cudaDataType type;
  bool by_rows;
  i64 ld;
  char op = 'N';

  DoubleComplex operator()(i64 i, i64 j) const {
    if (op != 'N') std::swap(i, j);
    const AnyScalar value = read_scalar(type, at + place(i, j));
    return {value.real, op == 'C' ? -value.imaginary : value.imaginary};
  }
  i64 place(i64 i, i64 j) const {
    return (by_rows ? i * ld + j : j * ld + i) * static_cast<i64>(size_of(type));
  }
};

bool is_transformed(std::int32_t type) {
  for (const cudaDataType known : {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_R_8I,
                                   CUDA_R_32I, CUDA_C_32F, CUDA_C_64F}) {
    if (type == known) return true;
  }
  return false;
}

Elements elements_of(const void* at, const Layout& layout, char op) {
  return {static_cast<const std::byte*>(at), static_cast<cudaDataType>(layout.type),
          layout.order == CUBLASLT_ORDER_ROW, layout.ld, op};
}

bool is_valid(const Layout& layout, char op, i64 rows, i64 columns) {
  const auto own_rows = static_cast<i64>(layout.rows),
             own_columns = static_cast<i64>(layout.columns);
  return layout.ld >= (layout.order == CUBLASLT_ORDER_ROW ? own_columns : own_rows) &&
         (op == 'N' ? own_rows : own_columns) == rows &&
         (op == 'N' ? own_columns : own_rows) == columns;
}

}  // namespace

HEDDLE_CUBLAS cublasLtCreate(cublasLtHandle_t* out) {
  return cublasCreate_v2(reinterpret_cast<cublasHandle_t*>(out));
}
HEDDLE_CUBLAS cublasLtDestroy(cublasLtHandle_t handle) {
  return cublasDestroy_v2(plain(handle));
}
HEDDLE_CUBLAS cublasLtGetProperty(libraryPropertyType type, int* value) {
  return cublasGetProperty(type, value);
}
HEDDLE_CUBLAS cublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  if (!capacity) return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = 0;
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_CUBLAS cublasLtHeuristicsCacheSetCapacity(size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
HEDDLE_EXPORT const char* cublasLtGetStatusName(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
HEDDLE_EXPORT const char* cublasLtGetStatusString(cublasStatus_t status) {
  return cublasGetStatusString(status);
}
HEDDLE_EXPORT size_t cublasLtGetVersion() {
  return CUBLAS_VERSION;
}
HEDDLE_EXPORT size_t cublasLtGetCudartVersion() {
  return cublasGetCudartVersion();
}

// C = alpha op(A) + beta op(B). A matrix whose scalar is 0 may be absent.
HEDDLE_CUBLAS cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t desc,
                                      const void* alpha, const void* a,
                                      cublasLtMatrixLayout_t layout_a, const void* beta,
                                      const void* b, cublasLtMatrixLayout_t layout_b, void* c,
                                      cublasLtMatrixLayout_t layout_c, cudaStream_t stream) {
  if (!handle_of(plain(handle))) return CUBLAS_STATUS_NOT_INITIALIZED;
  const auto* const description = reinterpret_cast<const TransformDescription*>(desc);
  Handle own;
  own.stream = stream;
  if (description && description->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE)
    own.pointer_mode = CUBLAS_POINTER_MODE_DEVICE;
  log_call("cublasLtMatrixTransform");
  Call call(own, "cublasLtMatrixTransform");
  if (!description || !alpha || !c || !layout_c || (a && !layout_a) || (b && (!layout_b || !beta)))
    return call.invalid();
  if (description->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
    return call.not_supported("with vectors of scalars");
  const Layout& out = *layout_of(layout_c);
  const char opa = letter(static_cast<cublasOperation_t>(description->transa));
  const char opb = letter(static_cast<cublasOperation_t>(description->transb));
  const auto rows = static_cast<i64>(out.rows), columns = static_cast<i64>(out.columns);
  if (!opa || !opb || !is_valid(out, 'N', rows, columns)) return call.invalid();
  if ((a && !is_valid(*layout_of(layout_a), opa, rows, columns)) ||
      (b && !is_valid(*layout_of(layout_b), opb, rows, columns)))
    return call.invalid();
  for (const Layout* layout :
       {a ? layout_of(layout_a) : &out, b ? layout_of(layout_b) : &out, &out}) {
    if (layout->order > CUBLASLT_ORDER_ROW || !is_transformed(layout->type) || layout->batches != 1)
      return call.not_supported("with this order, type or batch of matrices");
  }
  const LateScalar first(call, static_cast<cudaDataType>(description->scale), alpha);
  const LateScalar second(call, static_cast<cudaDataType>(description->scale), beta ? beta : alpha);
  const Elements left = a ? elements_of(a, *layout_of(layout_a), opa) : Elements{};
  const Elements right = b ? elements_of(b, *layout_of(layout_b), opb) : Elements{};
  const Elements target = elements_of(c, out, 'N');
  call.writes_matrix(static_cast<const std::byte*>(c),
                     (target.by_rows ? columns : rows) * static_cast<i64>(size_of(target.type)),
                     target.by_rows ? rows : columns,
                     out.ld * static_cast<i64>(size_of(target.type)));
  return call.ranges(
      columns, {double(rows) * double(columns) * 20, 0}, 16, [=](i64 begin, i64 end) {
        const AnyScalar factor = first(), other = second();
        for (i64 j = begin; j < end; ++j) {
          for (i64 i = 0; i < rows; ++i) {
            DoubleComplex value{};
            if (left.at) value += DoubleComplex(factor.real, factor.imaginary) * left(i, j);
            if (right.at) value += DoubleComplex(other.real, other.imaginary) * right(i, j);
            write_number(target.type, const_cast<std::byte*>(target.at) + target.place(i, j),
                         {value.real(), value.imag()});
          }
        }
      });
}

}  // namespace heddle::cublas
