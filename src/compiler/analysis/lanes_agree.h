// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/analysis/shape_analysis.h"

namespace heddle::compiler {

// Whether all lanes that compute `value` in one round of the loops around it get the same. Says so
// of more than the shapes do: a value that both sides of a divergent branch compute alike, as a
// counter that the optimiser has moved into them, is varying there, since its vector is put
// together under masks.
bool lanes_agree(const llvm::Value& value, const llvm::LoopInfo& loops,
                 const ShapeAnalysis& shapes);

}  // namespace heddle::compiler
