// SPDX-License-Identifier: Apache-2.0
// --coverage in PTX: what counts lanes (heddle.cover, image/coverage.h) is an addition to a counter
// there, as a GPU has it, and is made the former again where a module is read.
//
//     call void @heddle.cover(ptr @heddle_counters_K_0, i1 %c)
//         <->   red.global.add.u64 [heddle_counters_K_0], c
#pragma once

namespace llvm {
class Module;
}

namespace heddle::ptx {

void cover_by_additions(llvm::Module& module);
// The counters, which no module defines, become variables as the device pass declares them.
void cover_by_calls(llvm::Module& module);

}  // namespace heddle::ptx
