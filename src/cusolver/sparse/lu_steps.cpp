// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/lu_steps.h"

namespace heddle::cusolver {

Status csrluNnz(SparseCall& call, int* in_l, int* in_u, csrluInfoHost_t info) {
  const auto known = info_of(info);
  if (!known || !in_l || !in_u) return call.invalid();
  return std::visit(
      [&](const auto& lu) -> Status {
        if constexpr (std::is_same_v<std::decay_t<decltype(lu)>, std::monostate>) {
          return SparseCall::invalid();
        } else {
          const std::size_t most = INT32_MAX;
          const std::size_t l = lu.l.index.size(), u = lu.u.index.size() + lu.diagonal.size();
          if (l > most || u > most) return call.not_supported("with factors of 2^31 numbers");
          *in_l = static_cast<int>(l);
          *in_u = static_cast<int>(u);
          return CUSOLVER_STATUS_SUCCESS;
        }
      },
      known->factors);
}

}  // namespace heddle::cusolver
