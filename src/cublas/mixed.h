// SPDX-License-Identifier: Apache-2.0
// Products of matrices whose numbers are not those that are computed with: tiles are converted,
// panel by panel, multiplied as float, double or complex numbers, and the sums converted once.
// Integers go through float as well, in panels so short that every sum is exact.
#pragma once

#include <optional>
#include <type_traits>

#include "cublas/tiles.h"
#include "cublas_api.h"

namespace heddle::cublas {

struct MatrixType {
  cudaDataType type;
  std::size_t size;  // of a number in bytes
};

// How numbers are converted where they are read: as they are, or rounded to fewer bits.
enum class Rounding : std::uint8_t { kNone, kTf32, kHalf, kBFloat16 };

// A product of given types. Its scalars have `scale`.
struct MixedProduct {
  cudaDataType a, b, c;
  cudaDataType computed;  // CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F, CUDA_R_32I
  cudaDataType scale;
  Rounding rounding = Rounding::kNone;
  // Of the matrix that is added, unless c. "= {}" is for lists that leave it out, which warn
  // otherwise.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  std::optional<cudaDataType> other_added = {};

  cudaDataType added() const { return other_added.value_or(c); }
  bool is_plain() const {
    return a == computed && b == computed && c == computed && rounding == Rounding::kNone;
  }
};

std::size_t size_of(cudaDataType type);

// A scalar of any type.
struct AnyScalar {
  double real = 0, imaginary = 0;
  bool is_zero() const { return real == 0 && imaginary == 0; }
};
AnyScalar read_scalar(cudaDataType type, const void* at);
// Rounded to the nearest number of the type, integers to the ends of their range.
void write_number(cudaDataType type, void* at, AnyScalar value);

// What becomes of a tile of sums, scaled and with C added, before it is stored: columns of `rows`
// numbers (pairs of complex ones), float or double. For cublasLt's epilogues.
struct Sums {
  Tile tile;
  float* floats;  // null: the sums are of another type
  i64 ld;
};

struct Matrix {
  const void* at;
  i64 ld;
  char op = 'N';
};

// C's tile = alpha op(A) op(B) + beta D's, where D is C or another matrix of C's type. `epilogue`
// may be null.
void mixed_tile(const MixedProduct& types, const Tile& tile, i64 k, AnyScalar alpha,
                const Matrix& a, const Matrix& b, AnyScalar beta, const Matrix& d, void* c, i64 ldc,
                void (*epilogue)(const void* what, const Sums& sums) = nullptr,
                const void* what = nullptr);

// The types that the documentation's table of cublasGemmEx has for a way to compute; none: not
// supported.
std::optional<MixedProduct> product_of(cudaDataType a, cudaDataType b, cudaDataType c,
                                       cublasComputeType_t compute);

}  // namespace heddle::cublas
