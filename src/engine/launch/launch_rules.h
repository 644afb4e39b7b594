// SPDX-License-Identifier: Apache-2.0
// What a launch may ask for.
#pragma once

#include "engine/base/error.h"
#include "engine/launch/launch.h"

namespace heddle::engine {

// Of what is known before the kernel is compiled.
Error check_shape(const Launch& launch);
Error check_resources(const Launch& launch, const Variant& variant);

}  // namespace heddle::engine
