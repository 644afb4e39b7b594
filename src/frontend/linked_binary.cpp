// SPDX-License-Identifier: Apache-2.0
#include "frontend/linked_binary.h"

#include <fmt/format.h>
#include <llvm/IR/GlobalValue.h>

namespace heddle::frontend {

std::string linked_binary_function(const std::string& input) {
  const std::string identifier = llvm::GlobalValue::getGlobalIdentifier(
      "__cuda_fatbin_wrapper", llvm::GlobalValue::InternalLinkage, input);
  return fmt::format("__cudaRegisterLinkedBinary__nv_{:x}",
                     llvm::GlobalValue::getGUIDAssumingExternalLinkage(identifier));
}

Command localize_linked_binary(const std::string& object) {
  return {"objcopy", "--wildcard", "--localize-symbol=__fatbinwrap__nv_*", object};
}

}  // namespace heddle::frontend
