// SPDX-License-Identifier: Apache-2.0
// Random transforms with random layouts beside the sums that define them: all types, one to three
// dimensions, batches, strides, gaps; what lies between stays as it is.
#include "cufft_test.h"

enum class Kind { kComplex, kToComplex, kToReal };

// An array of numbers (complex ones are two) as cufftPlanMany describes it.
struct Side {
  int embed[3], stride, dist;
  int parts;     // of a number
  int shape[3];  // what is used
  std::size_t offset(int batch, int i, int j, int k) const {
    return (std::size_t(batch) * dist +
            ((std::size_t(i) * embed[1] + j) * embed[2] + k) * std::size_t(stride)) *
           parts;
  }
};

template <class T>
cufftResult run(cufftHandle plan, Kind kind, T* in, T* out, int direction) {
  if constexpr (sizeof(T) == 4) {
    auto* const cin = reinterpret_cast<cufftComplex*>(in);
    auto* const cout = reinterpret_cast<cufftComplex*>(out);
    return kind == Kind::kComplex     ? cufftExecC2C(plan, cin, cout, direction)
           : kind == Kind::kToComplex ? cufftExecR2C(plan, in, cout)
                                      : cufftExecC2R(plan, cin, out);
  } else {
    auto* const cin = reinterpret_cast<cufftDoubleComplex*>(in);
    auto* const cout = reinterpret_cast<cufftDoubleComplex*>(out);
    return kind == Kind::kComplex     ? cufftExecZ2Z(plan, cin, cout, direction)
           : kind == Kind::kToComplex ? cufftExecD2Z(plan, in, cout)
                                      : cufftExecZ2D(plan, cin, out);
  }
}

template <class T>
void one(int round) {
  const Kind kind = Kind(pick(0, 2));
  const int rank = pick(1, 3), batch = pick({1, 1, 2, 3, 5, 17});
  const int direction = kind == Kind::kToComplex ? CUFFT_FORWARD
                        : kind == Kind::kToReal  ? CUFFT_INVERSE
                                                 : pick({CUFFT_FORWARD, CUFFT_INVERSE});
  int n[3] = {1, 1, 1};  // dimensions that are not there come first
  for (int i = 3 - rank; i < 3; ++i)
    n[i] = rank == 1 ? pick({1, 2, 3, 7, 8, 30, 64, 97, 101, 128, 360, 509, 1000})
                     : pick({1, 2, 3, 4, 5, 8, 11, 13, 16, 20, 31});
#ifdef ON_A_GPU  // which takes rows of one real number for something else
  if (rank > 1 && kind != Kind::kComplex) n[2] = std::max(n[2], 2);
#endif
  const bool simple = pick(0, 2) == 0;
  const bool in_place = pick(0, 2) == 0;
  const int half = n[2] / 2 + 1;

  // What the plan says of both sides.
  const auto side = [&](bool complex, bool halved) {
    Side out;
    out.parts = complex ? 2 : 1;
    for (int i = 0; i < 3; ++i) out.shape[i] = n[i];
    if (halved) out.shape[2] = half;
    for (int i = 0; i < 3; ++i) out.embed[i] = out.shape[i];
    if (!simple)
      for (int i = 3 - rank; i < 3; ++i) out.embed[i] += pick({0, 0, 1, 3});
    out.stride = simple ? 1 : pick({1, 1, 2, 3});
    out.dist = out.embed[0] * out.embed[1] * out.embed[2] * out.stride + (simple ? 0 : pick(0, 4));
    return out;
  };
  Side in = side(kind != Kind::kToComplex, kind == Kind::kToReal);
  Side out = side(kind != Kind::kToReal, kind == Kind::kToComplex);
  if (in_place) {
    if (kind == Kind::kComplex) {
      out = in;
    } else {
      Side& real = kind == Kind::kToComplex ? in : out;
      Side& complex = kind == Kind::kToComplex ? out : in;
      complex.stride = real.stride = 1;
      for (int i = 0; i < 2; ++i) real.embed[i] = complex.embed[i];
      real.embed[2] = 2 * complex.embed[2];
      if (simple) complex.dist = complex.embed[0] * complex.embed[1] * complex.embed[2];
      complex.dist = std::max(complex.dist, complex.embed[0] * complex.embed[1] * complex.embed[2]);
      real.dist = 2 * complex.dist;
    }
  }
  const auto length = [&](const Side& s) { return std::size_t(s.dist) * s.parts * batch + 8; };
  Buffer<T> input(in_place ? std::max(length(in), length(out)) : length(in));
  Buffer<T> output(in_place ? 1 : length(out));
  Buffer<T>& result = in_place ? input : output;

  cufftHandle plan;
  const cufftType type = kind == Kind::kComplex     ? (sizeof(T) == 4 ? CUFFT_C2C : CUFFT_Z2Z)
                         : kind == Kind::kToComplex ? (sizeof(T) == 4 ? CUFFT_R2C : CUFFT_D2Z)
                                                    : (sizeof(T) == 4 ? CUFFT_C2R : CUFFT_Z2D);
  const int* const dims = n + 3 - rank;
  if (simple && batch == 1 && rank == 3) {
    OK(cufftPlan3d(&plan, n[0], n[1], n[2], type));
  } else if (simple && batch == 1 && rank == 2) {
    OK(cufftPlan2d(&plan, n[1], n[2], type));
  } else if (simple && rank == 1) {
    OK(cufftPlan1d(&plan, n[2], type, batch));
  } else if (round % 2 == 0) {
    OK(cufftPlanMany(&plan, rank, const_cast<int*>(dims), in.embed + 3 - rank, in.stride, in.dist,
                     out.embed + 3 - rank, out.stride, out.dist, type, batch));
  } else {
    long long wide[3], in_embed[3], out_embed[3];
    for (int i = 0; i < rank; ++i) {
      wide[i] = dims[i];
      in_embed[i] = in.embed[3 - rank + i];
      out_embed[i] = out.embed[3 - rank + i];
    }
    std::size_t size;
    OK(cufftCreate(&plan));
    OK(cufftMakePlanMany64(plan, rank, wide, in_embed, in.stride, in.dist, out_embed, out.stride,
                           out.dist, type, batch, &size));
  }
  OK(run(plan, kind, input.device, result.device, direction));
  const std::vector<T> got = result.down();
#ifndef ON_A_GPU  // which destroys the input of a C2R
  if (!in_place) CHECK(input.down() == input.host);
#endif

  std::vector<long double> wanted(result.host.begin(), result.host.end());
  // What was input in place may be anything where no result lies.
  if (in_place)
    for (int b = 0; b < batch; ++b)
      for (int i = 0; i < n[0]; ++i)
        for (int j = 0; j < n[1]; ++j)
          for (int k = 0; k < in.shape[2]; ++k)
            for (int part = 0; part < in.parts; ++part) {
              const std::size_t at = in.offset(b, i, j, k) + part;
              wanted[at] = got[at];
            }
  for (int b = 0; b < batch; ++b) {
    Cube cube(n[0], n[1], in.shape[2]);
    for (int i = 0; i < n[0]; ++i)
      for (int j = 0; j < n[1]; ++j)
        for (int k = 0; k < in.shape[2]; ++k) {
          const T* const at = &input.host[in.offset(b, i, j, k)];
          cube(i, j, k) = in.parts == 2 ? Exact(at[0], at[1]) : Exact(at[0]);
        }
    for (int axis = 0; axis < 2; ++axis) cube.along(axis, direction);
    if (kind == Kind::kToReal) cube = from_half(cube, n[2]);
    cube.along(2, direction);
    for (int i = 0; i < n[0]; ++i)
      for (int j = 0; j < n[1]; ++j)
        for (int k = 0; k < out.shape[2]; ++k) {
          const std::size_t at = out.offset(b, i, j, k);
          wanted[at] = cube(i, j, k).real();
          if (out.parts == 2) wanted[at + 1] = cube(i, j, k).imag();
        }
  }
  char what[200];
  std::snprintf(what, sizeof what, "round %d: kind %d, %d x %d x %d of %d, batch %d%s%s, %zu bytes",
                round, int(kind), n[0], n[1], n[2], rank, batch, in_place ? ", in place" : "",
                simple ? ", simple" : "", sizeof(T));
  compare(what, got, wanted, double(n[0]) * n[1] * n[2]);
  OK(cufftDestroy(plan));
}

int main() {
  for (int round = 0; round < 80; ++round) {
    one<float>(round);
    one<double>(round);
  }
  std::puts("as the sums");
  return 0;
}
