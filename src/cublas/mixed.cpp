// SPDX-License-Identifier: Apache-2.0
#include "cublas/mixed.h"

#include <cmath>

#include "library/convert.h"
#include "library/openblas.h"

namespace heddle::cublas {
namespace {

// Of a panel of the sum's length. The sum of so many products of 8-bit integers is exact in float.
constexpr i64 kPanel = 512;
static_assert(kPanel * 128 * 128 <= i64{1} << 24);

// `count` numbers in a row of memory.
template <class C>
void load(cudaDataType type, Rounding rounding, const void* from, i64 count, C* to) {
  const auto each = [&]<class T>(const T* numbers, auto convert) {
    for (i64 i = 0; i < count; ++i) to[i] = convert(numbers[i]);
  };
  using R = Real<C>;
  if constexpr (is_complex<C>) {
    if (type == CUDA_C_8I) {
      const auto* const pairs = static_cast<const std::int8_t*>(from);
      for (i64 i = 0; i < count; ++i) to[i] = C(R(pairs[2 * i]), R(pairs[2 * i + 1]));
      return;
    }
    // As real numbers, twice as many.
    load<R>(std::is_same_v<R, float> ? CUDA_R_32F : CUDA_R_64F, rounding, from, 2 * count,
            reinterpret_cast<R*>(to));
  } else if constexpr (std::is_same_v<C, double>) {
    std::copy_n(static_cast<const double*>(from), count, to);
  } else {
    switch (type) {
      case CUDA_R_16F:
        to_floats(static_cast<const Half*>(from), count, to);
        return;
      case CUDA_R_16BF:
        each(static_cast<const BFloat16*>(from), [](BFloat16 x) { return to_float(x); });
        return;
      case CUDA_R_8I:
        each(static_cast<const std::int8_t*>(from), [](std::int8_t x) { return float(x); });
        return;
      case CUDA_R_8F_E4M3:
        each(static_cast<const E4m3*>(from), [](E4m3 x) { return to_float(x); });
        return;
      case CUDA_R_8F_E5M2:
        each(static_cast<const E5m2*>(from), [](E5m2 x) { return to_float(x); });
        return;
      default:
        break;
    }
    const auto* const floats = static_cast<const float*>(from);
    switch (rounding) {
      case Rounding::kNone:
        std::copy_n(floats, count, to);
        return;
      case Rounding::kTf32:
        each(floats, [](float x) { return to_tf32(x); });
        return;
      case Rounding::kHalf:
        each(floats, [](float x) { return to_float(to_half(x)); });
        return;
      case Rounding::kBFloat16:
        each(floats, [](float x) { return to_float(to_bfloat16(x)); });
        return;
    }
  }
}

template <class C>
C scalar_as(AnyScalar value) {
  if constexpr (is_complex<C>)
    return C(Real<C>(value.real), Real<C>(value.imaginary));
  else
    return static_cast<C>(value.real);
}

template <class C>
void store(cudaDataType type, const C* from, i64 count, void* to) {
  if constexpr (std::is_same_v<C, float>) {
    if (type == CUDA_R_16F) return to_halves(from, count, static_cast<Half*>(to));
    if (type == CUDA_R_16BF) {
      for (i64 i = 0; i < count; ++i) static_cast<BFloat16*>(to)[i] = to_bfloat16(from[i]);
      return;
    }
    if (type == CUDA_R_8F_E4M3) {
      for (i64 i = 0; i < count; ++i) static_cast<E4m3*>(to)[i] = to_e4m3(from[i]);
      return;
    }
    if (type == CUDA_R_8F_E5M2) {
      for (i64 i = 0; i < count; ++i) static_cast<E5m2*>(to)[i] = to_e5m2(from[i]);
      return;
    }
    if (type == CUDA_R_8I) {
      for (i64 i = 0; i < count; ++i) {
        const float rounded = std::nearbyint(from[i]);
        static_cast<std::int8_t*>(to)[i] =
            static_cast<std::int8_t>(std::fmax(-128.0f, std::fmin(127.0f, rounded)));
      }
      return;
    }
  }
  std::copy_n(from, count, static_cast<C*>(to));
}

// The part of op(matrix) that has rows [row, row + rows) and columns [column, ...) , converted, as
// it lies in memory: with its rows and columns exchanged if op says so. Returns its leading
// dimension.
template <class C>
i64 load_part(const MixedProduct& types, cudaDataType type, const Matrix& matrix, i64 row, i64 rows,
              i64 column, i64 columns, std::vector<C>& to) {
  if (matrix.op != 'N') {
    std::swap(row, column);
    std::swap(rows, columns);
  }
  to.resize(static_cast<std::size_t>(rows * columns));
  const auto* const bytes = static_cast<const std::byte*>(matrix.at);
  const i64 size = static_cast<i64>(size_of(type));
  for (i64 j = 0; j < columns; ++j) {
    load<C>(type, types.rounding, bytes + ((column + j) * matrix.ld + row) * size, rows,
            to.data() + j * rows);
  }
  return rows;
}

std::byte* element(const void* matrix, i64 row, i64 column, i64 ld, cudaDataType type) {
  return static_cast<std::byte*>(const_cast<void*>(matrix)) +
         (column * ld + row) * static_cast<i64>(size_of(type));
}

template <class C>
void tile_as(const MixedProduct& types, const Tile& tile, i64 k, AnyScalar alpha, const Matrix& a,
             const Matrix& b, AnyScalar beta, const Matrix& d, void* c, i64 ldc,
             void (*epilogue)(const void*, const Sums&), const void* what) {
  std::vector<C> sums(static_cast<std::size_t>(tile.rows * tile.columns), C{}), left, right;
  for (i64 at = 0; at < k && !alpha.is_zero(); at += kPanel) {
    const i64 length = std::min(kPanel, k - at);
    const i64 lda = load_part(types, types.a, a, tile.row, tile.rows, at, length, left);
    const i64 ldb = load_part(types, types.b, b, at, length, tile.column, tile.columns, right);
    blas<C>(Routine::gemm, a.op, b.op, tile.rows, tile.columns, length, C(1), left.data(), lda,
            right.data(), ldb, C(1), sums.data(), tile.rows);
  }
  const C factor = scalar_as<C>(alpha), old = scalar_as<C>(beta);
  std::vector<C> column(static_cast<std::size_t>(tile.rows));
  for (i64 j = 0; j < tile.columns; ++j) {
    C* const sum = sums.data() + j * tile.rows;
    if (alpha.is_zero())
      std::fill_n(sum, tile.rows, C{});
    else if (factor != C(1))
      for (i64 i = 0; i < tile.rows; ++i) sum[i] = factor * sum[i];
    if (!beta.is_zero()) {
      load<C>(types.added(), Rounding::kNone,
              element(d.at, tile.row, tile.column + j, d.ld, types.added()), tile.rows,
              column.data());
      for (i64 i = 0; i < tile.rows; ++i) sum[i] += old * column[i];
    }
  }
  if constexpr (std::is_same_v<C, float>) {
    if (epilogue) epilogue(what, {tile, sums.data(), tile.rows});
  }
  for (i64 j = 0; j < tile.columns; ++j) {
    store<C>(types.c, sums.data() + j * tile.rows, tile.rows,
             element(c, tile.row, tile.column + j, ldc, types.c));
  }
}

// Sums of 32 bits, that wrap around as those of a GPU do.
void integer_tile(const MixedProduct& types, const Tile& tile, i64 k, AnyScalar alpha,
                  const Matrix& a, const Matrix& b, AnyScalar beta, const Matrix& d, void* c,
                  i64 ldc) {
  const auto count = static_cast<std::size_t>(tile.rows * tile.columns);
  std::vector<float> part(count), left, right;
  std::vector<std::uint32_t> sums(count, 0);
  for (i64 at = 0; at < k; at += kPanel) {
    const i64 length = std::min(kPanel, k - at);
    const i64 lda = load_part(types, types.a, a, tile.row, tile.rows, at, length, left);
    const i64 ldb = load_part(types, types.b, b, at, length, tile.column, tile.columns, right);
    blas<float>(Routine::gemm, a.op, b.op, tile.rows, tile.columns, length, 1.0f, left.data(), lda,
                right.data(), ldb, 0.0f, part.data(), tile.rows);
    for (std::size_t i = 0; i < count; ++i)
      sums[i] += static_cast<std::uint32_t>(static_cast<std::int32_t>(part[i]));
  }
  const auto factor = static_cast<std::uint32_t>(static_cast<std::int32_t>(alpha.real));
  const auto old = static_cast<std::uint32_t>(static_cast<std::int32_t>(beta.real));
  for (i64 j = 0; j < tile.columns; ++j) {
    const auto* const before =
        static_cast<const std::uint32_t*>(d.at) + (tile.column + j) * d.ld + tile.row;
    auto* const out = static_cast<std::uint32_t*>(c) + (tile.column + j) * ldc + tile.row;
    for (i64 i = 0; i < tile.rows; ++i) {
      const std::uint32_t scaled = factor * sums[static_cast<std::size_t>(j * tile.rows + i)];
      out[i] = old == 0 ? scaled : scaled + old * before[i];
    }
  }
}

}  // namespace

std::size_t size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
    case CUDA_C_8I:
      return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
      return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 0;
  }
}

AnyScalar read_scalar(cudaDataType type, const void* at) {
  switch (type) {
    case CUDA_R_8I:
      return {double(*static_cast<const std::int8_t*>(at))};
    case CUDA_R_8F_E4M3:
      return {to_float(*static_cast<const E4m3*>(at))};
    case CUDA_R_8F_E5M2:
      return {to_float(*static_cast<const E5m2*>(at))};
    case CUDA_R_16F:
      return {to_float(*static_cast<const Half*>(at))};
    case CUDA_R_16BF:
      return {to_float(*static_cast<const BFloat16*>(at))};
    case CUDA_R_32I:
      return {double(*static_cast<const std::int32_t*>(at))};
    case CUDA_R_64F:
      return {*static_cast<const double*>(at)};
    case CUDA_C_32F: {
      const auto value = *static_cast<const Complex*>(at);
      return {value.real(), value.imag()};
    }
    case CUDA_C_64F: {
      const auto value = *static_cast<const DoubleComplex*>(at);
      return {value.real(), value.imag()};
    }
    default:
      return {*static_cast<const float*>(at)};
  }
}

void write_number(cudaDataType type, void* at, AnyScalar value) {
  const auto integer = [&](double least, double most) {
    return std::fmax(least, std::fmin(most, std::nearbyint(value.real)));
  };
  const auto narrow = static_cast<float>(value.real);
  switch (type) {
    case CUDA_R_8I:
      *static_cast<std::int8_t*>(at) = static_cast<std::int8_t>(integer(-128, 127));
      return;
    case CUDA_R_32I:
      *static_cast<std::int32_t*>(at) = static_cast<std::int32_t>(integer(INT_MIN, INT_MAX));
      return;
    case CUDA_R_8F_E4M3:
      *static_cast<E4m3*>(at) = to_e4m3(narrow);
      return;
    case CUDA_R_8F_E5M2:
      *static_cast<E5m2*>(at) = to_e5m2(narrow);
      return;
    case CUDA_R_16F:
      *static_cast<Half*>(at) = to_half(narrow);
      return;
    case CUDA_R_16BF:
      *static_cast<BFloat16*>(at) = to_bfloat16(narrow);
      return;
    case CUDA_R_64F:
      *static_cast<double*>(at) = value.real;
      return;
    case CUDA_C_32F:
      *static_cast<Complex*>(at) = {narrow, static_cast<float>(value.imaginary)};
      return;
    case CUDA_C_64F:
      *static_cast<DoubleComplex*>(at) = {value.real, value.imaginary};
      return;
    default:
      *static_cast<float*>(at) = narrow;
  }
}

void mixed_tile(const MixedProduct& types, const Tile& tile, i64 k, AnyScalar alpha,
                const Matrix& a, const Matrix& b, AnyScalar beta, const Matrix& d, void* c, i64 ldc,
                void (*epilogue)(const void*, const Sums&), const void* what) {
  if (tile.rows == 0 || tile.columns == 0) return;
  switch (types.computed) {
    case CUDA_R_32F:
      return tile_as<float>(types, tile, k, alpha, a, b, beta, d, c, ldc, epilogue, what);
    case CUDA_R_64F:
      return tile_as<double>(types, tile, k, alpha, a, b, beta, d, c, ldc, epilogue, what);
    case CUDA_C_32F:
      return tile_as<Complex>(types, tile, k, alpha, a, b, beta, d, c, ldc, epilogue, what);
    case CUDA_C_64F:
      return tile_as<DoubleComplex>(types, tile, k, alpha, a, b, beta, d, c, ldc, epilogue, what);
    default:
      return integer_tile(types, tile, k, alpha, a, b, beta, d, c, ldc);
  }
}

std::optional<MixedProduct> product_of(cudaDataType a, cudaDataType b, cudaDataType c,
                                       cublasComputeType_t compute) {
  struct Pair {
    cudaDataType ab, c;
  };
  const auto among = [&](std::initializer_list<Pair> pairs) {
    return a == b && std::any_of(pairs.begin(), pairs.end(),
                                 [&](const Pair& pair) { return pair.ab == a && pair.c == c; });
  };
  // Sums of float; `rounding` of operands that are float.
  const auto single = [&](Rounding rounding) -> std::optional<MixedProduct> {
    if (among({{CUDA_C_8I, CUDA_C_32F}, {CUDA_C_32F, CUDA_C_32F}}))
      return MixedProduct{a, b, c, CUDA_C_32F, CUDA_C_32F, rounding};
    if (!among({{CUDA_R_16BF, CUDA_R_16BF},
                {CUDA_R_16F, CUDA_R_16F},
                {CUDA_R_8I, CUDA_R_32F},
                {CUDA_R_16BF, CUDA_R_32F},
                {CUDA_R_16F, CUDA_R_32F},
                {CUDA_R_32F, CUDA_R_32F}}))
      return std::nullopt;
    return MixedProduct{a, b, c, CUDA_R_32F, CUDA_R_32F, rounding};
  };
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      if (!among({{CUDA_R_16F, CUDA_R_16F}})) return std::nullopt;
      return MixedProduct{a, b, c, CUDA_R_32F, CUDA_R_16F};
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      if (!among({{CUDA_R_8I, CUDA_R_32I}})) return std::nullopt;
      return MixedProduct{a, b, c, CUDA_R_32I, CUDA_R_32I};
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
      return single(Rounding::kNone);
    case CUBLAS_COMPUTE_32F_FAST_16F:
      return single(Rounding::kHalf);
    case CUBLAS_COMPUTE_32F_FAST_16BF:
      return single(Rounding::kBFloat16);
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return single(Rounding::kTf32);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      if (!among({{CUDA_R_64F, CUDA_R_64F}, {CUDA_C_64F, CUDA_C_64F}})) return std::nullopt;
      return MixedProduct{a, b, c, a, a};
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::cublas
