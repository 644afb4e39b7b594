// SPDX-License-Identifier: Apache-2.0
// Descriptions of cublasLt: made, changed and asked. An attribute is a row: where it lies, and its
// size.
#include <cstddef>
#include <cstring>

#include "cublas/call.h"
#include "cublas/lt.h"

namespace heddle::cublas {
namespace {

struct Attribute {
  int number;
  std::size_t at, size;
};
#define HEDDLE_ATTRIBUTE(number, type, member) \
  {number, offsetof(type, member), sizeof(type::member)}

constexpr Attribute kLayout[] = {
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_TYPE, Layout, type),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ORDER, Layout, order),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ROWS, Layout, rows),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_COLS, Layout, columns),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_LD, Layout, ld),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, Layout, batches),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, Layout, stride),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, Layout, plane),
};
using M = MatmulDescription;
constexpr Attribute kMatmul[] = {
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, M, compute),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SCALE_TYPE, M, scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_POINTER_MODE, M, pointer_mode),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSA, M, transa),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSB, M, transb),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSC, M, transc),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FILL_MODE, M, fill),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE, M, epilogue),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_POINTER, M, bias),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, M, bias_stride),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, M, aux),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, M, aux_ld),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, M, aux_stride),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, M, alpha_stride),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, M, sm_target),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, M, a_scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, M, b_scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, M, c_scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, M, d_scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, M, amax),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, M, aux_type),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, M, aux_scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, M, aux_amax),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FAST_ACCUM, M, fast_sums),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, M, bias_type),
};
using T = TransformDescription;
constexpr Attribute kTransform[] = {
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, T, scale),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, T, pointer_mode),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, T, transa),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, T, transb),
};
using P = Preference;
constexpr Attribute kPreference[] = {
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_SEARCH_MODE, P, search),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, P, workspace),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, P, reductions),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, P, alignment[0]),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, P, alignment[1]),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, P, alignment[2]),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, P, alignment[3]),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, P, waves),
    HEDDLE_ATTRIBUTE(CUBLASLT_MATMUL_PREF_IMPL_MASK, P, implementations),
};
constexpr int kAlgorithmId = CUBLASLT_ALGO_CONFIG_ID;
constexpr Attribute kAlgorithm[] = {
    HEDDLE_ATTRIBUTE(kAlgorithmId, Algorithm, id),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_TILE_ID, Algorithm, tile),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, Algorithm, splits),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, Algorithm, reduction),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, Algorithm, swizzle),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, Algorithm, custom),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_STAGES_ID, Algorithm, stages),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, Algorithm, inner),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, Algorithm, cluster),
};
// What the algorithm can: lists of tiles and stages have one row, that it chooses itself.
constexpr std::uint32_t kEpilogues = (1u << 10) - 1;  // all bits of cublasLtEpilogue_t
struct Capabilities {
  std::int32_t none = 0, some = 1;
  std::uint32_t undefined = 0, alignment = 1, epilogues = kEpilogues;
  std::uint32_t pointers = CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE;
  std::uint64_t implementations = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA;
};
using C = Capabilities;
constexpr Attribute kCapabilities[] = {
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, C, none),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, C, undefined),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, C, undefined),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, C, some),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, C, some),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_UPLO_SUPPORT, C, none),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_TILE_IDS, C, undefined),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, C, none),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, C, none),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, C, pointers),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_EPILOGUE_MASK, C, epilogues),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_STAGES_IDS, C, undefined),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_LD_NEGATIVE, C, none),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, C, implementations),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, C, alignment),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, C, alignment),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, C, alignment),
    HEDDLE_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, C, alignment),
};
#undef HEDDLE_ATTRIBUTE

template <std::size_t kCount>
const Attribute* find(const Attribute (&rows)[kCount], int number) {
  for (const Attribute& row : rows) {
    if (row.number == number) return &row;
  }
  return nullptr;
}

template <std::size_t kCount>
Status set(void* of, const Attribute (&rows)[kCount], int number, const void* from,
           std::size_t bytes) {
  const Attribute* const row = find(rows, number);
  if (!of || !row || !from || bytes != row->size) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(static_cast<std::byte*>(of) + row->at, from, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

// With no room asks for the size alone.
template <std::size_t kCount>
Status get(const void* of, const Attribute (&rows)[kCount], int number, void* to, std::size_t bytes,
           std::size_t* written) {
  const Attribute* const row = find(rows, number);
  if (!of || !row || (bytes == 0 && !written) || (bytes != 0 && !to))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (written) *written = row->size;
  if (bytes == 0) return CUBLAS_STATUS_SUCCESS;
  if (bytes != row->size) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(to, static_cast<const std::byte*>(of) + row->at, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

bool is_ours(const cublasLtMatmulAlgo_t* algo) {
  return algo && algo->data[0] == kOurAlgorithm;
}

template <class Description, class Opaque>
Status init(Opaque* at, std::size_t bytes, const Description& value) {
  if (!at || bytes < sizeof(Description)) return CUBLAS_STATUS_INVALID_VALUE;
  std::memset(at, 0, bytes);
  std::memcpy(at, &value, sizeof(value));
  return CUBLAS_STATUS_SUCCESS;
}
template <class Description, class Opaque>
Status create(Opaque** out, const Description& value) {
  if (!out) return CUBLAS_STATUS_INVALID_VALUE;
  *out = new Opaque;
  return init(*out, sizeof(Opaque), value);
}
template <class Opaque>
Status destroy(Opaque* of) {
  delete of;
  return CUBLAS_STATUS_SUCCESS;
}

Layout layout(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t ld) {
  return {type, CUBLASLT_ORDER_COL, 1, 0, rows, columns, ld, 0, 0};
}
MatmulDescription matmul(cublasComputeType_t compute, cudaDataType scale) {
  MatmulDescription made{};
  made.compute = compute;
  made.scale = scale;
  made.fill = CUBLAS_FILL_MODE_FULL;
  made.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  made.aux_type = made.bias_type = kNoType;
  return made;
}
Preference preference() {
  return {CUBLASLT_SEARCH_BEST_FIT, ~0u, 0, {256, 256, 256, 256}, 0, ~std::uint64_t{0}};
}

}  // namespace

#define HEDDLE_ATTRIBUTES(name, opaque, attribute, rows)                                    \
  HEDDLE_CUBLAS cublasLt##name##Destroy(opaque of) {                                        \
    return destroy(of);                                                                     \
  }                                                                                         \
  HEDDLE_CUBLAS cublasLt##name##SetAttribute(opaque of, attribute number, const void* from, \
                                             std::size_t bytes) {                           \
    return set(of, rows, number, from, bytes);                                              \
  }                                                                                         \
  HEDDLE_CUBLAS cublasLt##name##GetAttribute(opaque of, attribute number, void* to,         \
                                             std::size_t bytes, std::size_t* written) {     \
    return get(of, rows, number, to, bytes, written);                                       \
  }
HEDDLE_ATTRIBUTES(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t, kLayout)
HEDDLE_ATTRIBUTES(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, kMatmul)
HEDDLE_ATTRIBUTES(MatrixTransformDesc, cublasLtMatrixTransformDesc_t,
                  cublasLtMatrixTransformDescAttributes_t, kTransform)
HEDDLE_ATTRIBUTES(MatmulPreference, cublasLtMatmulPreference_t,
                  cublasLtMatmulPreferenceAttributes_t, kPreference)
#undef HEDDLE_ATTRIBUTES

HEDDLE_CUBLAS cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t at, std::size_t bytes,
                                                cudaDataType type, std::uint64_t rows,
                                                std::uint64_t columns, std::int64_t ld) {
  return init(at, bytes, layout(type, rows, columns, ld));
}
HEDDLE_CUBLAS cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* out, cudaDataType type,
                                         std::uint64_t rows, std::uint64_t columns,
                                         std::int64_t ld) {
  return create(out, layout(type, rows, columns, ld));
}
HEDDLE_CUBLAS cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t at, std::size_t bytes,
                                              cublasComputeType_t compute, cudaDataType scale) {
  return init(at, bytes, matmul(compute, scale));
}
HEDDLE_CUBLAS cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* out, cublasComputeType_t compute,
                                       cudaDataType scale) {
  return create(out, matmul(compute, scale));
}
HEDDLE_CUBLAS cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t at,
                                                       std::size_t bytes, cudaDataType scale) {
  return init(at, bytes, TransformDescription{scale, CUBLASLT_POINTER_MODE_HOST, 0, 0});
}
HEDDLE_CUBLAS cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t* out,
                                                cudaDataType scale) {
  return create(out, TransformDescription{scale, CUBLASLT_POINTER_MODE_HOST, 0, 0});
}
HEDDLE_CUBLAS cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t at,
                                                    std::size_t bytes) {
  return init(at, bytes, preference());
}
HEDDLE_CUBLAS cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* out) {
  return create(out, preference());
}

HEDDLE_CUBLAS cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t* algo,
                                                   cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                   const void* from, size_t bytes) {
  if (attribute == kAlgorithmId) return CUBLAS_STATUS_INVALID_VALUE;  // is only read
  return is_ours(algo) ? set(algo, kAlgorithm, attribute, from, bytes)
                       : CUBLAS_STATUS_INVALID_VALUE;
}
HEDDLE_CUBLAS cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                   cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                   void* to, size_t bytes, size_t* written) {
  return is_ours(algo) ? get(algo, kAlgorithm, attribute, to, bytes, written)
                       : CUBLAS_STATUS_INVALID_VALUE;
}
HEDDLE_CUBLAS cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                cublasLtMatmulAlgoCapAttributes_t attribute,
                                                void* to, size_t bytes, size_t* written) {
  static constexpr Capabilities kOurs;
  return is_ours(algo) ? get(&kOurs, kCapabilities, attribute, to, bytes, written)
                       : CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace heddle::cublas
