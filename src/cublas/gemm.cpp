// SPDX-License-Identifier: Apache-2.0
#include "cublas/gemm.h"

#include "library/openblas.h"

namespace heddle::cublas {
namespace {

// A tile of converted numbers: what is kept of it has to fit the caches.
constexpr i64 kMixedSide = 512;

template <class T>
void plain_tile(const Tile& tile, i64 k, AnyScalar alpha, const Matrix& a, const Matrix& b,
                AnyScalar beta, void* c, i64 ldc) {
  const auto scalar = [](AnyScalar value) {
    if constexpr (is_complex<T>)
      return T(Real<T>(value.real), Real<T>(value.imaginary));
    else
      return static_cast<T>(value.real);
  };
  const auto* const left = static_cast<const T*>(a.at) + (a.op == 'N' ? tile.row : tile.row * a.ld);
  const auto* const right =
      static_cast<const T*>(b.at) + (b.op == 'N' ? tile.column * b.ld : tile.column);
  // With a factor of 0 A and B are not read; OpenBLAS reads them where they are small.
  blas<T>(Routine::gemm, a.op, b.op, tile.rows, tile.columns, alpha.is_zero() ? 0 : k,
          scalar(alpha), left, a.ld, right, b.ld, scalar(beta),
          static_cast<T*>(c) + tile.column * ldc + tile.row, ldc);
}

void tile_of(const MixedProduct& types, const Tile& tile, i64 k, AnyScalar alpha, const Matrix& a,
             const Matrix& b, AnyScalar beta, void* c, i64 ldc) {
  if (tile.rows == 0 || tile.columns == 0) return;
  if (!types.is_plain()) return mixed_tile(types, tile, k, alpha, a, b, beta, {c, ldc}, c, ldc);
  switch (types.computed) {
    case CUDA_R_32F:
      return plain_tile<float>(tile, k, alpha, a, b, beta, c, ldc);
    case CUDA_R_64F:
      return plain_tile<double>(tile, k, alpha, a, b, beta, c, ldc);
    case CUDA_C_32F:
      return plain_tile<Complex>(tile, k, alpha, a, b, beta, c, ldc);
    default:
      return plain_tile<DoubleComplex>(tile, k, alpha, a, b, beta, c, ldc);
  }
}

}  // namespace

bool is_valid(const GemmShape& s) {
  const char opa = letter(s.transa), opb = letter(s.transb);
  return opa && opb && s.m >= 0 && s.n >= 0 && s.k >= 0 && s.count >= 0 &&
         s.lda >= std::max<i64>(1, opa == 'N' ? s.m : s.k) &&
         s.ldb >= std::max<i64>(1, opb == 'N' ? s.k : s.n) && s.ldc >= std::max<i64>(1, s.m);
}

Status gemm_of(Call& call, const MixedProduct& types, const GemmShape& s, const void* alpha,
               const Batch& a, const Batch& b, const void* beta, const Batch& c) {
  const char opa = letter(s.transa), opb = letter(s.transb);
  const i64 rows_of_a = opa == 'N' ? s.m : s.k, rows_of_b = opb == 'N' ? s.k : s.n;
  if (!is_valid(s) || !alpha || !beta) return call.invalid();
  if (!Call::fits({s.m, s.n, s.k, s.lda, s.ldb, s.ldc})) return call.too_large();
  if (s.m == 0 || s.n == 0 || s.count == 0) return CUBLAS_STATUS_SUCCESS;
  const LateScalar factor(call, types.scale, alpha), old(call, types.scale, beta);
  const std::size_t size_a = size_of(types.a), size_b = size_of(types.b), size_c = size_of(types.c);
  const auto reads = [&](const Batch& matrix, std::size_t bytes, i64 rows, i64 columns, i64 ld) {
    const auto size = static_cast<i64>(bytes);
    if (s.count == 1 && !matrix.list) {
      call.reads_matrix(static_cast<const std::byte*>(matrix.first), rows * size, columns,
                        ld * size);
      return;
    }
    call.reads_matrices(
        s.count, [=](i64 i) { return static_cast<const std::byte*>(matrix.at(i, bytes)); },
        rows * size, columns, ld * size);
  };
  const auto last_k = [&](const Batch& matrix, std::size_t bytes, bool is_column, i64 length,
                          i64 ld) {
    if (s.k < 2 || (!matrix.list && !matrix.first)) return;
    const auto size = static_cast<i64>(bytes);
    const i64 rows = is_column ? length : 1, columns = is_column ? 1 : length;
    const i64 offset = (s.k - 1) * (is_column ? ld : 1) * size;
    if (s.count == 1 && !matrix.list) {
      call.reads_matrix(static_cast<const std::byte*>(matrix.first) + offset, rows * size, columns,
                        ld * size);
      return;
    }
    call.reads_matrices(
        s.count,
        [=](i64 i) {
          const auto* const at = static_cast<const std::byte*>(matrix.at(i, bytes));
          return at ? at + offset : at;
        },
        rows * size, columns, ld * size);
  };
  if (!call.is_zero(factor)) {
    reads(a, size_a, rows_of_a, opa == 'N' ? s.k : s.m, s.lda);
    reads(b, size_b, rows_of_b, opb == 'N' ? s.n : s.k, s.ldb);
    // Rows of A and columns of B may only fill up a matrix, but every result depends on each k: the
    // last one is told by itself, which is missing where somebody has counted wrongly.
    last_k(a, size_a, opa == 'N', s.m, s.lda);
    last_k(b, size_b, opb != 'N', s.n, s.ldb);
  }
  if (call.is_other(old)) reads(c, size_c, s.m, s.n, s.ldc);
  if (s.count == 1 && !c.list) {
    call.writes_matrix(static_cast<const std::byte*>(c.first), s.m * static_cast<i64>(size_c), s.n,
                       s.ldc * static_cast<i64>(size_c));
  } else {
    const auto size = static_cast<i64>(size_c);
    call.writes_matrices(
        s.count, [=](i64 i) { return static_cast<const std::byte*>(c.at(i, size_c)); }, s.m * size,
        s.n, s.ldc * size);
  }
  const bool complex = types.computed == CUDA_C_32F || types.computed == CUDA_C_64F;
  const bool is_double = types.computed == CUDA_R_64F || types.computed == CUDA_C_64F;
  const double operations = 2.0 * double(s.m) * double(s.n) * double(s.k) * (complex ? 4 : 1);
  const Cost cost = {operations * double(s.count) * (is_double ? 2 : 1),
                     double(s.m) * double(s.n) * double(size_c * s.count)};
  // As many tiles as threads, or a matrix of the batch for each.
  const i64 threads = threads_for(cost, s.count * ((s.m + 31) / 32) * ((s.n + 31) / 32));
  const Grid grid = !types.is_plain() ? Grid::of_side(s.m, s.n, kMixedSide)
                                      : Grid::of(s.m, s.n, std::max<i64>(1, threads / s.count));
  const i64 tiles = grid.count() * s.count;
  const i64 parts = types.is_plain() && s.count >= threads
                        ? threads
                        : std::min(tiles, std::max<i64>(threads * 8, tiles / 64));
  return call.parts(parts, cost, [=](unsigned part) {
    const AnyScalar now = factor(), before = old();
    const i64 end = boundary(part + 1, parts, tiles, 1);
    const auto multiply = [&](i64 i, const Tile& tile) {
      tile_of(types, tile, s.k, now, {a.at(i, size_a), s.lda, opa}, {b.at(i, size_b), s.ldb, opb},
              before, const_cast<void*>(c.at(i, size_c)), s.ldc);
    };
    // Small matrices of a batch take less than the divisions that find a tile.
    const Tile whole = grid.tile(0);
    for (i64 t = boundary(part, parts, tiles, 1); t < end; ++t) {
      if (tiles == s.count)
        multiply(t, whole);
      else
        multiply(t / grid.count(), grid.tile(t % grid.count()));
    }
  });
}

Status grouped_gemm(Call& call, const MixedProduct& types, const GemmGroups& g, i64 count,
                    const void* alpha, const void* const* a, const void* const* b, const void* beta,
                    const void* const* c) {
  if (count < 0) return call.invalid();
  if (count > 0 && (!g.transa || !g.transb || !g.m || !g.n || !g.k || !alpha || !a || !g.lda ||
                    !b || !g.ldb || !beta || !c || !g.ldc || !g.sizes))
    return call.invalid();
  const auto shape_of = [&](i64 i) {
    return GemmShape{g.transa[i], g.transb[i], g.m[i],   g.n[i],    g.k[i],
                     g.lda[i],    g.ldb[i],    g.ldc[i], g.sizes[i]};
  };
  for (i64 i = 0; i < count; ++i) {
    if (!is_valid(shape_of(i))) return call.invalid();
  }
  const std::size_t scalar = size_of(types.scale);
  i64 first = 0;
  for (i64 i = 0; i < count; ++i) {
    const auto of_group = [&](const void* all) {
      return static_cast<const std::byte*>(all) + i * scalar;
    };
    const Status status = gemm_of(call, types, shape_of(i), of_group(alpha), {nullptr, a + first},
                                  {nullptr, b + first}, of_group(beta), {nullptr, c + first});
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    first += g.sizes[i];
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace heddle::cublas
