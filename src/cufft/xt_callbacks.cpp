// SPDX-License-Identifier: Apache-2.0
// cufftXtSetCallback and its like.
#include "cufft/plan.h"
#include "cufftXt.h"

namespace heddle::cufft {
namespace {

constexpr std::size_t kMostShared = 16 << 10;

// The plan's callback of this type, null: its numbers are of another.
Callback* callback_of(Plan& plan, cufftXtCallbackType type) {
  const Transform& transform = plan.transform;
  const bool is_double = transform.number == Number::kDouble;
  if (!is_double && transform.number != Number::kFloat) return nullptr;
  const auto of_type = [&](cufftXtCallbackType complex, cufftXtCallbackType real, bool is_complex) {
    return (is_complex ? complex : real) + (is_double ? 1 : 0);
  };
  if (type == of_type(CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_REAL, transform.kind != Kind::kToComplex))
    return &plan.load;
  if (type == of_type(CUFFT_CB_ST_COMPLEX, CUFFT_CB_ST_REAL, transform.kind != Kind::kToReal))
    return &plan.store;
  return nullptr;
}

template <class Body>
cufftResult with_callback(cufftHandle handle, cufftXtCallbackType type, Body body) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    Callback* const callback = callback_of(plan, type);
    return callback ? body(plan, *callback) : CUFFT_INVALID_TYPE;
  });
}

}  // namespace

// One function for each GPU, and what it is given for each, which may be missing.
HEDDLE_CUFFT cufftXtSetCallback(cufftHandle handle, void** functions, cufftXtCallbackType type,
                                void** infos) {
  return with_callback(handle, type, [&](Plan& plan, Callback& callback) {
    const int gpus = plan.gpu_count();
    if (!functions) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < gpus; ++i)
      if (!functions[i]) return CUFFT_INVALID_VALUE;
    if (gpus > 1 && plan.transform.batch == 1)
      return not_supported("cufftXtSetCallback", "for one transform on several GPUs");
    callback.functions.assign(functions, functions + gpus);
    callback.infos.assign(gpus, nullptr);
    if (infos) callback.infos.assign(infos, infos + gpus);
    return CUFFT_SUCCESS;
  });
}
HEDDLE_CUFFT cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  return with_callback(handle, type, [](Plan&, Callback& callback) {
    callback = {};
    return CUFFT_SUCCESS;
  });
}
// Of a callback that is set.
HEDDLE_CUFFT cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType type,
                                          std::size_t bytes) {
  return with_callback(handle, type, [&](Plan&, Callback& callback) {
    if (callback.functions.empty()) return CUFFT_INVALID_PLAN;
    if (bytes > kMostShared) return CUFFT_INVALID_VALUE;
    callback.shared_bytes = bytes;
    return CUFFT_SUCCESS;
  });
}

// Code of a GPU for the linker of a GPU. The status is that of an H200 whose library has none.
HEDDLE_CUFFT cufftXtSetJITCallback(cufftHandle handle, const char*, const void*, std::size_t,
                                   cufftXtCallbackType, void**) {
  return with_plan(handle, [](Plan&) {
    not_supported("cufftXtSetJITCallback", "(callbacks by LTO)");
    return CUFFT_NOT_IMPLEMENTED;
  });
}

}  // namespace heddle::cufft
