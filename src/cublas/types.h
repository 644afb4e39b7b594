// SPDX-License-Identifier: Apache-2.0
// The shared part of the libraries, whose names are used here as if they were cuBLAS's own.
#pragma once

#include "library/numbers.h"

namespace heddle::cublas {

using namespace library;

}  // namespace heddle::cublas
