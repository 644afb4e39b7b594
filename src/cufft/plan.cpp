// SPDX-License-Identifier: Apache-2.0
#include "cufft/plan.h"

#include <fmt/format.h>

#include <unordered_map>

#include "library/submission.h"

namespace heddle::cufft {
namespace {

struct Plans {
  std::mutex mutex;
  std::unordered_map<cufftHandle, std::shared_ptr<Plan>> all;
  cufftHandle next = 1;
};
Plans& plans() {
  static auto* const kept = new Plans;  // programs destroy plans in their own destructors
  return *kept;
}

}  // namespace

cufftHandle add_plan(const std::shared_ptr<Plan>& plan) {
  const std::lock_guard lock(plans().mutex);
  const cufftHandle handle = plans().next++;
  plans().all.emplace(handle, plan);
  return handle;
}

std::shared_ptr<Plan> plan_of(cufftHandle handle) {
  const std::lock_guard lock(plans().mutex);
  const auto it = plans().all.find(handle);
  return it == plans().all.end() ? nullptr : it->second;
}

bool remove_plan(cufftHandle handle) {
  std::shared_ptr<Plan> last;  // destroyed without the lock
  const std::lock_guard lock(plans().mutex);
  const auto it = plans().all.find(handle);
  if (it == plans().all.end()) return false;
  last = std::move(it->second);
  plans().all.erase(it);
  return true;
}

bool read_type(cufftType type, Transform& into) {
  switch (type) {
    case CUFFT_R2C:
    case CUFFT_D2Z:
      into.kind = Kind::kToComplex;
      break;
    case CUFFT_C2R:
    case CUFFT_Z2D:
      into.kind = Kind::kToReal;
      break;
    case CUFFT_C2C:
    case CUFFT_Z2Z:
      into.kind = Kind::kComplex;
      break;
    default:
      return false;
  }
  const bool is_double = type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
  into.number = is_double ? Number::kDouble : Number::kFloat;
  return true;
}

cufftResult not_supported(const char* call, const char* what) {
  library::say_once(fmt::format("{} {} is not supported", call, what));
  return CUFFT_NOT_SUPPORTED;
}

}  // namespace heddle::cufft
