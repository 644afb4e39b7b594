// SPDX-License-Identifier: Apache-2.0
// The functions of FFTW, in both precisions (functions.inc).
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "cufft/fftw/plan.h"
#include "cufft/fftw/real.h"
#include "cufftw.h"

namespace heddle::cufft::fftw {
namespace {

// The alignment that FFTW speaks of: of what its vectors want.
constexpr std::size_t kAlignment = 64;

void* allocate(std::size_t bytes) {
  return std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
}

template <class Public>
Public public_plan(Plan* plan) {
  return reinterpret_cast<Public>(plan);
}
template <class Public>
const Plan* plan_of(Public plan) {
  return reinterpret_cast<const Plan*>(plan);
}

template <class IoDim>
std::vector<Dim> dims_of(int rank, const IoDim* dims) {
  std::vector<Dim> out;
  for (int i = 0; i < rank && dims; ++i) out.push_back({dims[i].n, dims[i].is, dims[i].os});
  return out;
}

template <class Public>
Public plan(const Request& request, int rank, const int* n, int howmany = 1,
            const int* inembed = nullptr, int istride = 1, int idist = 0,
            const int* onembed = nullptr, int ostride = 1, int odist = 0) {
  const Dim batch{howmany, idist, odist};
  return public_plan<Public>(
      make(request, dims_of(request, rank, n, inembed, istride, onembed, ostride), {&batch, 1}));
}
template <class Public, class IoDim>
Public guru(const Request& request, int rank, const IoDim* dims, int howmany_rank,
            const IoDim* howmany_dims) {
  return public_plan<Public>(
      make(request, dims_of(rank, dims), dims_of(howmany_rank, howmany_dims)));
}

// Of real data to real data.
template <class Public>
Public real_plan(const Request& request, int rank, const int* n, const fftw_r2r_kind* kinds,
                 int howmany = 1, const int* inembed = nullptr, int istride = 1, int idist = 0,
                 const int* onembed = nullptr, int ostride = 1, int odist = 0) {
  const Dim batch{howmany, idist, odist};
  return public_plan<Public>(make_real(
      request, dims_of(request, rank, n, inembed, istride, onembed, ostride), {&batch, 1}, kinds));
}
template <class Public, class IoDim>
Public real_guru(const Request& request, int rank, const IoDim* dims, int howmany_rank,
                 const IoDim* howmany_dims, const fftw_r2r_kind* kinds) {
  return public_plan<Public>(
      make_real(request, dims_of(rank, dims), dims_of(howmany_rank, howmany_dims), kinds));
}

template <class Public>
Public refuse(const char* name) {
  library::say_once(std::string(name) + " is not supported");
  return nullptr;
}

template <class Public>
void execute(Public plan, const char* name, const void* in, void* out) {
  if (const Plan* const known = plan_of(plan))
    run(*known, name, in, out);
  else
    library::say_once(std::string(name) + " was given no plan");
}

char* copy_of(const std::string& text) {
  return strdup(text.c_str());  // the program frees it
}

}  // namespace

#define HEDDLE_API extern "C" __attribute__((visibility("default")))
#define NAME(name) fftw_##name
#define TEXT(name) "fftw_" #name
#define REAL double
#define IS_DOUBLE true
#include "cufft/fftw/functions.inc"
#define NAME(name) fftwf_##name
#define TEXT(name) "fftwf_" #name
#define REAL float
#define IS_DOUBLE false
#include "cufft/fftw/functions.inc"

}  // namespace heddle::cufft::fftw
