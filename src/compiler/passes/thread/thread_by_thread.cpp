// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/thread_by_thread.h"

namespace heddle::compiler {

unsigned thread_by_thread(Compilation& c) {
  if (!c.lanes_wait || !c.is_kernel()) return 0;
  c.single_threads = true;
  return 1;
}

}  // namespace heddle::compiler
