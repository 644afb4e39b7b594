// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/single_thread.h"

namespace heddle::compiler {

using namespace llvm;

Error single_thread_all(Compilation& c) {
  return createStringError("the slow reference is not supported");
}

}  // namespace heddle::compiler
