// SPDX-License-Identifier: Apache-2.0
// What a check has found: everything that a report may say about it, as data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/class.h"

namespace heddle::checker {

struct Place {
  std::string function;  // as in the source; empty: not known
  std::string file;      // empty: not known
  std::uint32_t line = 0, column = 0;
};

// A return address in the program. The first two are known when it is taken, the place is filled in
// by whoever reads the module's debug information.
struct HostFrame {
  std::string module;
  std::uint64_t offset = 0;
  Place place;
};

struct Trace {
  std::string what;               // "allocated", "freed", "called"
  std::vector<HostFrame> frames;  // innermost first, those of Heddle left out
};

using Index3 = std::array<std::uint32_t, 3>;

// A variable of the program and what it held.
struct VariableValue {
  std::string name, value;
};

// What one thread did, and where.
struct Side {
  std::string action;         // "Write access", where a finding has several
  std::vector<Place> places;  // innermost first, then where that was inlined
  std::optional<Index3> thread, block;
  // Of the thread, there. May be left out where a Side is made.
  std::vector<VariableValue> variables = {};  // NOLINT(readability-redundant-member-init)
};

// The memory that an address belongs to.
struct Object {
  std::string kind;  // "allocation", "__shared__ array", "__constant__ variable", ...
  std::string name;  // empty: not known
  std::uint64_t bytes = 0;
  std::string call;      // that made it: "cudaMalloc"; empty: variables
  std::string relation;  // where the address is: "4 bytes after the end of"
};

struct Finding {
  Class id = Class::kOutOfBounds;
  std::string headline;     // "Invalid __global__ write of size 4 bytes"
  std::string kernel;       // as in the source; empty: found in no kernel
  std::string launched_by;  // the kernel that has launched this one; empty: the host has
  std::vector<Side> sides;  // of threads; none for what the host does
  std::optional<std::uint64_t> address;
  std::optional<Object> object;
  std::vector<std::string> notes;  // further sentences
  std::vector<Trace> traces;
  std::uint64_t occurrences = 0;

  // The innermost place in the source: of the first side, else of the first trace. Null: none.
  const Place* place() const;
  // The traces that tell it from others: all, if it has no sides; where the host was called from,
  // if a side is of the host. What a kernel did is told by its places, whoever made the memory.
  std::vector<const Trace*> own_traces() const;
};

}  // namespace heddle::checker
