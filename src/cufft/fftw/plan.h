// SPDX-License-Identifier: Apache-2.0
// Plans under FFTW's names: a transform with its arrays, whose strides are any.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cufft/layouts.h"

namespace heddle::cufft::fftw {

// A dimension as FFTW's guru interface says it.
struct Dim {
  i64 n, in, out;
};

struct Plan {
  Transform transform;
  Layouts layouts;
  std::shared_ptr<Factors> factors;
  bool forward = true;
  const void* in = nullptr;
  void* out = nullptr;
  std::vector<Dim> outer;  // of a batch of several dimensions all but one
  std::vector<RealAxis>
      real;  // all axes of a transform of real data to real data, which it is then

  bool is_double() const { return transform.number == Number::kDouble; }
};

struct Request {
  const char* name;  // of the call
  Kind kind;
  bool is_double;
  int sign;
  const void* in;
  void* out;
};

// Whether there are arrays and lengths.
bool is_transform(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch);
bool is_of_device(const void* at);

// Null: it is no transform, or not supported, which one line on stderr says.
Plan* make(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch);
// The dimensions of FFTW's advanced interface; empty: they are none.
std::vector<Dim> dims_of(const Request& request, int rank, const int* n, const int* inembed,
                         int istride, const int* onembed, int ostride);

// Done when it returns.
void run(const Plan& plan, const char* name, const void* in, void* out);

// An operation count by the formula for a radix-2 transform.
double operations(const Plan& plan);
std::string text_of(const Plan& plan);

}  // namespace heddle::cufft::fftw
