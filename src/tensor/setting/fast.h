// SPDX-License-Identifier: Apache-2.0
// HEDDLE_TENSOR_CORES=fast: floating-point sums of matrix instructions as the CPU adds fastest.
#pragma once

namespace heddle::tensor {

// As the variable was when the library was loaded.
bool is_fast();

}  // namespace heddle::tensor
