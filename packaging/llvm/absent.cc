// SPDX-License-Identifier: Apache-2.0
// What clang calls in libLLVM and a package's libLLVM is linked without: here it says that it is not there. The
// targets are in a generated file, each an LLVMInitialize... that registers nothing, as in an LLVM built without it.
#include <sys/random.h>

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SMTAPI.h"
#include "llvm/Support/raw_ostream.h"

// Polly is asked for its passes at each start, and has none.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "absent", [](llvm::PassBuilder&) {}};
}

namespace llvm {

// Z3 is an option of clang's static analyzer, which Heddle does not run.
SMTSolverRef CreateZ3Solver() {
  report_fatal_error("this LLVM is built without Z3", false);
}
void SMTSort::dump() const {
  print(errs());
}
void SMTExpr::dump() const {
  print(errs());
}
void SMTSolver::dump() const {
  print(errs());
}

}  // namespace llvm

// The only function that glibc 2.34 lacks, hidden in the library. LLVM takes names of temporary files from it.
extern "C" unsigned arc4random() {
  unsigned value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value) continue;
  return value;
}
