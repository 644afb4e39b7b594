// SPDX-License-Identifier: Apache-2.0
// The interface between NVTX (version 3) and a tool. NVTX is a set of headers that a program
// includes; on the program's first call they load the library that NVTX_INJECTION64_PATH names and
// call InitializeInjectionNvtx2, which puts its functions into their tables. This states that
// binary interface in words of our own: numbers, layouts and prototypes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::tools::nvtx {

// Tables of functions, and the places in them that Heddle fills.
enum Module : int { kCore = 1, kCudaRuntime = 4, kDomains = 5 };
namespace core {
enum : unsigned {
  kMarkEx = 1,
  kMarkA,
  kMarkW,
  kRangeStartEx,
  kRangeStartA,
  kRangeStartW,
  kRangeEnd,
  kRangePushEx,
  kRangePushA,
  kRangePushW,
  kRangePop,
  kNameCategoryA,
  kNameCategoryW,
  kNameThreadA,
  kNameThreadW,
};
}
namespace domains {
enum : unsigned {
  kMarkEx = 1,
  kRangeStartEx,
  kRangeEnd,
  kRangePushEx,
  kRangePop,
  kNameCategoryA = 8,
  kNameCategoryW,
  kRegisterStringA,
  kRegisterStringW,
  kCreateA,
  kCreateW,
};
}
namespace cuda_runtime {
enum : unsigned { kNameStreamA = 3, kNameStreamW };
}

using Function = void (*)();
// Asked for with kCallbacks.
struct Callbacks {
  std::size_t bytes;
  // Each row of the table points at the pointer that NVTX calls through.
  int (*table_of)(int module, Function*** table, unsigned* size);
};
constexpr std::uint32_t kCallbacks = 1;
using GetTable = const void* (*)(std::uint32_t id);

enum class Text : std::int32_t { kNone, kBytes, kWide, kRegistered };
enum class Number : std::int32_t {
  kNone,
  kUnsigned64,
  kSigned64,
  kDouble,
  kUnsigned32,
  kSigned32,
  kFloat
};

// What a program says of an event.
struct Attributes {
  std::uint16_t version, bytes;
  std::uint32_t category;
  std::int32_t has_colour;
  std::uint32_t colour;  // ARGB
  Number number;
  std::int32_t reserved;
  union {
    std::uint64_t unsigned64;
    std::int64_t signed64;
    double real64;
    std::uint32_t unsigned32;
    std::int32_t signed32;
    float real32;
  } payload;
  Text text;
  const void* message;  // by `text`
};
static_assert(sizeof(Attributes) == 48 && offsetof(Attributes, message) == 40);

}  // namespace heddle::tools::nvtx
