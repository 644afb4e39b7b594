// SPDX-License-Identifier: Apache-2.0
// Coverage (heddle cc --coverage): how device code, the host object and the engine speak of
// counters.
//
// The counters of device code are clang's own, and lie in the host object beside those of host
// code: one profile holds both. In device code the counters of a function are a variable that is
// defined nowhere, kCountersPrefix + key + "_" + number; the host object registers the name
// kCountersPrefix + key for a table, whose entry `number` is their address.
//
// An image that a program loads by itself, and PTX, have no host object: they hold a shared object
// in its place, as a device variable of the name kCoverageObject + key, which the engine opens.
#pragma once

#include <string_view>

namespace heddle::image {

// void (ptr counter, i1 counts)   adds to a 64-bit number of the host's how many of the lanes that
// run here count
inline constexpr const char* kCoverFunction = "heddle.cover";

// What clang calls the counters of a function.
inline constexpr const char* kClangCounters = "__profc_";

inline constexpr std::string_view kCountersPrefix = "heddle_counters_";

// void (const char* name, const std::uint64_t* const* table)   what host objects call before main,
// and before they register device code
inline constexpr const char* kRegisterCounters = "heddle_register_counters";

inline constexpr std::string_view kCoverageObject = "heddle_coverage_";

// const std::uint64_t* const* (const char* profile)   what such a shared object exports: it writes
// its profile to that file at the program's end, and answers the table
inline constexpr const char* kCoverageTable = "heddle_coverage_table";

}  // namespace heddle::image
