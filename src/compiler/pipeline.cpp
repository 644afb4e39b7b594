// SPDX-License-Identifier: Apache-2.0
// How a kernel is compiled: this table, from top to bottom.
#include "compiler/pipeline.h"

#include "compiler/dump.h"
#include "compiler/passes/block/finish.h"
#include "compiler/passes/block/split.h"
#include "compiler/passes/link/inline_functions.h"
#include "compiler/passes/link/link_modules.h"
#include "compiler/passes/link/place_symbols.h"
#include "compiler/passes/link/specialise.h"
#include "compiler/passes/probe/insert_probes.h"
#include "compiler/passes/scalar/canonicalise.h"
#include "compiler/passes/scalar/contract.h"
#include "compiler/passes/scalar/flush_denormals.h"
#include "compiler/passes/scalar/give_way.h"
#include "compiler/passes/scalar/optimise.h"
#include "compiler/passes/thread/single_thread.h"
#include "compiler/passes/warp/estimate_roots.h"
#include "compiler/passes/warp/min_max.h"
#include "compiler/passes/warp/narrow_floats.h"
#include "compiler/passes/warp_versions.h"
#include "compiler/verify.h"
#include "llvm/IR/Verifier.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr Stage kStages[] = {
    {"link", "Join the kernel's modules and the device library; inline PTX becomes IR.",
     link_modules, nullptr},
    {"order-zeros", "Say that -0 is below +0 for minimum and maximum.", order_zeros, nullptr},
    {"contract", "Join products with sums to fused multiply-adds, as nvcc does.", contract, nullptr},
    {"flush-denormals", "Let floats flush as -ftz=true asks, by the CPU's flags or by code.",
     flush_denormals, nullptr},
    {"specialise", "Say what threadIdx, blockDim, barriers and alloca are, for this block shape.",
     specialise_all, verify_no_special_registers},
    {"inline", "Make the kernel one function.", inline_all, nullptr},
    {"optimise", "Simplify the view of one thread; find address spaces.", optimise_all, nullptr},
    {"place-symbols", "Give shared and device variables their places.", place_all, verify_symbols},
    {"canonicalise", "Bring control flow and memory operations into few forms.", canonicalise_all,
     verify_canonical},
    {"give-way", "Let loops that wait for other threads suspend their warp.", give_way_all,
     nullptr},
    {"probe", "Insert the events that a tool asks for: none in a plain run.", insert_probes,
     verify_canonical},
    {"linearise", "Remove divergent branches: all lanes walk one path, under masks.", linearise_all,
     verify_uniform_branches},
    {"widen", "Turn the code of one thread into code of 32 lanes.", widen_all, verify_host_only},
    {"tidy", "Clean up the warp's code.", tidy_all, nullptr},
    {"split-at-barriers", "Make functions that return at barriers and go on later.", split_all,
     verify_no_suspension},
    {"finish", "Add the entry point and its description.", finish_all, nullptr},
    {"estimate-roots", "Take the CPU's estimate of reciprocal roots, and one step.", estimate_roots,
     nullptr},
    {"narrow-floats", "Compute in float what the CPU cannot in half and bfloat16.", narrow_floats,
     verify_narrow_floats},
    {"min-max", "Make minimum and maximum of what the CPU has.", lower_min_max, nullptr},
    {"flush-around-kernel", "Set the CPU's flags where it flushes denormal floats.",
     flush_around_kernel, nullptr},
};

// The slow reference leaves each thread as it is; so do kernels whose lanes wait for each other.
constexpr Stage kSingleThreadStages[] = {
    {"link", "Join the kernel's modules and the device library; inline PTX becomes IR.",
     link_modules, nullptr},
    {"order-zeros", "Say that -0 is below +0 for minimum and maximum.", order_zeros, nullptr},
    {"contract", "Join products with sums to fused multiply-adds, as nvcc does.", contract, nullptr},
    {"flush-denormals", "Let floats flush as -ftz=true asks, by the CPU's flags or by code.",
     flush_denormals, nullptr},
    {"specialise", "Say what threadIdx, blockDim, barriers and alloca are, for this block shape.",
     specialise_all, verify_no_special_registers},
    {"inline", "Make the kernel one function.", inline_all, nullptr},
    {"place-symbols", "Give shared and device variables their places.", place_all, verify_symbols},
    {"give-way", "Let loops that may wait for other threads suspend theirs.", give_way_anywhere,
     nullptr},
    {"single-thread", "Let warp operations and barriers wait for the other threads.",
     single_thread_all, verify_host_only},
    {"estimate-roots", "Take the CPU's estimate of reciprocal roots, and one step.", estimate_roots,
     nullptr},
    {"narrow-floats", "Compute in float what the CPU cannot in half and bfloat16.", narrow_floats,
     verify_narrow_floats},
    {"min-max", "Make minimum and maximum of what the CPU has.", lower_min_max, nullptr},
    {"flush-around-kernel", "Set the CPU's flags where it flushes denormal floats.",
     flush_around_kernel, nullptr},
};

}  // namespace

ArrayRef<Stage> stages(bool single_threads) {
  return single_threads ? ArrayRef<Stage>(kSingleThreadStages) : ArrayRef<Stage>(kStages);
}

Error run_stages(Compilation& c, ArrayRef<Stage> table) {
  Dump dump(c);
  const bool single_threads = c.single_threads;
  for (const auto& stage : table) {
    if (auto error = stage.run(c)) return error;
    dump.after(stage.name);
    std::string message;
    raw_string_ostream out(message);
    if (verifyModule(*c.module, &out)) {
      return createStringError(Twine("internal error after stage '") + stage.name + "' of kernel " +
                               c.request.kernel + ": " + message);
    }
    if (c.single_threads != single_threads) return Error::success();
    if (!stage.verify) continue;
    if (auto error = stage.verify(c)) {
      return joinErrors(createStringError(Twine("internal error: stage '") + stage.name +
                                          "' of kernel " + c.request.kernel + " left behind"),
                        std::move(error));
    }
  }
  return Error::success();
}

Expected<std::unique_ptr<Compilation>> compile(const Request& request) {
  bool single_threads = request.reference;
  for (;;) {
    auto c = std::make_unique<Compilation>(request, single_threads);
    auto machine = take_machine(request.isa);
    if (!machine) return machine.takeError();
    c->machine = std::move(*machine);
    if (auto error = run_stages(*c, stages(single_threads))) return error;
    if (c->single_threads == single_threads) return c;
    single_threads = c->single_threads;
  }
}

}  // namespace heddle::compiler
