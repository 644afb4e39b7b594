// SPDX-License-Identifier: Apache-2.0
// How a kernel is compiled: this table, from top to bottom.
#include "compiler/pipeline.h"

#include "compiler/behind_pointers.h"
#include "compiler/gate.h"
#include "compiler/passes/block/choose_barrier_mode.h"
#include "compiler/passes/block/copy_regions.h"
#include "compiler/passes/block/defer_additions.h"
#include "compiler/passes/block/describe_kernel.h"
#include "compiler/passes/block/emit_entry_point.h"
#include "compiler/passes/block/find_own_symbols.h"
#include "compiler/passes/block/hoist_across_warps.h"
#include "compiler/passes/block/jam_warps.h"
#include "compiler/passes/block/lower_patterned_accesses.h"
#include "compiler/passes/block/prefetch_next_block.h"
#include "compiler/passes/block/prefetch_next_round.h"
#include "compiler/passes/block/share_subexpressions.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/block/split_for_warp_loops.h"
#include "compiler/passes/block/transpose_tiles.h"
#include "compiler/passes/block/version_whole_blocks.h"
#include "compiler/passes/each.h"
#include "compiler/passes/linearise/combine_accesses.h"
#include "compiler/passes/linearise/copy_for_last_warp.h"
#include "compiler/passes/linearise/group_matrix_products.h"
#include "compiler/passes/linearise/linearise.h"
#include "compiler/passes/linearise/regroup_rows.h"
#include "compiler/passes/linearise/split_wide_loops.h"
#include "compiler/passes/linearise/unroll_rows.h"
#include "compiler/passes/linearise/version_apart.h"
#include "compiler/passes/linearise/version_bounds_checks.h"
#include "compiler/passes/linearise/version_clamps.h"
#include "compiler/passes/linearise/walk_few_lanes.h"
#include "compiler/passes/linearise/walk_loops.h"
#include "compiler/passes/linearise/widen_indices.h"
#include "compiler/passes/link/bound_conversions.h"
#include "compiler/passes/link/bound_shifts.h"
#include "compiler/passes/link/fold_math_calls.h"
#include "compiler/passes/link/inline_functions.h"
#include "compiler/passes/link/keep_dynamic_allocas.h"
#include "compiler/passes/link/keep_functions.h"
#include "compiler/passes/link/link_device_library.h"
#include "compiler/passes/link/link_modules.h"
#include "compiler/passes/link/lower_launches.h"
#include "compiler/passes/link/lower_scopes.h"
#include "compiler/passes/link/place_clusters.h"
#include "compiler/passes/link/place_symbols.h"
#include "compiler/passes/link/specialise.h"
#include "compiler/passes/link/wrap_kernel.h"
#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/insert_counters.h"
#include "compiler/passes/probe/insert_probes.h"
#include "compiler/passes/probe/merge_accesses.h"
#include "compiler/passes/probe/note_steps.h"
#include "compiler/passes/probe/show_matrix_operands.h"
#include "compiler/passes/probe/split_chosen_objects.h"
#include "compiler/passes/probe/variables.h"
#include "compiler/passes/scalar/canonicalise_loops.h"
#include "compiler/passes/scalar/contract.h"
#include "compiler/passes/scalar/count_bits.h"
#include "compiler/passes/scalar/find_remainders.h"
#include "compiler/passes/scalar/flush_denormals.h"
#include "compiler/passes/scalar/fold_state_spaces.h"
#include "compiler/passes/scalar/infer_address_spaces.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "compiler/passes/scalar/let_lanes_pass.h"
#include "compiler/passes/scalar/lower_memory_intrinsics.h"
#include "compiler/passes/scalar/lower_reductions.h"
#include "compiler/passes/scalar/lower_switches.h"
#include "compiler/passes/scalar/make_reducible.h"
#include "compiler/passes/scalar/optimise.h"
#include "compiler/passes/scalar/promote_locals.h"
#include "compiler/passes/scalar/restore_indices.h"
#include "compiler/passes/scalar/separate_returns.h"
#include "compiler/passes/scalar/split_masked_accesses.h"
#include "compiler/passes/scalar/unify_exits.h"
#include "compiler/passes/shadow/follow_undefined.h"
#include "compiler/passes/shadow/undefined_marks.h"
#include "compiler/passes/thread/keep_in_step.h"
#include "compiler/passes/thread/lanes_in_turn.h"
#include "compiler/passes/thread/promote_temporaries.h"
#include "compiler/passes/thread/return_floats.h"
#include "compiler/passes/thread/show_indices.h"
#include "compiler/passes/thread/single_thread.h"
#include "compiler/passes/thread/switch_at_accesses.h"
#include "compiler/passes/thread/thread_by_thread.h"
#include "compiler/passes/thread/thread_forms.h"
#include "compiler/passes/thread/threads_in_turn.h"
#include "compiler/passes/thread/weigh_code.h"
#include "compiler/passes/thread/weigh_kernel.h"
#include "compiler/passes/thread/weigh_size.h"
#include "compiler/passes/thread/weigh_threads.h"
#include "compiler/passes/warp/avoid_codegen_defects.h"
#include "compiler/passes/warp/blend_own_memory.h"
#include "compiler/passes/warp/bounds_masks.h"
#include "compiler/passes/warp/broadcast_late.h"
#include "compiler/passes/warp/clean_up.h"
#include "compiler/passes/warp/collect_lanes.h"
#include "compiler/passes/warp/compress_stores.h"
#include "compiler/passes/warp/estimate_roots.h"
#include "compiler/passes/warp/expand_conversions.h"
#include "compiler/passes/warp/expand_masked_accesses.h"
#include "compiler/passes/warp/join_half_pairs.h"
#include "compiler/passes/warp/lanes_in_memory.h"
#include "compiler/passes/warp/loop_wide_integers.h"
#include "compiler/passes/warp/min_max.h"
#include "compiler/passes/warp/narrow_floats.h"
#include "compiler/passes/warp/narrow_lanes.h"
#include "compiler/passes/warp/prefetch_strides.h"
#include "compiler/passes/warp/sink_to_slow_paths.h"
#include "compiler/passes/warp/split_lane_loops.h"
#include "compiler/passes/warp/sum_rows.h"
#include "compiler/passes/warp/unroll_lanes.h"
#include "compiler/passes/warp/wide_masks.h"
#include "compiler/passes/widen/widen.h"
#include "compiler/verify.h"
#include "ptx/translate.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Rows are of all kernels and required, unless they say otherwise.
constexpr auto kAll = Pass::Of::kAll;
constexpr auto kWarps = Pass::Of::kWarps;
constexpr auto kWarpsAndHeard = Pass::Of::kWarpsAndHeard;
constexpr auto kWarpsAndHurried = Pass::Of::kWarpsAndHurried;
constexpr auto kWeighed = Pass::Of::kWeighed;
constexpr auto kAllButPlain = Pass::Of::kAllButPlain;
constexpr auto kThreads = Pass::Of::kThreads;
constexpr auto kHurried = Pass::Of::kHurried;
constexpr auto kPlainAndHurried = Pass::Of::kPlainAndHurried;
constexpr auto kDebug = Pass::Of::kDebug;
constexpr auto kAllButDebug = Pass::Of::kAllButDebug;
constexpr auto kRequired = Pass::Need::kRequired;
constexpr auto kSpeed = Pass::Need::kSpeed;

constexpr Pass kPasses[] = {
    // From the program's bitcode to one function of one thread.
    {"link-modules", "Join the kernel's modules.", over_all<link_modules>},
    {"lower-launches", "Parameters of launches are local variables, launched kernels symbols.",
     over_all<lower_launches>},
    {"forget-undefined", "Local variables that nobody has set are undefined, unless a tool asks.",
     over_all<forget_undefined>},
    {"lower-scopes", "Give atomic operations and fences the scopes that the headers name.",
     over_all<lower_scopes>},
    {"bound-shifts", "Shifts by the width and more give zero, or the sign, as on a GPU.",
     over_all<bound_shifts>},
    {"bound-conversions", "What no integer of the type can hold becomes what a GPU makes of it.",
     over_all<bound_conversions>},
    {"translate-ptx", "Inline PTX becomes IR.", over_all<ptx::translate>},
    {"fold-math-calls", "pow(x, 2) becomes x * x, and what else host compilers fold.",
     over_all<fold_math_calls>},
    {"link-device-library", "Join what the kernel needs of the device library.",
     over_all<link_device_library>},
    {"wrap-kernel", "Load the parameters from the context of the block; drop what is not reached.",
     over_all<wrap_kernel>, kAll, kRequired, verify_linked},
    {"order-zeros", "Say that -0 is below +0 for minimum and maximum.", over_all<order_zeros>},
    {"contract", "Join products with sums to fused multiply-adds, as nvcc does.",
     over_all<contract>},
    {"flush-denormals", "Let floats flush as -ftz=true asks, by the CPU's flags or by code.",
     over_all<flush_denormals>},
    {"note-steps", "Mark loops that count by blockDim or wait for older copies, for tools.",
     over_all<note_steps>, kWarpsAndHeard},
    {"specialise", "Say what threadIdx, blockDim and barriers are, for this block shape.",
     over_all<specialise>, kAll, kRequired, verify_no_special_registers},
    {"keep-dynamic-allocas", "What alloca() gives is memory that the engine keeps for each thread.",
     over_each<keep_dynamic_allocas>, kAll, kRequired, verify_static_allocas},
    {"inline-functions", "Make the kernel one function.", over_all<inline_functions>, kAllButDebug,
     kRequired, verify_inlined},
    {"keep-functions", "Functions of the program stay calls, those of our headers become lines.",
     over_all<keep_functions>, kDebug, kRequired, verify_inlined},
    {"promote-locals", "What lies on the stack becomes values where it can.",
     over_all<promote_locals>, kAllButPlain},
    {"infer-address-spaces", "Find which memory each access goes to.",
     over_all<infer_address_spaces>, kWarpsAndHeard},
    {"fold-state-spaces", "Answer where pointers point when that is known now.",
     over_each<fold_state_spaces>, kWarps, kSpeed},
    {"weigh-size", "A kernel of very many instructions becomes single threads at once.",
     over_all<weigh_size>, kWarps, kSpeed},
    {"optimise", "Simplify the view of one thread; unroll short loops.", over_all<optimise>,
     kWarps},
    {"count-bits", "Loops over the bits of a number become the instruction that counts them.",
     over_all<count_bits>, kWarps, kSpeed},
    {"split-chosen-objects",
     "Accesses to an array that ?: has chosen become one for each, for tools.",
     over_all<split_chosen_objects>, kWarpsAndHeard},
    {"note-variables", "Mark accesses with the variable that they are made from, for tools.",
     over_all<note_variables>, kWarpsAndHeard},
    {"place-symbols", "Give shared and device variables their places.", over_all<place_symbols>,
     kAll, kRequired, verify_symbols},
    {"place-clusters", "Say where the shared memory of a cluster's other blocks lies.",
     over_all<place_clusters>},

    // Few forms of control flow and memory operations.
    {"unify-exits", "Give each function one return.", over_each<unify_exits>, kWarpsAndHeard},
    {"separate-returns", "Threads that return past a barrier store what they have before it opens.",
     over_each<separate_returns>, kWarpsAndHeard},
    {"lower-reductions", "Sums over a thread's own vector become additions.",
     over_each<lower_reductions>, kWarps},
    {"find-remainders", "x - x / d * d becomes a remainder again.", over_each<find_remainders>,
     kWarps, kSpeed},
    {"restore-indices", "Indices that a branch has made constants are computed on all ways again.",
     over_each<restore_indices>, kWarps, kSpeed},
    {"lower-memory-intrinsics", "memcpy, memmove and memset become loads and stores.",
     over_each<lower_memory_intrinsics>, kWarpsAndHeard},
    {"lower-switches", "Switches become branches.", over_all<lower_switches>, kWarpsAndHeard},
    {"make-reducible", "Give every loop one entry.", over_each<make_reducible>, kWarpsAndHeard},
    {"unroll-rows", "Threads that walk rows of their own take several elements a round.",
     over_all<unroll_rows>, kWarps, kSpeed},
    {"canonicalise-loops", "Give every loop a preheader, one latch and exits of its own.",
     over_all<canonicalise_loops>, kWarpsAndHeard, kRequired, verify_canonical},
    {"insert-yields", "Let loops that wait for other threads suspend their warp.",
     over_all<insert_yields>, kWarps, kRequired, verify_canonical},
    {"let-lanes-pass", "Lanes that wait for others of their warp let them run on.",
     over_all<let_lanes_pass>, kWarps, kSpeed, verify_canonical},
    {"thread-by-thread", "Where lanes wait for each other all the same, threads run one by one.",
     over_all<thread_by_thread>, kWarps},
    {"insert-yields-anywhere", "Let loops that may wait for other threads suspend theirs.",
     over_all<insert_yields_anywhere>, kThreads},
    {"switch-at-accesses",
     "A schedule may let another thread go on before each access that others see.",
     over_all<switch_at_accesses>, kThreads},
    {"keep-in-step",
     "Threads of a warp wait for each other at volatile accesses and for the active lanes.",
     over_all<keep_in_step>, kPlainAndHurried},
    {"weigh-kernel", "A kernel that is too large to be compiled as vectors becomes single threads.",
     over_all<weigh_kernel>, kWarps, kSpeed},

    // What tools hear.
    {"reveal-offsets", "Accesses outside of variables, which were hidden, show for what they are.",
     over_all<reveal_offsets>},
    {"merge-accesses", "Join accesses as a GPU would, where a tool counts them.",
     over_all<merge_accesses>, kWarpsAndHeard},
    {"show-matrix-operands", "What wgmma reads by descriptors becomes loads, for tools.",
     over_all<show_matrix_operands>, kWarpsAndHeard},
    {"insert-probes", "Insert the events that a tool asks for: none in a plain run.",
     over_all<insert_probes>, kWarpsAndHeard, kRequired, verify_canonical},
    {"bound-heard-shifts", "Shifts by too much, where a tool hears of them: the same, later.",
     over_all<bound_heard_shifts>, kWarpsAndHeard},
    {"insert-counters", "Count instructions, branches and accesses, where a tool asks for it.",
     over_all<insert_counters>, kWarpsAndHeard, kRequired, verify_canonical},
    {"inline-counted-functions", "What was counted as one instruction becomes what it is here.",
     over_all<inline_counted_functions>, kWarpsAndHeard, kRequired, verify_canonical},
    {"follow-undefined", "Give values shadows that say which of their bits nobody has defined.",
     over_all<follow_undefined>, kWarpsAndHeard, kRequired, verify_canonical},

    // From one thread to a warp.
    {"version-apart",
     "Accesses that a store keeps apart get a copy for lanes whose stores meet nothing.",
     over_all<version_apart>, kWarps, kSpeed, verify_canonical},
    {"combine-accesses", "Neighbouring accesses of a thread become one.",
     over_all<combine_accesses>, kWarps, kSpeed},
    {"split-masked-accesses", "Accesses joined over a gap become accesses of what is used.",
     over_all<split_masked_accesses>, kWarps},
    {"copy-for-last-warp", "Make a version for full warps and one for a partial last warp.",
     over_all<copy_for_last_warp>, kWarps},
    {"widen-indices", "Extend indices to 64 bits before they are computed with.",
     over_each<widen_indices>, kWarps, kSpeed},
    {"version-bounds-checks",
     "What a bounds check guards gets a copy for warps whose lanes all pass.",
     over_all<version_bounds_checks>, kWarps, kSpeed},
    {"split-wide-loops", "A loop with more sums than the registers hold becomes several.",
     over_each<split_wide_loops>, kWarps, kSpeed, verify_canonical},
    {"walk-loops", "Loops of gathers that lanes leave early run for one lane after the other.",
     over_each<walk_loops>, kWarps, kSpeed, verify_canonical},
    {"walk-few-lanes", "Where few lanes go on, in a branch or a loop, they do so one by one.",
     over_each<walk_few_lanes>, kWarps, kSpeed, verify_canonical},
    {"linearise", "Remove divergent branches: all lanes walk one path, under masks.",
     over_all<linearise>, kWarps, kRequired, verify_uniform_branches},
    {"version-clamps", "Accesses at clamped indices get a copy for warps without a clamped lane.",
     over_each<version_clamps>, kWarps, kSpeed, verify_uniform_branches},
    {"regroup-rows", "Rows that threads compute alike go to lanes element by element.",
     over_each<regroup_rows>, kWarps, kSpeed, verify_uniform_branches},
    {"group-matrix-products", "Products of matrices that share operands become one call.",
     over_each<group_matrix_products>, kWarps, kSpeed, verify_uniform_branches},
    {"defer-additions", "Find additions to device memory that may be put off and summed up.",
     over_all<defer_additions>, kWarps, kSpeed},
    {"find-own-symbols",
     "Functions behind pointers find their variables, whichever module's kernel calls them.",
     over_all<find_own_symbols>},
    {"widen", "Turn the code of one thread into code of 32 lanes.", over_all<widen>, kWarps,
     kRequired, verify_host_only},
    {"clean-up-warps", "Simplify the warp's code.", over_all<clean_up_warps>, kWarps},
    {"sum-rows", "Elements that lie side by side and are only added up are added as they lie.",
     over_each<sum_rows>, kWarps, kSpeed},
    {"compress-stores", "Stores to first + rank become vectors.", over_each<compress_stores>,
     kWarps, kSpeed},
    {"bounds-masks", "Comparisons of consecutive lanes with a bound become numbers.",
     over_each<bounds_masks>, kWarps, kSpeed},
    {"sink-to-slow-paths", "What a loop needs on slow paths alone is computed there.",
     over_all<sink_to_slow_paths>, kWarps, kSpeed},

    // From a warp to a block.
    {"choose-barrier-mode", "Say how warps wait at barriers: not at all, by returning, on fibers.",
     over_all<choose_barrier_mode>, kWarps},
    {"split-for-warp-loops", "Where all barriers are plain, make functions that go on behind one.",
     over_all<split_for_warp_loops>, kWarps, kSpeed},
    {"split-at-barriers", "Make functions that return at barriers and go on later.",
     over_all<split_at_barriers>, kWarps, kRequired, verify_no_suspension},
    {"share-subexpressions", "Compute once what is computed anew behind each barrier.",
     over_all<share_subexpressions>, kWarps, kSpeed},
    {"copy-regions", "The code between two barriers becomes a function that a loop runs.",
     over_all<copy_regions>, kWarps},
    {"prefetch-next-block", "Ask early for what a next block loads first.",
     over_all<prefetch_next_block>, kWarps, kSpeed},
    {"jam-warps", "One function does for several warps what it did for one.", over_all<jam_warps>,
     kWarps, kSpeed},
    {"transpose-tiles", "Columns of a tile that jammed warps access become vectors.",
     over_all<transpose_tiles>, kWarps, kSpeed},
    {"prefetch-next-round", "Ask early for what a loop over tiles loads next.",
     over_all<prefetch_next_round>, kWarps, kSpeed},
    {"hoist-across-warps", "What all warps would compute alike in a loop is computed once.",
     over_all<hoist_across_warps>, kWarps, kSpeed},
    {"single-thread", "Let warp operations and barriers wait for the other threads.",
     over_all<single_thread>, kThreads, kRequired, verify_host_only},
    {"show-indices", "Debuggers find threadIdx and its like in every function.",
     over_all<show_indices>, kDebug},
    {"promote-temporaries", "What no variable names becomes values, in code for a debugger.",
     over_all<promote_temporaries>, kDebug, kSpeed},
    {"weigh-threads", "Single threads that would take too long to optimise are not.",
     over_all<weigh_threads>, kHurried, kSpeed},
    {"lanes-in-turn", "Functions behind pointers become loops over the lanes that call them.",
     over_all<lanes_in_turn>, kHurried},
    {"threads-in-turn", "Threads that never wait need no fibers: a loop runs them.",
     over_all<threads_in_turn>, kHurried, kSpeed},
    {"emit-entry-point", "Make the function that the engine calls: loops over blocks and warps.",
     over_all<emit_entry_point>},
    {"lower-deferred-additions", "Additions that are put off go to the worker's table.",
     over_all<lower_deferred_additions>, kWarps},
    {"lower-patterned-accesses", "Gathers and scatters at known distances go lane by lane.",
     over_each<lower_patterned_accesses>, kWarps},
    {"thread-forms", "Functions behind pointers are marked, and get a form for a thread.",
     over_all<thread_forms>},
    {"describe-kernel", "Tell the engine what it needs to know of the kernel.",
     over_all<describe_kernel>, kAll, kRequired, verify_described},

    // Towards machine code.
    {"clean-up-entry-point", "Inline the warps' code into its loops, and simplify.",
     over_all<clean_up_entry_point>, kWarpsAndHurried},
    {"version-whole-blocks", "Blocks whose warps all pass a bounds check run them without asking.",
     over_all<version_whole_blocks>, kWarps, kSpeed},
    {"prefetch-strides", "Ask early for what a long loop with wide steps loads.",
     over_each<prefetch_strides>, kWarps, kSpeed},
    {"split-lane-loops", "A loop that lanes leave one by one runs for parts of the warp.",
     over_each<split_lane_loops>, kWarps, kSpeed},
    {"unroll-lanes", "Bytes and shorts that all lanes store one by one come out of registers.",
     over_each<unroll_lanes>, kWarps, kSpeed},
    {"lanes-in-memory", "Lanes that are taken out of a vector one by one are stored once.",
     over_each<lanes_in_memory>, kWarps, kSpeed},
    {"collect-lanes", "Lanes that a loop finds one by one are loaded once, as a vector.",
     over_each<collect_lanes>, kWarps, kSpeed},
    {"loop-wide-integers", "Integers of more than 64 bits are computed in a loop over the lanes.",
     over_each<loop_wide_integers>, kWarps, kSpeed},
    {"join-half-pairs", "What is computed alike from both halves of words is computed at once.",
     over_each<join_half_pairs>, kWarps, kSpeed},
    {"narrow-lanes", "What becomes bytes or shorts is computed in 16 bits where it is the same.",
     over_each<narrow_lanes>, kWarps, kSpeed},
    {"broadcast-late", "Numbers that all lanes read are loaded where lanes compute with them.",
     over_each<broadcast_late>, kWarps, kSpeed},
    {"estimate-roots", "Take the CPU's estimate of reciprocal roots, and one step.",
     over_all<estimate_roots>},
    {"narrow-floats", "Compute in float what the CPU cannot in half and bfloat16.",
     over_all<narrow_floats>, kAll, kRequired, verify_narrow_floats},
    {"min-max", "Make minimum and maximum of what the CPU has.", over_all<lower_min_max>},
    {"flush-around-kernel", "Set the CPU's flags where it flushes denormal floats.",
     over_all<flush_around_kernel>},
    {"expand-conversions", "Conversions to integers that saturate become selects.",
     over_each<expand_conversions>, kWarps, kSpeed},
    {"blend-own-memory", "Masked stores to memory of one's own load what other lanes keep there.",
     over_each<blend_own_memory>, kWarps, kSpeed},
    {"expand-masked-accesses", "Masked accesses that the CPU has no instruction for become loops.",
     over_all<expand_masked_accesses>, kWarps, kSpeed},
    {"wide-masks", "Masks that choose words are computed as words, where the CPU has no others.",
     over_each<wide_masks>, kWarps, kSpeed},
    {"avoid-codegen-defects", "Keep away from what LLVM's code generator gets wrong.",
     over_each<avoid_codegen_defects>},
    {"return-floats", "Functions that return three or four floats do so in vector registers.",
     over_each<return_floats>, kAll, kSpeed},
    {"weigh-code", "Code that would take too long to generate is made in a cheaper way.",
     over_all<weigh_code>, kWeighed, kSpeed},
};

}  // namespace

ArrayRef<Pass> all_passes() {
  return kPasses;
}

std::vector<Pass> passes_of(Pass::Of kernels) {
  std::vector<Pass> result;
  copy_if(kPasses, std::back_inserter(result), [&](const Pass& p) { return p.is_of(kernels); });
  return result;
}

Expected<std::vector<std::string>> read_left_out(StringRef setting) {
  std::vector<std::string> result;
  SmallVector<StringRef, 4> parts;
  setting.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (auto name : parts) {
    if (!name.consume_front("-")) {
      return createStringError("expected names of passes to leave out, as -jam-warps, not '" +
                               name + "'");
    }
    const auto* pass = find_if(kPasses, [&](const Pass& p) { return name == p.name; });
    if (pass == std::end(kPasses)) {
      return createStringError("no pass is called '" + name + "' (docs/passes.md lists them)");
    }
    if (pass->need == kRequired) {
      return createStringError("the pass '" + name + "' cannot be left out: it is no speed pass");
    }
    result.push_back(name.str());
  }
  return result;
}

Pass::Of kind_of(const Compilation& c) {
  if (!c.single_threads) return kWarps;
  if (c.request.debug) return kDebug;
  if (c.request.probes) return Pass::Of::kHeard;
  return c.hurried ? kHurried : Pass::Of::kPlain;
}

static bool is_weigh_size(const Pass& pass) {
  return pass.run == over_all<weigh_size>;
}

// Those of hurried kernels behind WeighSize. What stands before it does the same for both.
static std::vector<Pass> passes_going_on() {
  std::vector<Pass> result;
  std::copy_if(find_if(kPasses, is_weigh_size) + 1, std::end(kPasses), std::back_inserter(result),
               [](const Pass& p) { return p.is_of(kHurried); });
  return result;
}

Expected<std::unique_ptr<Compilation>> compile(const Request& request) {
  bool single_threads = request.reference, hurried = false, keeps_warps = false;
  CompileLog log;
  for (;;) {
    auto c = std::make_unique<Compilation>(request, single_threads);
    c->hurried = hurried;
    c->keeps_warps = keeps_warps;
    c->log = std::move(log);
    auto machine = take_machine(request.isa);
    if (!machine) return machine.takeError();
    c->machine = std::move(*machine);
    const auto passes = passes_of(kind_of(*c));
    const Pass* stopped = nullptr;
    if (auto error = run_passes(*c, passes, &stopped)) return error;
    if (stopped && is_weigh_size(*stopped)) {
      if (auto error = run_passes(*c, passes_going_on())) return error;
      if (c->single_threads) return c;
      single_threads = true;  // begun so, but it needs its warps
    } else if (c->calls_pointers && !single_threads && !c->single_threads && c->is_kernel()) {
      auto waits = lanes_wait_behind_pointers(request);
      if (!waits) return waits.takeError();
      c->single_threads = *waits;
    }
    if (c->single_threads == single_threads) return c;
    single_threads = c->single_threads;
    hurried = c->hurried;
    keeps_warps = c->keeps_warps;
    log = std::move(c->log);
    log.forget_places();
  }
}

}  // namespace heddle::compiler
