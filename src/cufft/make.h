// SPDX-License-Identifier: Apache-2.0
// Checks what a plan is asked to be of, and makes it so.
#pragma once

#include "cufft/plan.h"

namespace heddle::cufft {

// The arguments of cufftPlanMany, with integers of either width.
template <class I>
struct Many {
  int rank;
  const I* n;
  const I *inembed, *onembed;
  I istride, idist, ostride, odist;
  I batch;
};

// Fills what the arguments say into a transform whose kind and number are known. With an error,
// nothing has changed.
template <class I>
cufftResult read_many(const Many<I>& many, Transform& into) {
  if (many.rank < 1 || many.rank > 3) return CUFFT_INVALID_VALUE;
  if (!many.n) return CUFFT_INVALID_VALUE;
  if (many.batch < 1) return CUFFT_INVALID_SIZE;
  for (int i = 0; i < many.rank; ++i)
    if (many.n[i] < 1) return CUFFT_INVALID_SIZE;
  if (!many.inembed != !many.onembed) return CUFFT_INVALID_VALUE;
  if (many.inembed) {
    const auto side = [&](Side& out, const I* embed, I stride, I dist) {
      if (stride < 1 || dist < 1) return false;
      out.given = true;
      out.stride = stride;
      out.dist = dist;
      // A GPU takes any.
      for (int i = 0; i < many.rank; ++i) out.embed[i] = embed[i];
      return true;
    };
    Side in, out;
    if (!side(in, many.inembed, many.istride, many.idist)) return CUFFT_INVALID_VALUE;
    if (!side(out, many.onembed, many.ostride, many.odist)) return CUFFT_INVALID_VALUE;
    into.in = in;
    into.out = out;
  }
  into.rank = many.rank;
  for (int i = 0; i < many.rank; ++i) into.n[i] = many.n[i];
  into.batch = many.batch;
  return CUFFT_SUCCESS;
}

// Makes a plan of it, once for each plan. work_size: where its size is told.
cufftResult make_plan(Plan& plan, const Transform& transform, std::size_t* work_size);

// What a work area has to have: nothing, as transforms take what they need where they run.
inline constexpr std::size_t kWorkSize = 0;
// On each of the plan's GPUs.
inline void tell_work_sizes(const Plan& plan, std::size_t* sizes) {
  for (int gpu = 0; gpu < plan.gpu_count(); ++gpu) sizes[gpu] = kWorkSize;
}

}  // namespace heddle::cufft
