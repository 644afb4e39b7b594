// SPDX-License-Identifier: Apache-2.0
// The library of GCC 13 and later copies single objects by a function that is not constexpr,
// __assign_one, from functions that are: std::sort, std::rotate and std::copy of numbers then work
// in no kernel.
#pragma once

#include <string>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with such functions declared for host and device; lines stay. Where `places` are does not
// matter: they are calls.
std::string share_helpers(std::string text, const Places& places);

}  // namespace heddle::frontend
