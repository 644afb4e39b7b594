// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/lower_patterned_accesses.h"

#include "compiler/ir/patterned_access.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

static constexpr unsigned kMinGatherBits = 256;

static bool lower(const PatternedAccess& access, const Isa& isa) {
  if (!access.stored && isa.vector_bits >= kMinGatherBits) return false;
  IRBuilder<> b(access.call);
  Value* loaded = access.stored ? nullptr : PoisonValue::get(access.call->getType());
  for (unsigned lane = 0; lane < access.offsets.size(); ++lane) {
    auto* address = b.CreateConstGEP1_64(b.getInt8Ty(), access.base,
                                         static_cast<std::uint64_t>(access.offsets[lane]));
    if (access.stored) {
      b.CreateAlignedStore(b.CreateExtractElement(access.stored, lane), address, access.align);
    } else {
      auto* one = b.CreateAlignedLoad(access.element, address, access.align);
      loaded = b.CreateInsertElement(loaded, one, lane);
    }
  }
  if (loaded) access.call->replaceAllUsesWith(loaded);
  access.call->eraseFromParent();
  return true;
}

unsigned lower_patterned_accesses(Function& function, const Isa& isa) {
  unsigned lowered = 0;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    const auto access = patterned_access(instruction);
    if (access && lower(*access, isa)) ++lowered;
  }
  return lowered;
}

}  // namespace heddle::compiler
