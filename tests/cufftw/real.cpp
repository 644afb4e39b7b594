// SPDX-License-Identifier: Apache-2.0
// Random transforms of real data to real data by FFTW's basic, advanced and guru interfaces,
// another kind along each axis, in both precisions, in place and out of place, beside the sums in
// FFTW's manual ("What FFTW Really Computes"); what lies between the numbers stays as it is.
#include <cufftw.h>

#include "../cufft/cufft_test.h"
#include "memory.h"

constexpr long double kPi = 3.14159265358979323846264338327950288L;

// What number k of the transform has of number j of the input.
long double weight(fftw_r2r_kind kind, int n, int j, int k) {
  const auto cosine = [](long long twice, int under) { return std::cos(kPi * twice / under); };
  const auto sine = [](long long twice, int under) { return std::sin(kPi * twice / under); };
  const long long jk = 1LL * j * k;
  switch (kind) {
    case FFTW_R2HC:
      return k <= n / 2 ? cosine(2 * jk, n) : -sine(2LL * j * (n - k), n);
    case FFTW_HC2R:
      if (j == 0 || 2 * j == n) return cosine(2 * jk, n);
      return j <= n / 2 ? 2 * cosine(2 * jk, n) : -2 * sine(2LL * (n - j) * k, n);
    case FFTW_DHT:
      return cosine(2 * jk, n) + sine(2 * jk, n);
    case FFTW_REDFT00:
      return (j == 0 || j == n - 1 ? 1 : 2) * cosine(jk, n - 1);
    case FFTW_REDFT10:
      return 2 * cosine((2 * j + 1LL) * k, 2 * n);
    case FFTW_REDFT01:
      return (j == 0 ? 1 : 2) * cosine(j * (2 * k + 1LL), 2 * n);
    case FFTW_REDFT11:
      return 2 * cosine((2 * j + 1LL) * (2 * k + 1), 4 * n);
    case FFTW_RODFT00:
      return 2 * sine((j + 1LL) * (k + 1), n + 1);
    case FFTW_RODFT10:
      return 2 * sine((2 * j + 1LL) * (k + 1), 2 * n);
    case FFTW_RODFT01:
      return (j == n - 1 ? 1 : 2) * sine((j + 1LL) * (2 * k + 1), 2 * n);
    case FFTW_RODFT11:
      return 2 * sine((2 * j + 1LL) * (2 * k + 1), 4 * n);
  }
  return 0;
}

// Up to three dimensions; those that are not there come first and have one number.
struct Array {
  int n[3];
  std::vector<long double> at;
  std::size_t index(int i, int j, int k) const { return (std::size_t(i) * n[1] + j) * n[2] + k; }
  void along(int axis, fftw_r2r_kind kind) {
    const int length = n[axis];
    std::size_t step = 1;
    for (int i = axis + 1; i < 3; ++i) step *= n[i];
    std::vector<long double> row(length);
    for (std::size_t begin = 0; begin < at.size(); ++begin) {
      if (begin / step % length != 0) continue;
      for (int k = 0; k < length; ++k) {
        row[k] = 0;
        for (int j = 0; j < length; ++j)
          row[k] += at[begin + j * step] * weight(kind, length, j, k);
      }
      for (int k = 0; k < length; ++k) at[begin + k * step] = row[k];
    }
  }
};

template <class T>
struct Fftw;
#define OF_PRECISION(T, NAME)                              \
  template <>                                              \
  struct Fftw<T> {                                         \
    using Plan = NAME(plan);                               \
    static constexpr auto r2r = NAME(plan_r2r);            \
    static constexpr auto many = NAME(plan_many_r2r);      \
    static constexpr auto guru = NAME(plan_guru_r2r);      \
    static constexpr auto guru64 = NAME(plan_guru64_r2r);  \
    static constexpr auto execute = NAME(execute);         \
    static constexpr auto execute_r2r = NAME(execute_r2r); \
    static constexpr auto destroy = NAME(destroy_plan);    \
  };
#define DOUBLE(name) fftw_##name
#define FLOAT(name) fftwf_##name
OF_PRECISION(double, DOUBLE)
OF_PRECISION(float, FLOAT)

// Where numbers lie: two axes of a batch, three of the transform.
struct Places {
  int stride[3], embed[3], batch[2];
  std::size_t numbers;
  std::size_t at(int p, int q, int i, int j, int k) const {
    return std::size_t(p) * batch[0] + std::size_t(q) * batch[1] + std::size_t(i) * stride[0] +
           std::size_t(j) * stride[1] + std::size_t(k) * stride[2];
  }
};

template <class T>
void one(int round) {
  using F = Fftw<T>;
  enum { kBasic, kAdvanced, kGuru };
  const int way = pick(0, 2), rank = pick(1, 3);
  const int batch[2] = {way == kGuru ? pick(1, 3) : 1, way == kBasic ? 1 : pick(1, 5)};
  int n[3] = {1, 1, 1};
  fftw_r2r_kind kinds[3] = {};
  for (int i = 3 - rank; i < 3; ++i) {
    kinds[i] = fftw_r2r_kind(pick(0, 10));
    n[i] = rank == 1 ? pick({1, 2, 3, 5, 8, 30, 64, 97, 128, 210}) : pick({1, 2, 3, 4, 7, 8, 12});
    if (kinds[i] == FFTW_REDFT00) n[i] += n[i] == 1;
  }
  const bool in_place = pick(0, 2) == 0, moves = way == kGuru && pick(0, 1) == 0;
  const auto places = [&](bool turned, bool gaps) {
    Places out;
    int step = gaps ? pick(1, 2) : 1;
    for (int i = 2; i >= 0; --i) {
      out.embed[i] = n[i] + (gaps && i >= 3 - rank ? pick(0, 2) : 0);
      out.stride[i] = step;
      step *= out.embed[i];
    }
    if (turned) {  // columns beside each other
      out.stride[2] = n[0] * n[1];
      out.stride[1] = n[0];
      out.stride[0] = 1;
      step = n[0] * n[1] * n[2];
    }
    out.batch[1] = step + (gaps ? pick(0, 3) : 0);
    out.batch[0] = out.batch[1] * batch[1] + (gaps ? pick(0, 3) : 0);
    out.numbers = std::size_t(out.batch[0]) * batch[0];
    return out;
  };
  const bool gaps = way != kBasic && pick(0, 2) > 0 && !(in_place && moves);
  const Places in = places(false, gaps);
  const Places out = in_place && !moves ? in : places(moves, gaps);
  const std::size_t size = std::max(in.numbers, out.numbers);

  const Memory<T> memory{pick(0, 1) != 0, size};
  T* const first = memory();
  T* const second = in_place ? first : memory();
  CHECK(first && second);
  std::vector<T> before(size), gap(size);
  for (std::size_t i = 0; i < size; ++i) before[i] = number<T>(), gap[i] = number<T>();
  const auto each = [&](auto body) {
    for (int p = 0; p < batch[0]; ++p)
      for (int q = 0; q < batch[1]; ++q)
        for (int i = 0; i < n[0]; ++i)
          for (int j = 0; j < n[1]; ++j)
            for (int k = 0; k < n[2]; ++k) body(p, q, i, j, k);
  };
  std::vector<Array> wanted(batch[0] * batch[1], {{n[0], n[1], n[2]}, {}});
  for (Array& array : wanted) array.at.resize(std::size_t(n[0]) * n[1] * n[2]);
  each([&](int p, int q, int i, int j, int k) {
    Array& array = wanted[p * batch[1] + q];
    array.at[array.index(i, j, k)] = before[in.at(p, q, i, j, k)];
  });
  for (Array& array : wanted)
    for (int axis = 3 - rank; axis < 3; ++axis) array.along(axis, kinds[axis]);

  const int skip = 3 - rank;
  typename F::Plan plan = nullptr;
  if (way == kBasic) {
    plan = F::r2r(rank, n + skip, first, second, kinds + skip, FFTW_ESTIMATE);
  } else if (way == kAdvanced) {
    plan = F::many(rank, n + skip, batch[1], first, gaps ? in.embed + skip : nullptr, in.stride[2],
                   in.batch[1], second, gaps ? out.embed + skip : nullptr, out.stride[2],
                   out.batch[1], kinds + skip, FFTW_MEASURE);
  } else {
    fftw_iodim dims[3], many[2];
    fftw_iodim64 dims64[3], many64[2];
    for (int i = 0; i < rank; ++i) {
      dims[i] = {n[skip + i], in.stride[skip + i], out.stride[skip + i]};
      dims64[i] = {dims[i].n, dims[i].is, dims[i].os};
    }
    for (int i = 0; i < 2; ++i) {
      many[i] = {batch[i], in.batch[i], out.batch[i]};
      many64[i] = {batch[i], in.batch[i], out.batch[i]};
    }
    plan = pick(0, 1) ? F::guru(rank, dims, 2, many, first, second, kinds + skip, FFTW_ESTIMATE)
                      : F::guru64(rank, dims64, 2, many64, first, second, kinds + skip, 0);
  }
  CHECK(plan);

  for (const bool again : {false, true}) {
    T* const from = again ? memory() : first;
    T* const to = !again ? second : in_place ? from : memory();
    CHECK(from && to);
    if (!in_place) std::copy(gap.begin(), gap.end(), to);
    std::copy(before.begin(), before.end(), from);
    again ? F::execute_r2r(plan, from, to) : F::execute(plan);
    const double points = double(n[0]) * n[1] * n[2];
    const double tolerance = (sizeof(T) == 4 ? 4e-6 : 8e-15) * (16 + 4 * std::sqrt(points)) * rank;
    std::vector<bool> used(size);
    each([&](int p, int q, int i, int j, int k) {
      const Array& array = wanted[p * batch[1] + q];
      const std::size_t at = out.at(p, q, i, j, k);
      const double want = double(array.at[array.index(i, j, k)]);
      used[at] = true;
      if (std::abs(to[at] - want) <= tolerance) return;
      std::printf(
          "round %d: way %d, %d x %d x %d, kinds %d %d %d, in place %d, moves %d, gaps %d: "
          "(%d %d %d) of %d %d is %g, not %g\n",
          round, way, n[0], n[1], n[2], kinds[0], kinds[1], kinds[2], in_place, moves, gaps, i, j,
          k, p, q, double(to[at]), want);
      std::exit(1);
    });
    for (std::size_t i = 0; i < size; ++i) {
      if (in_place) {
        CHECK(used[i] || moves || to[i] == before[i]);
      } else {
        CHECK(used[i] || to[i] == gap[i]);
        CHECK(from[i] == before[i]);
      }
    }
    memory.drop(from);
    if (!in_place) memory.drop(to);
  }
  F::destroy(plan);
}

int main() {
  for (int round = 0; round < 400; ++round) round % 2 ? one<float>(round) : one<double>(round);
  // The functions for one, two and three dimensions; a plan says what it is.
  double x[24], y[24];
  for (int i = 0; i < 24; ++i) x[i] = i * i % 7;
  const fftw_r2r_kind kinds[] = {FFTW_REDFT10, FFTW_RODFT01, FFTW_DHT};
  const auto same = [&](fftw_plan plan, int rank, const int* n) {
    CHECK(plan);
    fftw_execute(plan);
    double wanted[24];
    fftw_plan other = fftw_plan_r2r(rank, n, x, wanted, kinds, FFTW_ESTIMATE);
    fftw_execute(other);
    CHECK(std::memcmp(y, wanted, sizeof y) == 0 && fftw_cost(plan) > 0);
    char* text = fftw_sprint_plan(plan);
    CHECK(std::strstr(text, rank == 1 ? "r2r-24)" : rank == 2 ? "r2r-4x6)" : "r2r-2x3x4)"));
    std::free(text);
    fftw_destroy_plan(other);
    fftw_destroy_plan(plan);
  };
  const int one_d[] = {24}, two_d[] = {4, 6}, three_d[] = {2, 3, 4};
  same(fftw_plan_r2r_1d(24, x, y, kinds[0], 0), 1, one_d);
  same(fftw_plan_r2r_2d(4, 6, x, y, kinds[0], kinds[1], 0), 2, two_d);
  same(fftw_plan_r2r_3d(2, 3, 4, x, y, kinds[0], kinds[1], kinds[2], 0), 3, three_d);
  // No transforms.
  const int zero[] = {0};
  CHECK(!fftw_plan_r2r_1d(1, x, y, FFTW_REDFT00, 0));
  CHECK(!fftw_plan_r2r_1d(8, x, y, fftw_r2r_kind(11), 0));
  CHECK(!fftw_plan_r2r_1d(8, nullptr, y, FFTW_DHT, 0));
  CHECK(!fftw_plan_r2r(1, zero, x, y, kinds, 0));
  CHECK(!fftw_plan_r2r(1, one_d, x, y, nullptr, 0));
  return 0;
}
