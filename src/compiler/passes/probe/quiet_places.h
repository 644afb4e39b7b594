// SPDX-License-Identifier: Apache-2.0
// Loads, and atomic operations whose results nobody uses, that quiet lines (probes/quiet_lines.h)
// may keep from being told: a tool that has noted
// the reads of two warps at a place of the program need not hear of a third's, unless something
// could order the two before a write and not the third. So it takes a kernel whose warps are
// ordered by nothing but barriers of the whole block, and the beginning and end of launches.
#pragma once

#include <map>
#include <tuple>

#include "llvm/IR/Module.h"
#include "probes/site.h"

namespace heddle::compiler {

class QuietPlaces {
 public:
  explicit QuietPlaces(const llvm::Module& module);

  bool whole_barriers_only() const { return whole_barriers_only_; }
  // Site::quiet of the access `facts` at `access`, or kMayBeOnlyRead (probes/site_numbers.h).
  // Copies of one instruction share it.
  std::uint32_t number(const llvm::Instruction& access, const probes::Site& facts);

 private:
  bool barriers_only_, whole_barriers_only_;
  std::map<std::tuple<const void*, std::uint32_t, probes::Space>, std::uint32_t> numbers_;
  std::uint32_t next_ = 0;
};

}  // namespace heddle::compiler
