// SPDX-License-Identifier: Apache-2.0
#include "compiler/gate.h"

#include <ctime>

#include "compiler/dump.h"
#include "llvm/IR/Verifier.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Error verify(const Compilation& c, const Pass& pass) {
  std::string message;
  raw_string_ostream out(message);
  if (verifyModule(*c.module, &out)) {
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

Error run_passes(Compilation& c, ArrayRef<Pass> passes) {
  Dump dump(c);
  const bool single_threads = c.single_threads;
  bool unverified = true;
  for (const auto& pass : passes) {
    const bool speed = pass.need == Pass::Need::kSpeed;
    if (speed && is_contained(c.request.left_out, pass.name)) {
      dump.left_out(pass.name);
      continue;
    }
    const double begin = cpu_seconds();
    auto changed = pass.run(c);
    if (!changed) return changed.takeError();
    c.records.push_back({pass.name, cpu_seconds() - begin, *changed, speed});
    dump.after(pass.name, *changed);
    if (c.single_threads != single_threads) return Error::success();
    unverified |= *changed != 0;
    if (!unverified || !(pass.verify || c.request.verify_each || pass.name == passes.back().name)) {
      continue;
    }
    if (auto error = verify(c, pass)) return error;
    unverified = false;
  }
  return Error::success();
}

std::string fired(const Compilation& c) {
  std::string text;
  for (const auto& record : c.records) {
    if (!record.speed || record.changed == 0) continue;
    raw_string_ostream(text) << (text.empty() ? "" : ",") << record.name << ':' << record.changed;
  }
  return text.empty() ? "none" : text;
}

}  // namespace heddle::compiler
