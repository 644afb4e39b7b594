// SPDX-License-Identifier: Apache-2.0
// The host instruction sets that kernels are compiled for.
#pragma once

#include <memory>
#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

struct Isa {
  std::string name;      // "avx512", "avx2", "baseline"
  std::string cpu;       // LLVM's name
  std::string features;  // LLVM's feature string
  unsigned vector_bits;  // width of a native vector register
};

// The description of `name`, or an error when this CPU cannot run it.
llvm::Expected<Isa> find_isa(llvm::StringRef name);

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> make_target_machine(const Isa& isa);

}  // namespace heddle::compiler
