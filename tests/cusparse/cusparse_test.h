// SPDX-License-Identifier: Apache-2.0
// What the tests of cuSPARSE share: random matrices with empty and long rows, duplicates and
// unsorted columns, written in any format, and dense matrices with which plain loops compute what
// is to come out. They pass with cuSPARSE on a GPU, too.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "../libraries/library_test.h"

inline std::string name_of_status(cusparseStatus_t status) {
  return cusparseGetErrorName(status);
}
#define OK(call) EXPECT_STATUS(call, CUSPARSE_STATUS_SUCCESS)

template <class T>
inline constexpr bool is_narrow = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;
template <class T>
constexpr cudaDataType type_of() {
  if (std::is_same_v<T, float>) return CUDA_R_32F;
  if (std::is_same_v<T, double>) return CUDA_R_64F;
  if (std::is_same_v<T, cuComplex>) return CUDA_C_32F;
  if (std::is_same_v<T, cuDoubleComplex>) return CUDA_C_64F;
  if (std::is_same_v<T, __half>) return CUDA_R_16F;
  if (std::is_same_v<T, __nv_bfloat16>) return CUDA_R_16BF;
  return std::is_same_v<T, std::int8_t> ? CUDA_R_8I : CUDA_R_32I;
}
template <class I>
constexpr cusparseIndexType_t index_type() {
  return sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
}

// How far a number may be from what it should be.
template <class T>
double bound() {
  if (std::is_same_v<T, __half>) return 2e-3;
  if (std::is_same_v<T, __nv_bfloat16>) return 2e-2;
  if (std::is_same_v<T, float> || std::is_same_v<T, cuComplex>) return 4e-6;
  if (std::is_integral_v<T>) return 0;
  return 1e-14;
}

// Quarters, so that narrow types have them; never 0.
template <class T>
T number() {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(pick(1, 7) * pick({-1, 1}));
  const auto next = [] { return pick(-15, 15) / 4.0; };
  const double real = next();
  return small<T>({real == 0 ? 0.5 : real, is_complex<T> ? next() : 0});
}

// Device memory.
template <class T>
struct Device {
  T* at = nullptr;
  std::size_t count;
  explicit Device(const std::vector<T>& host) : count(host.size()) {
    CHECK(cudaMalloc(reinterpret_cast<void**>(&at), (count + 1) * sizeof(T)) == cudaSuccess);
    up(host);
  }
  explicit Device(std::size_t n) : Device(std::vector<T>(n)) {}
  ~Device() { cudaFree(at); }
  Device(const Device&) = delete;
  void up(const std::vector<T>& host) {
    CHECK(cudaMemcpy(at, host.data(), count * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
  }
  std::vector<T> down() const {
    std::vector<T> out(count);
    CHECK(cudaMemcpy(out.data(), at, count * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    return out;
  }
};
// The buffer of a call.
struct Buffer {
  void* at = nullptr;
  explicit Buffer(std::size_t size) { CHECK(size == 0 || cudaMalloc(&at, size) == cudaSuccess); }
  ~Buffer() { cudaFree(at); }
  Buffer(const Buffer&) = delete;
};

inline Dense op(const Dense& a, cusparseOperation_t trans) {
  return trans == CUSPARSE_OPERATION_NON_TRANSPOSE         ? a
         : trans == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? adjoint(a)
                                                           : plain_transpose(a);
}

struct Entry {
  int i, j;
  Big value;
};
struct Shape {
  bool duplicates = false;  // and unsorted columns
};
// In the order of the rows.
template <class T>
std::vector<Entry> random_entries(int rows, int columns, Shape shape = {}) {
  std::vector<Entry> out;
  const int long_row = rows > 3 ? pick(0, rows - 1) : -1;
  for (int i = 0; i < rows; ++i) {
    const int some = pick({0, 0, 1, 2, 3, 5, 9});
    const int count = i == long_row ? columns : std::min(some, columns);
    std::vector<int> at;
    for (int k = 0; k < count; ++k) at.push_back(i == long_row ? k : pick(0, columns - 1));
    if (!shape.duplicates) {
      std::sort(at.begin(), at.end());
      at.erase(std::unique(at.begin(), at.end()), at.end());
    }
    for (int j : at) out.push_back({i, j, big(number<T>())});
  }
  return out;
}
inline Dense dense_of(int rows, int columns, const std::vector<Entry>& entries) {
  Dense out(rows, columns);
  for (const Entry& e : entries) out(e.i, e.j) += e.value;
  return out;
}

// CSR, or CSC where `by_row` is false.
template <class T, class O, class I>
struct Compressed {
  std::vector<O> offsets;
  std::vector<I> indices;
  std::vector<T> values;
  Compressed(int lines, std::vector<Entry> entries, int base, bool by_row = true) {
    if (!by_row)
      std::sort(entries.begin(), entries.end(),
                [](const Entry& a, const Entry& b) { return a.j != b.j ? a.j < b.j : a.i < b.i; });
    offsets.assign(lines + 1, O(base));
    for (const Entry& e : entries) {
      ++offsets[(by_row ? e.i : e.j) + 1];
      indices.push_back(static_cast<I>((by_row ? e.j : e.i) + base));
      values.push_back(small<T>(e.value));
    }
    for (int i = 0; i < lines; ++i) offsets[i + 1] += offsets[i] - O(base);
  }
};

// A matrix on the device, in some format, with its descriptor. (Sizes are multiples of `block`
// where the format has blocks.)
template <class T, class O = int, class I = int>
struct Sparse {
  cusparseSpMatDescr_t descr = nullptr;
  Device<O> offsets{0};
  Device<I> first{0}, second{0};
  Device<T> values{0};

  Sparse(cusparseFormat_t format, int rows, int columns, const std::vector<Entry>& entries,
         int base, int block = 3, cusparseOrder_t order = CUSPARSE_ORDER_ROW) {
    const auto b = static_cast<cusparseIndexBase_t>(base);
    const auto nnz = static_cast<int64_t>(entries.size());
    switch (format) {
      case CUSPARSE_FORMAT_CSR:
      case CUSPARSE_FORMAT_CSC: {
        const bool by_row = format == CUSPARSE_FORMAT_CSR;
        const Compressed<T, O, I> made(by_row ? rows : columns, entries, base, by_row);
        put(made.offsets, {}, made.indices, made.values);
        OK((by_row ? cusparseCreateCsr : cusparseCreateCsc)(&descr, rows, columns, nnz, offsets.at,
                                                            second.at, values.at, index_type<O>(),
                                                            index_type<I>(), b, type_of<T>()));
        return;
      }
      case CUSPARSE_FORMAT_COO: {
        std::vector<I> is, js;
        std::vector<T> vs;
        for (const Entry& e : entries) {
          is.push_back(e.i + base);
          js.push_back(e.j + base);
          vs.push_back(small<T>(e.value));
        }
        put({}, is, js, vs);
        OK(cusparseCreateCoo(&descr, rows, columns, nnz, first.at, second.at, values.at,
                             index_type<I>(), b, type_of<T>()));
        return;
      }
      case CUSPARSE_FORMAT_BSR: {
        const Dense full = dense_of(rows, columns, entries);
        std::vector<O> o{O(base)};
        std::vector<I> js;
        std::vector<T> vs;
        for (int i = 0; i < rows / block; ++i) {
          for (int j = 0; j < columns / block; ++j) {
            if (!has(entries, i, j, block)) continue;
            js.push_back(j + base);
            for (int k = 0; k < block * block; ++k) {
              const int row = order == CUSPARSE_ORDER_ROW ? k / block : k % block;
              const int column = order == CUSPARSE_ORDER_ROW ? k % block : k / block;
              vs.push_back(small<T>(full(i * block + row, j * block + column)));
            }
          }
          o.push_back(static_cast<O>(js.size()) + base);
        }
        put(o, {}, js, vs);
        OK(cusparseCreateBsr(&descr, rows / block, columns / block, static_cast<int64_t>(js.size()),
                             block, block, offsets.at, second.at, values.at, index_type<O>(),
                             index_type<I>(), b, type_of<T>(), order));
        return;
      }
      case CUSPARSE_FORMAT_BLOCKED_ELL: {
        const Dense full = dense_of(rows, columns, entries);
        std::vector<std::vector<int>> blocks(rows / block);
        std::size_t widest = 1;
        for (int i = 0; i < rows / block; ++i) {
          for (int j = 0; j < columns / block; ++j)
            if (has(entries, i, j, block)) blocks[i].push_back(j);
          widest = std::max(widest, blocks[i].size());
        }
        const int across = static_cast<int>(widest) * block;
        std::vector<I> js;
        std::vector<T> vs(std::size_t(rows) * across, small<T>(Big(0)));
        for (int i = 0; i < rows / block; ++i) {
          for (std::size_t k = 0; k < widest; ++k) {
            const bool there = k < blocks[i].size();
            js.push_back(there ? blocks[i][k] + base : -1);
            for (int row = 0; row < block && there; ++row)
              for (int column = 0; column < block; ++column)
                vs[std::size_t(i * block + row) * across + k * block + column] =
                    small<T>(full(i * block + row, blocks[i][k] * block + column));
          }
        }
        put({}, {}, js, vs);
        OK(cusparseCreateBlockedEll(&descr, rows, columns, block, across, second.at, values.at,
                                    index_type<I>(), b, type_of<T>()));
        return;
      }
      case CUSPARSE_FORMAT_SLICED_ELLPACK: {
        std::vector<std::vector<Entry>> of(rows);
        for (const Entry& e : entries) of[e.i].push_back(e);
        std::vector<O> o{O(base)};
        std::vector<I> js;
        std::vector<T> vs;
        for (int slice = 0; slice * block < rows; ++slice) {
          std::size_t widest = 0;
          for (int i = slice * block; i < std::min(rows, (slice + 1) * block); ++i)
            widest = std::max(widest, of[i].size());
          for (std::size_t k = 0; k < widest; ++k) {
            for (int i = slice * block; i < (slice + 1) * block; ++i) {
              const bool there = i < rows && k < of[i].size();
              js.push_back(there ? of[i][k].j + base : -1);
              vs.push_back(small<T>(there ? of[i][k].value : Big(0)));
            }
          }
          o.push_back(static_cast<O>(js.size()) + base);
        }
        put(o, {}, js, vs);
        OK(cusparseCreateSlicedEll(&descr, rows, columns, nnz, static_cast<int64_t>(js.size()),
                                   block, offsets.at, second.at, values.at, index_type<O>(),
                                   index_type<I>(), b, type_of<T>()));
        return;
      }
      default:
        CHECK(false);
    }
  }
  ~Sparse() { cusparseDestroySpMat(descr); }
  Sparse(const Sparse&) = delete;

 private:
  static bool has(const std::vector<Entry>& entries, int i, int j, int block) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const Entry& e) { return e.i / block == i && e.j / block == j; });
  }
  template <class A>
  static void remake(Device<A>& device, const std::vector<A>& host) {
    device.~Device<A>();
    new (&device) Device<A>(host);
  }
  void put(const std::vector<O>& o, const std::vector<I>& i, const std::vector<I>& j,
           const std::vector<T>& v) {
    remake(offsets, o), remake(first, i), remake(second, j), remake(values, v);
  }
};

// A dense vector or matrix on the device; gaps between its lines must stay as they are.
template <class T>
struct DenseOnDevice {
  int rows, columns, ld;
  cusparseOrder_t order;
  std::vector<T> host;
  Device<T> device;
  cusparseDnMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t vector = nullptr;

  DenseOnDevice(int r, int c, cusparseOrder_t o = CUSPARSE_ORDER_COL, int gap = 0)
      : rows(r),
        columns(c),
        ld((o == CUSPARSE_ORDER_COL ? r : c) + gap),
        order(o),
        host(std::size_t(ld) * (o == CUSPARSE_ORDER_COL ? c : r)),
        device(host.size()) {
    for (T& x : host) x = number<T>();
    device.up(host);
    OK(cusparseCreateDnMat(&matrix, rows, columns, std::max(ld, 1), device.at, type_of<T>(),
                           order));
    if (columns == 1) OK(cusparseCreateDnVec(&vector, rows, device.at, type_of<T>()));
  }
  ~DenseOnDevice() {
    cusparseDestroyDnMat(matrix);
    if (vector) cusparseDestroyDnVec(vector);
  }
  DenseOnDevice(const DenseOnDevice&) = delete;
  T& at(int i, int j) {
    return host[order == CUSPARSE_ORDER_COL ? std::size_t(j) * ld + i : std::size_t(i) * ld + j];
  }
  Dense dense() {
    Dense out(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) out(i, j) = big(at(i, j));
    return out;
  }
  // Whether the device has `wanted`; `size`: of the sums behind each number.
  void compare(const char* what, const Dense& wanted, double size = 1) {
    std::vector<T> before = host;
    host = device.down();
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) {
        const double error = std::abs(big(at(i, j)) - wanted(i, j));
        if (!(error <= bound<T>() * (size + std::abs(wanted(i, j))))) {
          std::printf("%s: (%d, %d) of %d x %d is (%g, %g), not (%g, %g)\n", what, i, j, rows,
                      columns, big(at(i, j)).real(), big(at(i, j)).imag(), wanted(i, j).real(),
                      wanted(i, j).imag());
          std::exit(1);
        }
      }
    }
    // Gaps.
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) before[&at(i, j) - host.data()] = at(i, j);
    CHECK(std::memcmp(before.data(), host.data(), host.size() * sizeof(T)) == 0);
  }
};

// A coefficient where the pointer mode wants it.
template <class T>
struct Scalar {
  T value;
  Device<T> device;
  bool on_device;
  Scalar(cusparseHandle_t handle, T x) : value(x), device(std::vector<T>{x}) {
    cusparsePointerMode_t mode;
    OK(cusparseGetPointerMode(handle, &mode));
    on_device = mode == CUSPARSE_POINTER_MODE_DEVICE;
  }
  T* at() { return on_device ? device.at : &value; }
  T get() { return on_device ? device.down()[0] : value; }
};

template <class Body>
void in_both_modes(Body body) {
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  for (cusparsePointerMode_t mode : {CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE}) {
    OK(cusparseSetPointerMode(handle, mode));
    body(handle);
  }
  OK(cusparseDestroy(handle));
}
// Only of complex numbers is there a conjugate.
template <class T>
std::vector<cusparseOperation_t> operations() {
  std::vector<cusparseOperation_t> out = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                          CUSPARSE_OPERATION_TRANSPOSE};
  if (is_complex<T>) out.push_back(CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
  return out;
}
template <class T>
cusparseOperation_t any_op() {
  const auto all = operations<T>();
  return all[pick(0, static_cast<int>(all.size()) - 1)];
}
#define FOR_TYPES(test, ...)    \
  test<float>(__VA_ARGS__);     \
  test<double>(__VA_ARGS__);    \
  test<cuComplex>(__VA_ARGS__); \
  test<cuDoubleComplex>(__VA_ARGS__)
