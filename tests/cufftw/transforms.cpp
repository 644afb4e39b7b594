// SPDX-License-Identifier: Apache-2.0
// Random transforms by FFTW's basic, advanced and guru interfaces, in both precisions, in memory of
// the host and of the device, in place and out of place, beside the sums that define them; what
// lies between the numbers stays as it is.
#include <cufftw.h>

#include "../cufft/cufft_test.h"
#include "memory.h"

template <class T>
struct Fftw;
#define OF_PRECISION(T, NAME)                                     \
  template <>                                                     \
  struct Fftw<T> {                                                \
    using Complex = NAME(complex);                                \
    using Plan = NAME(plan);                                      \
    static constexpr auto dft = NAME(plan_dft);                   \
    static constexpr auto r2c = NAME(plan_dft_r2c);               \
    static constexpr auto c2r = NAME(plan_dft_c2r);               \
    static constexpr auto many = NAME(plan_many_dft);             \
    static constexpr auto many_r2c = NAME(plan_many_dft_r2c);     \
    static constexpr auto many_c2r = NAME(plan_many_dft_c2r);     \
    static constexpr auto guru = NAME(plan_guru_dft);             \
    static constexpr auto guru_r2c = NAME(plan_guru_dft_r2c);     \
    static constexpr auto guru64_c2r = NAME(plan_guru64_dft_c2r); \
    static constexpr auto execute = NAME(execute);                \
    static constexpr auto execute_c2c = NAME(execute_dft);        \
    static constexpr auto execute_r2c = NAME(execute_dft_r2c);    \
    static constexpr auto execute_c2r = NAME(execute_dft_c2r);    \
    static constexpr auto destroy = NAME(destroy_plan);           \
  };
#define DOUBLE(name) fftw_##name
#define FLOAT(name) fftwf_##name
OF_PRECISION(double, DOUBLE)
OF_PRECISION(float, FLOAT)

enum class Kind { kComplex, kToComplex, kToReal };
enum class Way { kBasic, kAdvanced, kGuru };

// Where the number of an index of the batch (two axes) and of the transform (three) lies.
struct Side {
  int parts;  // of a number
  int shape[3];
  int batch[2] = {0, 0};  // strides
  int stride[3];
  int embed[3];
  int numbers = 0;  // of all the memory
  std::size_t at(int p, int q, int i, int j, int k) const {
    return std::size_t(p * batch[0] + q * batch[1] + i * stride[0] + j * stride[1] +
                       k * stride[2]) *
           parts;
  }
};

template <class T>
void one(int round) {
  using F = Fftw<T>;
  using C = typename F::Complex;
  const Kind kind = Kind(pick(0, 2));
  const Way way = Way(pick(0, 2));
  const int rank = pick(1, 3);
  const int sign = kind == Kind::kToComplex ? -1 : kind == Kind::kToReal ? 1 : pick({-1, 1});
  const int batch[2] = {way == Way::kGuru ? pick(1, 3) : 1, way == Way::kBasic ? 1 : pick(1, 4)};
  int n[3] = {1, 1, 1};  // dimensions that are not there come first
  for (int i = 3 - rank; i < 3; ++i)
    n[i] = rank == 1 ? pick({1, 2, 5, 8, 30, 64, 97, 128, 210}) : pick({1, 2, 3, 4, 7, 8, 12, 15});
  const bool in_place = pick(0, 2) == 0, packed = way == Way::kAdvanced && pick(0, 1) == 0;
  const int half = n[2] / 2 + 1;
  const auto side = [&](bool complex, bool halved, bool padded) {
    Side s;
    s.parts = complex ? 2 : 1;
    for (int i = 0; i < 3; ++i) s.shape[i] = n[i];
    if (halved) s.shape[2] = half;
    for (int i = 0; i < 3; ++i) s.embed[i] = s.shape[i];
    if (padded) s.embed[2] = 2 * half;
    int step = 1;
    if (way != Way::kBasic && !in_place) step = pick(1, 2);
    for (int i = 2; i >= 0; --i) {
      if (way != Way::kBasic && !packed && !in_place && i >= 3 - rank) s.embed[i] += pick(0, 2);
      s.stride[i] = step;
      step *= s.embed[i];
    }
    if (way == Way::kGuru && !in_place && rank > 1 && pick(0, 1)) {
      // Columns: the last dimension strides over them.
      s.stride[1] = 1;
      s.stride[2] = s.shape[1];
      s.stride[0] = s.shape[1] * s.shape[2];
      step = s.stride[0] * s.shape[0];
    }
    s.batch[1] = step + (in_place ? 0 : pick(0, 3));
    s.batch[0] = s.batch[1] * batch[1] + (in_place ? 0 : pick(0, 3));
    s.numbers = s.batch[0] * batch[0];
    return s;
  };
  const bool padded = in_place && kind != Kind::kComplex;
  Side in =
      side(kind != Kind::kToComplex, kind == Kind::kToReal, padded && kind == Kind::kToComplex);
  Side out = side(kind != Kind::kToReal, kind == Kind::kToComplex, padded && kind == Kind::kToReal);
  if (in_place && kind == Kind::kComplex) out = in;

  const std::size_t in_size = std::size_t(in.numbers) * in.parts;
  const std::size_t out_size = std::size_t(out.numbers) * out.parts;
  const std::size_t size = std::max(in_size, out_size);
  const Memory<T> memory{pick(0, 1) != 0, size};
  T* const first = memory();
  T* const second = in_place ? first : memory();
  CHECK(first && second);
  std::vector<T> before(size), gaps(size);
  for (std::size_t i = 0; i < size; ++i) before[i] = number<T>(), gaps[i] = number<T>();

  // As the sums want it: real data's other half by symmetry.
  std::vector<Cube> wanted;
  for (int p = 0; p < batch[0]; ++p)
    for (int q = 0; q < batch[1]; ++q) {
      Cube cube(n[0], n[1], n[2]);
      if (kind == Kind::kToReal) {
        Cube real(n[0], n[1], n[2]);
        for (Exact& x : real.at) x = number<T>();
        for (int axis = 0; axis < 3; ++axis) real.along(axis, -1);
        for (int i = 0; i < n[0]; ++i)
          for (int j = 0; j < n[1]; ++j)
            for (int k = 0; k < half; ++k) {
              T* const to = before.data() + in.at(p, q, i, j, k);
              to[0] = static_cast<T>(real(i, j, k).real());
              to[1] = static_cast<T>(real(i, j, k).imag());
            }
        cube = real;
      } else {
        for (int i = 0; i < n[0]; ++i)
          for (int j = 0; j < n[1]; ++j)
            for (int k = 0; k < n[2]; ++k) {
              const T* const from = before.data() + in.at(p, q, i, j, k);
              cube(i, j, k) = {from[0], in.parts == 2 ? from[1] : T(0)};
            }
      }
      for (int axis = 0; axis < 3; ++axis) cube.along(axis, sign);
      wanted.push_back(cube);
    }

  const int* const last = n + 3 - rank;
  auto* const cin = reinterpret_cast<C*>(first);
  auto* const cout = reinterpret_cast<C*>(second);
  typename F::Plan plan = nullptr;
  if (way == Way::kBasic) {
    plan = kind == Kind::kComplex     ? F::dft(rank, last, cin, cout, sign, FFTW_ESTIMATE)
           : kind == Kind::kToComplex ? F::r2c(rank, last, first, cout, FFTW_MEASURE)
                                      : F::c2r(rank, last, cin, second, FFTW_PATIENT);
  } else if (way == Way::kAdvanced) {
    const int* const inembed = packed ? nullptr : in.embed + 3 - rank;
    const int* const onembed = packed ? nullptr : out.embed + 3 - rank;
    const int many = batch[1], is = in.stride[2], os = out.stride[2];
    const int id = in.batch[1], od = out.batch[1];
    plan = kind == Kind::kComplex ? F::many(rank, last, many, cin, inembed, is, id, cout, onembed,
                                            os, od, sign, FFTW_ESTIMATE)
           : kind == Kind::kToComplex ? F::many_r2c(rank, last, many, first, inembed, is, id, cout,
                                                    onembed, os, od, FFTW_ESTIMATE)
                                      : F::many_c2r(rank, last, many, cin, inembed, is, id, second,
                                                    onembed, os, od, FFTW_ESTIMATE);
  } else {
    fftw_iodim dims[3], many[2];
    fftw_iodim64 dims64[3], many64[2];
    for (int i = 0; i < rank; ++i) {
      dims[i] = {last[i], in.stride[3 - rank + i], out.stride[3 - rank + i]};
      dims64[i] = {dims[i].n, dims[i].is, dims[i].os};
    }
    for (int i = 0; i < 2; ++i) {
      many[i] = {batch[i], in.batch[i], out.batch[i]};
      many64[i] = {batch[i], in.batch[i], out.batch[i]};
    }
    plan = kind == Kind::kComplex ? F::guru(rank, dims, 2, many, cin, cout, sign, FFTW_ESTIMATE)
           : kind == Kind::kToComplex
               ? F::guru_r2c(rank, dims, 2, many, first, cout, FFTW_ESTIMATE)
               : F::guru64_c2r(rank, dims64, 2, many64, cin, second, FFTW_ESTIMATE);
  }
  CHECK(plan);

  // Of the plan's arrays, then of others by the same plan.
  for (const bool again : {false, true}) {
    T* const from = again ? memory() : first;
    T* const to = !again ? second : in_place ? from : memory();
    CHECK(from && to);
    if (!in_place) std::copy(gaps.begin(), gaps.end(), to);
    std::copy(before.begin(), before.end(), from);
    if (!again)
      F::execute(plan);
    else if (kind == Kind::kComplex)
      F::execute_c2c(plan, reinterpret_cast<C*>(from), reinterpret_cast<C*>(to));
    else if (kind == Kind::kToComplex)
      F::execute_r2c(plan, from, reinterpret_cast<C*>(to));
    else
      F::execute_c2r(plan, reinterpret_cast<C*>(from), to);

    const double tolerance = (sizeof(T) == 4 ? 2e-6 : 4e-15) * (8 + std::sqrt(n[0] * n[1] * n[2])) *
                             (kind == Kind::kToReal ? std::sqrt(n[0] * n[1] * n[2]) + 4 : 1);
    std::vector<bool> used(size);
    for (int p = 0; p < batch[0]; ++p)
      for (int q = 0; q < batch[1]; ++q)
        for (int i = 0; i < out.shape[0]; ++i)
          for (int j = 0; j < out.shape[1]; ++j)
            for (int k = 0; k < out.shape[2]; ++k) {
              const std::size_t at = out.at(p, q, i, j, k);
              Exact want = wanted[p * batch[1] + q](i, j, k);
              const Exact got = {to[at], out.parts == 2 ? to[at + 1] : T(0)};
              if (out.parts == 1) want = want.real();
              if (std::abs(got - want) > tolerance) {
                std::printf(
                    "round %d: kind %d way %d rank %d %dx%dx%d in place %d: (%d %d %d) of %d %d "
                    "is %g %g, not %g %g\n",
                    round, int(kind), int(way), rank, n[0], n[1], n[2], in_place, i, j, k, p, q,
                    double(got.real()), double(got.imag()), double(want.real()),
                    double(want.imag()));
                std::exit(1);
              }
              for (int part = 0; part < out.parts; ++part) used[at + part] = true;
            }
    if (!in_place)
      for (std::size_t i = 0; i < size; ++i) {
        CHECK(used[i] || to[i] == gaps[i]);
        CHECK(from[i] == before[i]);
      }
    memory.drop(from);
    if (!in_place) memory.drop(to);
  }
  F::destroy(plan);
}

int main() {
  for (int round = 0; round < 300; ++round) round % 2 ? one<float>(round) : one<double>(round);
  return 0;
}
