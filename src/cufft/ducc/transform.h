// SPDX-License-Identifier: Apache-2.0
// What the transforms are computed with: ducc0's FFT, compiled once for each instruction set into a
// library of its own (lib/heddle/libheddle-fft-ISA.so), since functions of the standard library
// that are instantiated for AVX-512 must not be the ones that all use. ../kernel.h opens the right
// one.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::cufft {

// An array of up to a batch and three dimensions. Strides count elements, real or complex ones.
struct Layout {
  unsigned dims = 0;
  std::array<std::uint64_t, 4> shape{};
  std::array<std::int64_t, 4> stride{};
};

enum class Kind { kComplex, kToComplex, kToReal };

// The transform of some axes of an array; of real data, the last of them is the one that is half as
// long (plus one) in the complex array. `in` and `out` may be the same memory with the same layout.
struct Task {
  Kind kind = Kind::kComplex;
  bool is_double = false;
  bool forward = true;
  const void* in = nullptr;
  void* out = nullptr;
  Layout in_layout, out_layout;
  unsigned axes = 0;  // a bit each
};

// Columns of a matrix, each number of which is turned by its row times its column of the whole
// matrix: what stands between the two halves of a long transform (../long.h).
struct Turn {
  bool is_double = false;
  bool forward = true;
  std::uint64_t length = 0;  // of the whole transform: of the circle
  void* at = nullptr;        // complex numbers
  std::uint64_t rows = 0, first_column = 0, columns = 0;
  std::int64_t row_stride = 0;
};

// Transforms of real data to real data, as FFTW's manual defines them. Cosine and sine transforms
// have the number of their type behind them.
enum class RealKind : signed char {
  kNone,  // of a batch
  kToHalfComplex,
  kFromHalfComplex,
  kHartley,
  kCosine1,
  kCosine2,
  kCosine3,
  kCosine4,
  kSine1,
  kSine2,
  kSine3,
  kSine4,
};
struct RealAxis {
  std::int64_t n, in, out;  // the strides count numbers
  RealKind kind;
};
// One behind the other along the axes of an array. `in` and `out` may be the same memory with the
// same strides.
struct RealTask {
  bool is_double = false;
  const void* in = nullptr;
  void* out = nullptr;
  const RealAxis* axes = nullptr;
  unsigned count = 0;
};

// Factors that a plan keeps for its lengths.
class Factors;

struct Functions {
  Factors* (*make_factors)();
  void (*drop_factors)(Factors*);
  // Computed now, not in the first transform. False: there was no memory.
  bool (*prepare)(Factors*, const Task&);
  // On the calling thread; several threads may use one Factors. False: there was no memory.
  bool (*run)(Factors*, const Task&);
  bool (*turn)(Factors*, const Turn&);
  bool (*run_real)(Factors*, const RealTask&);
};

}  // namespace heddle::cufft

extern "C" __attribute__((visibility("default"))) heddle::cufft::Functions heddle_fft_functions();
