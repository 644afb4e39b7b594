// SPDX-License-Identifier: Apache-2.0
// What a process did and when, as data: its calls of the runtime, what its streams did, and the
// ranges that it named (NVTX). All times are of the host's monotonic clock, in nanoseconds: they
// say when Heddle did something on CPUs, not when a GPU would.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::profiler {

struct Span {
  std::int64_t begin = 0, end = 0;
};

// A call of the runtime.
struct HostCall {
  std::string name;  // "cudaMemcpy"
  std::uint64_t thread = 0;
  Span time;
  int error = 0;  // cudaError_t
};

// What the program named: a range, or a mark, which takes no time.
struct NamedRange {
  std::string name, domain, category;  // "" where there is none
  std::string payload;
  std::vector<std::pair<std::string, std::string>> fields;  // of its payload, where it has several
  std::optional<std::uint32_t> colour;                      // ARGB
  std::uint64_t thread = 0;                                 // that began it
  Span time;
  bool open = false;  // the process ended before it did
};

// Values of a counter that the program gave.
struct NamedSample {
  std::string name, domain, unit;
  std::int64_t time = 0;
  std::vector<std::pair<std::string, double>> values;
};

enum class WorkKind : std::uint8_t { kKernel, kCopy, kSet, kHostFunction, kGraph };

// What a stream did.
struct Work {
  WorkKind kind = WorkKind::kKernel;
  std::string name;          // of the kernel, of the call that copies
  std::uint64_t number = 0;  // probes::WorkOrder::work
  int device = 0;
  std::uint64_t stream = 0;
  Span time;
  std::uint64_t bytes = 0;            // that are copied or set
  std::string grid, block;            // of a kernel: "(4, 1, 1)"
  std::uint64_t graph = 0;            // the launch that it is a part of
  std::optional<std::uint64_t> node;  // which one of the graph's
  bool faulted = false;
};

// The program gave work to a stream: in this thread, at this time.
struct Given {
  std::uint64_t work = 0;
  std::uint64_t thread = 0;
  std::int64_t time = 0;
};

struct NamedStream {
  int device = 0;
  std::string name;
};

struct Timeline {
  std::uint64_t process = 0;
  std::string command;
  std::vector<HostCall> calls;
  std::vector<NamedRange> ranges;  // of one thread, properly nested within a domain
  std::vector<NamedRange> spans;   // may end in another thread
  std::vector<NamedRange> marks;
  std::vector<NamedSample> samples;
  std::map<std::string, std::uint64_t> samples_left_out;  // by counter: their times are not known
  std::vector<Work> works;
  std::vector<Given> given;
  std::map<std::uint64_t, std::string> threads;
  std::map<std::uint64_t, NamedStream> streams;
  bool ended = true;  // else its last events may be missing
};

}  // namespace heddle::profiler
