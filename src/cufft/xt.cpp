// SPDX-License-Identifier: Apache-2.0
// cufftXt: types of numbers, work areas.
#include "cufft/make.h"
#include "cufftXt.h"

namespace heddle::cufft {
namespace {

struct Type {
  bool complex;
  Number number;
};
bool read(cudaDataType type, Type& into) {
  switch (type) {
    case CUDA_R_16F:
      into = {false, Number::kHalf};
      return true;
    case CUDA_C_16F:
      into = {true, Number::kHalf};
      return true;
    case CUDA_R_16BF:
      into = {false, Number::kBFloat16};
      return true;
    case CUDA_C_16BF:
      into = {true, Number::kBFloat16};
      return true;
    case CUDA_R_32F:
      into = {false, Number::kFloat};
      return true;
    case CUDA_C_32F:
      into = {true, Number::kFloat};
      return true;
    case CUDA_R_64F:
      into = {false, Number::kDouble};
      return true;
    case CUDA_C_64F:
      into = {true, Number::kDouble};
      return true;
    default:
      return false;
  }
}

// The documentation has no mixture of widths, and one of real and complex types each way.
cufftResult read_types(cudaDataType in, cudaDataType out, cudaDataType exec, Transform& into) {
  Type from{}, to{}, with{};
  if (!read(in, from) || !read(out, to) || !read(exec, with)) return CUFFT_INVALID_TYPE;
  if (from.number != to.number || from.number != with.number) return CUFFT_INVALID_TYPE;
  if (!from.complex && !to.complex) return CUFFT_INVALID_TYPE;
  if (from.complex && to.complex && !with.complex) return CUFFT_INVALID_TYPE;
  into.number = from.number;
  into.kind = !from.complex ? Kind::kToComplex : !to.complex ? Kind::kToReal : Kind::kComplex;
  return CUFFT_SUCCESS;
}

cufftResult read_xt(const Many<long long>& many, cudaDataType in, cudaDataType out,
                    cudaDataType exec, Transform& into) {
  if (const cufftResult status = read_types(in, out, exec, into)) return status;
  if (const cufftResult status = read_many(many, into)) return status;
  const bool narrow = into.number == Number::kHalf || into.number == Number::kBFloat16;
  for (int i = 0; narrow && i < into.rank; ++i)
    if ((into.n[i] & (into.n[i] - 1)) != 0) return CUFFT_NOT_SUPPORTED;  // as documented
  return CUFFT_SUCCESS;
}

}  // namespace

HEDDLE_CUFFT cufftXtMakePlanMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, cudaDataType inputtype,
                                 long long* onembed, long long ostride, long long odist,
                                 cudaDataType outputtype, long long batch, std::size_t* size,
                                 cudaDataType executiontype) {
  return with_plan(handle, [&](Plan& plan) {
    if (!size) return CUFFT_INVALID_VALUE;
    Transform transform;
    const cufftResult status =
        read_xt({rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, inputtype,
                outputtype, executiontype, transform);
    return status ? status : make_plan(plan, transform, size);
  });
}

HEDDLE_CUFFT cufftXtGetSizeMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, std::size_t* size,
                                cudaDataType executiontype) {
  return with_plan(handle, [&](Plan& plan) {
    if (!size) return CUFFT_INVALID_VALUE;
    Transform transform;
    const cufftResult status =
        read_xt({rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, inputtype,
                outputtype, executiontype, transform);
    if (!status) tell_work_sizes(plan, size);
    return status;
  });
}

HEDDLE_CUFFT cufftXtSetWorkArea(cufftHandle handle, void**) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
HEDDLE_CUFFT cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy, std::size_t*) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
}  // namespace heddle::cufft
