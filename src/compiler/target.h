// SPDX-License-Identifier: Apache-2.0
// The host instruction sets that kernels are compiled for.
#pragma once

#include <memory>
#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

struct Isa {
  std::string name;      // "avx512", "avx2", "baseline"
  std::string cpu;       // LLVM's name
  std::string features;  // LLVM's feature string
  unsigned vector_bits;  // width of a native vector register
  std::string host;      // LLVM's name of this CPU, where code for it may differ from others'

  // Of the CPU's own extensions, those that `features` names.
  bool has(llvm::StringRef feature) const;
};

// The description of `name`, or an error when this CPU cannot run it.
llvm::Expected<Isa> find_isa(llvm::StringRef name);

// A code generator. The next compilation for the same instruction set gets the one that this one is
// done with, which saves a tenth of a small kernel's time (lists of CPU features).
struct GiveBack {
  std::string key;
  void operator()(llvm::TargetMachine* machine) const;
};
using Machine = std::unique_ptr<llvm::TargetMachine, GiveBack>;
llvm::Expected<Machine> take_machine(const Isa& isa);

// Says which CPU a function is for; `vectors`: and that it uses all of its vectors' width.
void aim_at(llvm::Function& function, const Isa& isa, bool vectors = true);

}  // namespace heddle::compiler
