// SPDX-License-Identifier: Apache-2.0
#include "compiler/gate.h"

#include "compiler/dump.h"
#include "llvm/IR/Verifier.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Expected<unsigned> run(Compilation& c, const Pass& pass) {
  const CompileLog::Stage timed(c.log, pass.name);
  return pass.run(c);
}

// LLVM's verifier walks over all the code. Of a kernel with more it looks at what is finished only.
constexpr std::uint64_t kMostVerified = 20'000;

Error verify(Compilation& c, const Pass& pass, bool is_last) {
  const CompileLog::Stage timed(c.log, "verify");
  std::string message;
  raw_string_ostream out(message);
  const bool whole =
      is_last || c.request.verify_each || instruction_count(*c.module) < kMostVerified;
  if (whole && verifyModule(*c.module, &out)) {
    return createStringError(Twine("internal error after pass '") + pass.name + "' of kernel " +
                             c.request.kernel + ": " + message);
  }
  if (!pass.verify) return Error::success();
  if (auto error = pass.verify(c)) {
    return joinErrors(createStringError(Twine("internal error: pass '") + pass.name +
                                        "' of kernel " + c.request.kernel + " left behind"),
                      std::move(error));
  }
  return Error::success();
}

}  // namespace

Error run_passes(Compilation& c, ArrayRef<Pass> passes, const Pass** stopped) {
  Dump dump(c);
  const bool single_threads = c.single_threads;
  bool unverified = true;
  for (const auto& pass : passes) {
    const bool speed = pass.need == Pass::Need::kSpeed;
    if (speed && is_contained(c.request.left_out, pass.name)) {
      dump.left_out(pass.name);
      continue;
    }
    auto changed = run(c, pass);
    if (!changed) return changed.takeError();
    if (speed) c.log.note_places(pass.name, *changed);
    dump.after(pass.name, *changed);
    if (c.single_threads != single_threads) {
      if (stopped) *stopped = &pass;
      return Error::success();
    }
    unverified |= *changed != 0;
    const bool is_last = pass.name == passes.back().name;
    if (!unverified || !(pass.verify || c.request.verify_each || is_last)) continue;
    if (auto error = verify(c, pass, is_last)) return error;
    unverified = false;
  }
  return Error::success();
}

}  // namespace heddle::compiler
