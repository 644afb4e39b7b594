// SPDX-License-Identifier: Apache-2.0
// How functions behind pointers find their symbols in kernels of other modules than their own (a
// part of the contract of kernel_abi.h).
#pragma once

#include <cstdint>

namespace heddle::abi {

// Every object of address-taken functions has this array: for each device the table of symbols of
// the functions' own program there, or null. Where several programs have the object in common (one
// module, loaded twice), it is that of the one that was loaded last.
inline constexpr const char* kFunctionSymbols = "heddle_function_symbols";
inline constexpr std::uint32_t kFunctionDevices = 64;

// The first two symbols of such an object, so what stands in front of the symbols of every kernel:
// not an address but the function_device() that the kernel runs on, and the kFunctionSymbols of the
// kernel's own program (null: it has no such object), by which a function knows that the table is
// its own.
inline constexpr const char* kDeviceSymbol = "heddle.device";
inline constexpr int kOwnSymbols = 2;

// Devices beyond kFunctionDevices have one number in common.
constexpr std::uint32_t function_device(int ordinal) {
  const auto number = static_cast<std::uint32_t>(ordinal);
  return number < kFunctionDevices ? number : kFunctionDevices - 1;
}

}  // namespace heddle::abi
