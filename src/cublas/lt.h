// SPDX-License-Identifier: Apache-2.0
// What cublasLt's descriptions hold, in the opaque memory that programs may own.
#pragma once

#include "cublas/types.h"
#include "cublasLt.h"

namespace heddle::cublas {

struct Layout {
  std::int32_t type, order, batches, unused;
  std::uint64_t rows, columns;
  std::int64_t ld, stride, plane;
};
static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t));

struct MatmulDescription {
  std::int32_t compute, scale, pointer_mode, transa, transb, transc, fill;
  std::uint32_t epilogue;
  const void* bias;
  std::int64_t bias_stride;
  void* aux;
  std::int64_t aux_ld, aux_stride, alpha_stride;
  const void *a_scale, *b_scale, *c_scale, *d_scale;
  void* amax;
  const void* aux_scale;
  void* aux_amax;
  std::int32_t aux_type, bias_type, sm_target;
  std::int8_t fast_sums;
};
static_assert(sizeof(MatmulDescription) <= sizeof(cublasLtMatmulDescOpaque_t));

struct TransformDescription {
  std::int32_t scale, pointer_mode, transa, transb;
};

struct Preference {
  std::uint32_t search, reductions;
  std::uint64_t workspace;
  std::uint32_t alignment[4];
  float waves;
  std::uint64_t implementations;
};
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));

// The one algorithm, which chooses what a program may choose of a GPU's; that is kept.
constexpr std::uint64_t kOurAlgorithm = 0x48454444;  // marks one that was asked for
struct Algorithm {
  std::uint64_t mark = kOurAlgorithm;
  std::int32_t id = 0;
  std::uint32_t tile = 0;
  std::int32_t splits = 1;
  std::uint32_t reduction = 0, swizzle = 0, custom = 0, stages = 0;
  std::uint16_t inner = 0, cluster = 0;
};
static_assert(sizeof(Algorithm) <= sizeof(cublasLtMatmulAlgo_t));

inline const Layout* layout_of(const void* opaque) {
  return static_cast<const Layout*>(opaque);
}

// Not set.
constexpr std::int32_t kNoType = -1;

}  // namespace heddle::cublas
