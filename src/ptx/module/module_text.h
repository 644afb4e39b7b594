// SPDX-License-Identifier: Apache-2.0
// A PTX module, parsed: what module_parser.h makes and module_emitter.cpp reads (PTX ISA, "PTX
// Module Directives", "Kernel and Function Directives", "State Spaces").
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "ptx/program.h"

namespace heddle::ptx {

enum class Space { kRegister, kGlobal, kConstant, kShared, kLocal, kParameter };

// Part of a variable's initial contents.
struct Initial {
  std::uint64_t bits = 0;  // a number, or what is added to the address of `symbol`
  std::string symbol;
  unsigned mask_shift = 0;  // of a symbol: which byte of the address, times 8
  bool is_byte = false;     // of a symbol: one byte of its address only
  std::size_t at = 0;       // in the text
};

struct Variable {
  std::string name;
  Space space = Space::kGlobal;
  Type type;
  unsigned vector = 1;      // .v2 .v4
  std::uint64_t count = 1;  // elements; 0: as many as the launch says (.extern .shared x[])
  bool is_array = false;
  std::uint64_t align = 0;  // 0: the type's
  bool is_external = false;
  bool is_visible = false;  // .visible .weak .common
  bool is_weak = false;
  bool is_pointer = false;  // .ptr of a parameter
  bool is_managed = false;  // .attribute(.managed)
  std::vector<Initial> initial;
  std::size_t at = 0;

  unsigned element_bytes() const { return (type.is_predicate() ? 1 : type.bits / 8) * vector; }
  std::uint64_t bytes() const { return count * element_bytes(); }
  std::uint64_t alignment() const { return align ? align : element_bytes(); }
};

// A prototype, or the head of a function.
struct Signature {
  std::vector<Variable> results;  // one at most
  std::vector<Variable> parameters;
};

struct Line {
  unsigned file = 0, line = 0, column = 0;
};

// A function's statements, and what Program has no place for.
struct Body {
  Program program;
  std::vector<Variable> variables;  // by Operand::index of kVariable
  std::map<std::string, Signature> prototypes;
  std::map<std::string, std::vector<unsigned>> branch_targets;
  std::map<std::size_t, Line> lines;  // by the instruction that they stand before
};

struct FunctionText {
  std::string name;
  bool is_kernel = false;
  bool is_defined = false;
  bool is_external = false;
  bool is_visible = false;
  bool is_weak = false;
  Signature signature;
  std::array<unsigned, 3> most_threads{};  // .maxntid or .reqntid
  unsigned least_blocks = 0;               // .minnctapersm
  std::array<unsigned, 3> cluster{};       // .reqnctapercluster
  bool is_clustered = false;               // .explicitcluster
  Body body;
  std::size_t at = 0;
};

struct ModuleText {
  unsigned version_major = 0, version_minor = 0;
  std::string target;  // "sm_90"
  std::vector<Variable> variables;
  std::vector<FunctionText> functions;
  std::map<unsigned, std::string> files;
};

// Where something is wrong, and what.
struct Complaint {
  std::size_t at = 0;
  std::string text;
};

}  // namespace heddle::ptx
