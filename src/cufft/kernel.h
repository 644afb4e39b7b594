// SPDX-License-Identifier: Apache-2.0
// The library that computes transforms (ducc/transform.h), in the form for this CPU. A program that
// makes no plan does not open it.
#pragma once

#include <memory>

#include "cufft/ducc/transform.h"

namespace heddle::cufft {

// Null: it cannot be opened; a sentence has said why.
const Functions* kernel();

// Null: there is no memory.
std::shared_ptr<Factors> make_factors(const Functions& kernel);

}  // namespace heddle::cufft
