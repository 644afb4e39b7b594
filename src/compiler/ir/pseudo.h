// SPDX-License-Identifier: Apache-2.0
// Pseudo functions: how the scalar, one-thread view of a kernel speaks of its warp before the code
// is widened. Each is a declaration named "heddle.*"; the stage that consumes it says so.
//
// A load that the compiler makes itself of what never changes during a launch (the BlockContext,
// parameters, the table of symbols) is marked !invariant.load. Everywhere behind link the mark
// means: the same for all threads that compute this address, and it may be made at any time, by
// anybody, any number of times, also before the conditions that it stands behind. LLVM's own
// meaning is weaker (it allows nothing ahead of a guard), so link drops the marks of the program's
// code.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler::pseudo {

// ptr ()        the BlockContext                              uniform
inline constexpr llvm::StringLiteral kBlock = "heddle.block";
// ptr ()        the WarpContext (kStep, kFiberWarp)           uniform
inline constexpr llvm::StringLiteral kWarpContext = "heddle.warp.context";
// i32 ()        index of the warp in its block                uniform
inline constexpr llvm::StringLiteral kWarp = "heddle.warp";
// i32 ()        0..31
inline constexpr llvm::StringLiteral kLane = "heddle.lane";
// ptr (i64 bytes, i64 align)   storage that the 32 lanes of a warp share   uniform
inline constexpr llvm::StringLiteral kWarpAlloca = "heddle.warp.alloca";
// i1 ()         is this lane active when the function begins
inline constexpr llvm::StringLiteral kEntryMask = "heddle.entry.mask";
// iN (iN)       what the lanes are known to add to something uniform, less than kFarthestStep, or 0
inline constexpr std::int64_t kFarthestStep = 1 << 24;
inline constexpr llvm::StringLiteral kSteps32 = "heddle.steps.i32";
inline constexpr llvm::StringLiteral kSteps64 = "heddle.steps.i64";
// void (i1)     from here to the next marker, lanes with this mask run
inline constexpr llvm::StringLiteral kMask = "heddle.mask";
// i1 (i1)       true in some lane / in all 32 lanes           uniform
inline constexpr llvm::StringLiteral kAny = "heddle.any";
inline constexpr llvm::StringLiteral kAll = "heddle.all";
// i1 (i32 most)   are at most so many lanes here              uniform
inline constexpr llvm::StringLiteral kFew = "heddle.few";
// i32 (i32 id, i32 threads, i32 op, i1 predicate)   block barrier      uniform
inline constexpr llvm::StringLiteral kBarrier = "heddle.barrier";
// void (i32 place)   lanes of a warp that run one by one go in step here, see keep_in_step.h
inline constexpr llvm::StringLiteral kInStep = "heddle.in.step";
// i32 (ptr)     the abi::StateSpace that a generic address points to
inline constexpr llvm::StringLiteral kStateSpace = "heddle.state.space";
// i64 (ptr, i32 op, i32 count, i32 bytes)   an abi::MbarrierOp: the object as it was before
inline constexpr llvm::StringLiteral kMbarrier = "heddle.mbarrier";
// i32 (ptr, i32 wanted)   the number of the phase that an mbarrier is in. `wanted`, for tools:
// whose
//               end the thread waits for (image/mbarrier_wait.h)
inline constexpr llvm::StringLiteral kMbarrierPhase = "heddle.mbarrier.phase";
// i64 (i32 thread)   bytes that alloca has given the thread of its block and that are in use
inline constexpr llvm::StringLiteral kStackSave = "heddle.stack.save";
// void (i32 thread, i64 bytes)   takes back all but so many
inline constexpr llvm::StringLiteral kStackRestore = "heddle.stack.restore";
// ptr (i32 thread, i64 bytes, i64 align)   more of them
inline constexpr llvm::StringLiteral kAlloca = "heddle.alloca";
// void (ptr to, ptr from, i64 bytes)   copies, for each lane by itself
inline constexpr llvm::StringLiteral kCopy = "heddle.copy";
// void (ptr to, ptr from, i64 bytes, i32 how)   combines atomically (image::BulkOp, ..), each lane
inline constexpr llvm::StringLiteral kBulkReduce = "heddle.bulk.reduce";
// i32 (i32 copy, ptr shared, ptr map, i32 coordinates x 5, i64 offsets)   an image::TensorCopy, for
//               each lane by itself: the bytes of the whole box
inline constexpr llvm::StringLiteral kTensor = "heddle.tensor";
// void (ptr site, i32 thread, as kTensor)   tells tools of the one behind it
inline constexpr llvm::StringLiteral kTellTensor = "heddle.tell.tensor";
// void (i32 op, ptr to, ptr from, i32 n)   a probes::AsyncOp, for tools alone: see events.h
inline constexpr llvm::StringLiteral kAsync = "heddle.async";

// void ()       a matrix is loaded or stored here by its whole warp, for tools alone
inline constexpr llvm::StringLiteral kWholeWarp = "heddle.whole.warp";

// i32 (i32 texel, i32 weight)   the texel, of which a sum takes so much, for tools that follow
// undefined values
inline constexpr llvm::StringLiteral kWeighed = "heddle.weighed";

// Events for tools, of all lanes that run here (see passes/probe). `site` is the address of a
// probes::Site.
// void (ptr site, ptr address, ptr object)   see probes/events.h, Access::objects
inline constexpr llvm::StringLiteral kProbeAccess = "heddle.probe.access";
// ptr (ptr site, ptr address, ptr object)   the same, where a tool answers: the address, for the
//               one access behind, which lanes that may not access leave out and take for zero
inline constexpr llvm::StringLiteral kProbeAdmit = "heddle.probe.admit";
// Its operand bundle: values of the variables that the site names (Site::locals).
inline constexpr llvm::StringLiteral kLocals = "heddle.locals";
// Operand bundle of the same and of kProbeAccess: what code has to know to find out by itself that
// an access need not be told. i32 each: Site::id, Site::quiet, the alignment asked for, the last
// byte used, 1: of shared memory.
inline constexpr llvm::StringLiteral kUntold = "heddle.untold";
// Room for what those lanes load and store. No larger access is asked for.
inline constexpr std::uint64_t kSinkBytes = 256;
// void (ptr site, i1 taken)
inline constexpr llvm::StringLiteral kProbeBranch = "heddle.probe.branch";
// void (ptr site, i32 id, i32 threads, i1 predicate)
inline constexpr llvm::StringLiteral kProbeBarrier = "heddle.probe.barrier";
// void (ptr site, i32 members, i32 operand, i32 control)
inline constexpr llvm::StringLiteral kProbeWarp = "heddle.probe.warp";
// The same of a matrix operation, to which all lanes must come: told where some do not.
inline constexpr llvm::StringLiteral kProbeMatrix = "heddle.probe.matrix";
// void (ptr site, i1 lanes, i64 a, i64 b, i64 c)   of `lanes`; see probes/events.h, Operation
inline constexpr llvm::StringLiteral kProbeOperation = "heddle.probe.operation";
// void (ptr site)
inline constexpr llvm::StringLiteral kProbeFence = "heddle.probe.fence";
// void (ptr site, i1 ended)
inline constexpr llvm::StringLiteral kProbeExit = "heddle.probe.exit";
// Counters (passes/probe/insert_counters.h, probes/counters.h), of the lanes that run here. `word`:
// where in the worker's words they begin, a constant.
// void (i32 word)   a block of code begins
inline constexpr llvm::StringLiteral kCountBlock = "heddle.count.block";
// void (i32 word, i1 taken)   its branch
inline constexpr llvm::StringLiteral kCountBranch = "heddle.count.branch";
// void (ptr counted, i32 word, i32 step, ptr address)   an access; `counted`: a probes::Counted.
//               step: AccessCounter::step, 0: code never counts it alone
inline constexpr llvm::StringLiteral kCountAccess = "heddle.count.access";
// void (i32 word, i64 long, i32 cycles)   a wait begins: the longest of the lanes' is added to the
//               word; it keeps the warp busy for so many `cycles` for each of it
inline constexpr llvm::StringLiteral kCountWait = "heddle.count.wait";
// Undefined values (passes/shadow; probes/events.h, kUndefined):
// i32 (ptr site, ptr address, i32 bytes)   the undefined bytes of what is loaded there, bit i: byte
//               i; `bytes`: 0, where some are left out
inline constexpr llvm::StringLiteral kProbeLoaded = "heddle.probe.loaded";
// void (ptr site, ptr address, i32 bytes, i32 undefined)   the same of what is stored there
inline constexpr llvm::StringLiteral kProbeStored = "heddle.probe.stored";
// void (ptr site, ptr address)   a stack object begins there
inline constexpr llvm::StringLiteral kProbeObject = "heddle.probe.object";
// void (ptr site, ptr address, i1 undefined, i32 source)   where it is, it decides something
inline constexpr llvm::StringLiteral kProbeUse = "heddle.probe.use";
// void ()       here a loop waits for other threads: let them run
inline constexpr llvm::StringLiteral kYield = "heddle.yield";
// void ()       here a loop may wait for them: the same, every so often (BlockContext::rounds)
inline constexpr llvm::StringLiteral kYieldAtTimes = "heddle.yield.at.times";
// void ()       here a schedule may let another thread go on, for single threads
inline constexpr llvm::StringLiteral kSwitch = "heddle.switch";
// void ()       lanes that are here wait, and will yield elsewhere: nothing, but for tools
inline constexpr llvm::StringLiteral kWaits = "heddle.waits";
// void ()       here a thread does more than wait: BlockContext::progressed
inline constexpr llvm::StringLiteral kProgress = "heddle.progress";

bool is(const llvm::Value* value, llvm::StringRef name);

// Whether it is one of kProbeLoaded, kProbeStored, kProbeObject, kProbeUse.
bool is_of_undefined(llvm::StringRef name);

// The engine's function that carries out the pseudo function of this name, empty if none does. It
// takes the BlockContext and the same arguments.
llvm::StringRef engine_symbol(llvm::StringRef name);

llvm::CallInst* call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                     llvm::ArrayRef<llvm::Value*> arguments = {}, const llvm::Twine& result = "");

}  // namespace heddle::compiler::pseudo
