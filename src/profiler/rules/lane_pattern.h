// SPDX-License-Identifier: Apache-2.0
// The lanes of an access in words, and the expression that it stands for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiler/profile.h"

namespace heddle::profiler {

// Bytes from each active lane to the next, where that is the same for all.
std::optional<std::int64_t> stride_of(const CostlyAccess& costly);

// "lanes 4096 bytes apart", "8 rows of 4 lanes, lanes 4 bytes apart, rows 4096", ...
std::string lanes_in_words(const CostlyAccess& costly);

// "A[row * K + k]" of the source line, else the line's number; "" where nothing is known.
std::string expression_of(const Access& access);

const char* kind_in_words(const Access& access);  // "load", "store", "atomic operation"

// "1 request", "3 requests"
std::string counted(std::uint64_t number, const char* noun);

}  // namespace heddle::profiler
