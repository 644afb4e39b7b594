// SPDX-License-Identifier: Apache-2.0
// The text of one asm statement, parsed: what parser.h makes and emitter.h reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::ptx {

struct Type {
  enum class Kind { kBits, kUnsigned, kSigned, kFloat, kPredicate };
  Kind kind = Kind::kBits;
  unsigned bits = 32;
  // Of floats: bf16, not f16; two of them in one register.
  bool is_brain = false, is_packed = false;

  unsigned element_bits() const { return is_packed ? bits / 2 : bits; }
  bool is_half() const { return is_float() && element_bits() == 16; }
  bool is_float() const { return kind == Kind::kFloat; }
  bool is_signed() const { return kind == Kind::kSigned; }
  bool is_predicate() const { return kind == Kind::kPredicate; }
};

// "u32" and the like, without the dot; none for what is no type of one register here.
std::optional<Type> parse_type(llvm::StringRef name);

struct Operand {
  enum class Kind {
    kRegister,  // `index` into Program::registers
    kArgument,  // %N of the asm statement, `index`
    kSpecial,   // `name`, with the %
    kInteger,   // `bits`, two's complement
    kSingle,    // `bits` of a float
    kDouble,    // `bits` of a double
    kVector,    // `parts`
    kAddress,   // [parts[0] + bits], the last part a kVector of coordinates where there are any
    kPair,      // parts[0]|parts[1]
    kLabel,     // `index` of a label
    kSink,      // _
    // In modules only:
    kVariable,  // `index` into Program::variables, + bits
    kSymbol,    // `name` of the module, + bits
    kList,      // (a, b): `parts`
  };
  explicit Operand(Kind its_kind, unsigned its_index = 0, std::uint64_t its_bits = 0)
      : kind(its_kind), index(its_index), bits(its_bits) {}

  Kind kind;
  unsigned index;
  std::uint64_t bits;
  bool negated = false;  // !p
  std::string name;
  std::vector<Operand> parts;
};

struct Instruction {
  std::string opcode;                  // "ld"
  std::vector<std::string> modifiers;  // "global", "f32"
  std::vector<Operand> operands;
  std::optional<Operand> guard;  // @p
  std::string text;              // as written, for messages
  std::size_t at = 0;            // where it begins
};

// A label stands before the instruction with its number, or behind the last.
struct Program {
  std::vector<Instruction> instructions;
  std::vector<Type> registers;
  std::vector<std::size_t> labels;
  unsigned variables = 0;  // declared in a function of a module (module/module_text.h)
};

}  // namespace heddle::ptx
