// SPDX-License-Identifier: Apache-2.0
// The table of sites (probes/site.h) of a module, from facts to constants.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/passes/probe/locals.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "probes/site.h"

namespace heddle::compiler {

// The global variable that holds the table, until Finish names it in the KernelCode.
inline constexpr llvm::StringLiteral kSites = "heddle.sites";

// Where the program has an instruction. One that LLVM has moved to where it runs less often has no
// place any more: it has that of the first that uses it.
llvm::DebugLoc place_of(const llvm::Instruction& i);

class SiteTable {
 public:
  // `wrapper`: of the function around the kernel, which is no function of the program; or null.
  SiteTable(llvm::Module& module, const llvm::DISubprogram* wrapper)
      : module_(module), wrapper_(wrapper), b_(module.getContext()) {}

  // Adds a site: `facts` without id, frames and key, which come from `where`. `variable`: of
  // variable(), or null. `values`: of the variables that the lanes can tell.
  void add(probes::Site facts, const llvm::DebugLoc& where, llvm::Constant* variable,
           llvm::ArrayRef<LocalValue> values = {});
  // The address of a probes::Variable.
  llvm::Constant* variable(llvm::StringRef name, std::uint64_t bytes, std::uint64_t offset);
  // How many there are: the number of the next one.
  std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
  // Makes the global variable. Call once.
  void finish(llvm::StringRef name = kSites);
  // The address of a site, after finish().
  llvm::Constant* address(unsigned id);

 private:
  llvm::Constant* locals(llvm::ArrayRef<LocalValue> values);
  llvm::Constant* string(llvm::StringRef text);
  llvm::Constant* number(std::uint32_t n) { return b_.getInt32(n); }

  llvm::Module& module_;
  const llvm::DISubprogram* wrapper_;
  llvm::IRBuilder<> b_;
  llvm::StringMap<llvm::Constant*> strings_;
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, llvm::Constant*> variables_;
  std::vector<llvm::Constant*> records_;
  llvm::GlobalVariable* table_ = nullptr;
};

}  // namespace heddle::compiler
