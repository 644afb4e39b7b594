// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shape.h"

#include <cstdlib>
#include <mutex>
#include <set>

#include "compiler/ir/pseudo.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::compiler {

const Offsets* intern(const Offsets& offsets) {
  static std::mutex mutex;
  static std::set<Offsets> table;
  if (offsets == Offsets{}) return nullptr;
  const std::lock_guard lock(mutex);
  return &*table.insert(offsets).first;
}

bool Shape::is_disjoint() const {
  if (!is_affine() || !terms.empty()) return false;
  if (!offsets) return true;
  for (auto o : *offsets) {
    if (o < 0 || (base_align < 63 && o >= (std::int64_t{1} << base_align))) return false;
  }
  return true;
}

bool same_lanes(const Shape& a, const Shape& b) {
  return a.is_affine() && b.is_affine() && a.offsets == b.offsets && a.terms == b.terms;
}

bool has_near_lanes(const Shape& shape) {
  return shape.is_affine() && shape.offsets && shape.terms.empty() &&
         llvm::all_of(*shape.offsets,
                      [](auto offset) { return std::abs(offset) < pseudo::kFarthestStep; });
}

}  // namespace heddle::compiler
