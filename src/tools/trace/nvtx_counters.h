// SPDX-License-Identifier: Apache-2.0
// The counters extension of NVTX (version 3), as nvtx.h states the rest: a program says once what
// it counts, and then gives values, one at a time or many with the times at which they were so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::tools::nvtx {

constexpr std::uint16_t kCounterModule = 4;
namespace counter_slot {
enum : unsigned { kRegister, kSampleInteger, kSampleReal, kSample, kSampleNoValue, kBatch };
}

// What a program says of the meaning of its numbers: a list.
struct Meaning {
  std::uint32_t bytes;
  std::uint16_t kind, version;
  const Meaning* next;
};
constexpr std::uint16_t kTimeMeaning = 2, kCounterMeaning = 5;
struct TimeMeaning : Meaning {
  std::uint64_t clock;
};
struct CounterMeaning : Meaning {
  std::uint64_t flags;
  const char* unit;
};
constexpr std::uint64_t kValueTypeMask = 3 << 4, kDifference = 2 << 4;

// Clocks whose times are those of CLOCK_MONOTONIC: the tool's own (nvtxTimestampGet), that one, and
// C++'s steady one.
constexpr std::uint64_t kClocks[] = {1, 14, 50};

struct Counter {
  std::size_t bytes;
  std::uint64_t schema;  // or an EntryType: of one number
  const char* name;
  const char* description;
  std::uint64_t scope;
  const Meaning* meaning;
  std::uint64_t number;  // 0: the tool's to choose
};

enum class NoValue : std::uint8_t { kZero, kUnchanged, kUnavailable };

struct CounterBatch {
  std::uint64_t counter;
  const void* samples;
  std::size_t bytes;
  std::uint64_t flags;
  const std::int64_t* times;
  std::size_t times_bytes;
};

}  // namespace heddle::tools::nvtx
