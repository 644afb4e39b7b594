// SPDX-License-Identifier: Apache-2.0
// A site: one instruction of a kernel that makes events, and all that is known about it before it
// runs. The compiler writes these records into the kernel's object (KernelCode::sites), an event
// points at its own. A site is the same one for as long as the process lives; kernels that are
// compiled for several block shapes have sites of their own in each, with the same key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/access_kind.h"
#include "image/kernel_abi.h"
#include "probes/event.h"

namespace heddle::probes {

// A place in the source. `function` is mangled where the front end kept that name.
struct Frame {
  const char* function;
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};

// What the instruction says of the memory that it touches; kGeneric: only its addresses tell.
enum class Space : std::uint32_t { kGeneric, kGlobal, kShared, kConstant, kLocal };

using gpu::AccessKind;

// A variable that the accesses of a site go to, as far as the code tells: all of them are made from
// its address, wherever they end.
struct Variable {
  const char* name;      // mangled where the front end kept that name; "" for stack objects
  std::uint64_t bytes;   // 0: an unsized extern __shared__ array, from Block::dynamic_offset on
  std::uint64_t offset;  // kShared: in Block::shared
};

enum class AtomicOp : std::uint32_t {
  kNone,
  kExchange,
  kAdd,
  kSub,
  kAnd,
  kOr,
  kXor,
  kMin,
  kMax,
  kMinUnsigned,
  kMaxUnsigned,
  kAddFloat,
  kMinFloat,
  kMaxFloat,
  kIncrement,
  kDecrement,
  kCompareAndSwap,
};

// PTX ISA, "Cache Operators"; kReadOnly is ld.global.nc (__ldg).
enum class Cache : std::uint32_t {
  kDefault,
  kReadOnly,
  kAll,
  kGlobal,
  kStreaming,
  kLastUse,
  kVolatile,
  kWriteBack,
  kWriteThrough,
};

enum class Order : std::uint32_t {
  kNone,
  kRelaxed,
  kAcquire,
  kRelease,
  kAcquireRelease,
  kSequential
};
// Of an atomic operation or fence; kSystem where the front end does not tell.
enum class Scope : std::uint32_t { kNone, kThread, kBlock, kCluster, kDevice, kSystem };

// kUndefined: what is done with a value.
enum class Use : std::uint32_t {
  kNone,     // it is loaded or stored, or its object begins
  kBranch,   // it decides where the thread goes
  kAddress,  // it says what is accessed
  kStored,   // it is computed from an undefined one and stored
  kAtomic,   // it is the operand of an atomic operation
  kDivisor,
  kWarp,     // a vote, a reduction or a match looks at it, or it is a mask or the lane of a shuffle
  kBarrier,  // it is the number, the count or the predicate of a barrier
};

// kAsync: operations of "cp.async" and "cp.async.bulk", of which the engine makes the copy at once;
// and waits for what has ended here before the kernel began.
enum class AsyncOp : std::uint32_t {
  kCopy,     // has been made; belongs to the thread's group under way
  kCommit,   // ends this group
  kWait,     // for all groups but the last ones
  kWaitAll,  // for all copies
  kArrive,   // an mbarrier will hear of the copies by now
  kBulk,  // of any number of bytes, is about to be made; told to an mbarrier, or of a bulk group.
          // A tensor copy is several, of its rows or pieces of them
  kBulkReduce,    // the same, which combines atomically with what is there
  kBulkCommit,    // ends the thread's bulk group
  kBulkWait,      // for all bulk groups but the last ones
  kBulkWaitRead,  // until those have read
  kLaunchBefore,  // waits for the launch that this one may begin before the end of
};

// kArithmetic: what is wrong with the result.
enum class Arithmetic : std::uint32_t {
  kAddOverflow,
  kSubtractOverflow,
  kMultiplyOverflow,
  kDivisionByZero,
  kDivisionOverflow,  // the lowest number by -1
  kShift,             // by as many bits as the number has, or more
  kConversion,        // of a float to an integer that does not hold it
  kNotANumber,        // of operands that are numbers
};

enum class NumberKind : std::uint32_t { kSigned, kUnsigned, kFloat, kPointer, kBool };

// A variable of the program whose value lanes can tell (kValues).
struct Local {
  const char* name;
  NumberKind kind;
  std::uint32_t bits;  // the lowest of the word that is told
};

struct Site {
  Event event;
  std::uint32_t id;     // index in its object's table
  const Frame* frames;  // innermost first, then where it was inlined; none without line info
  std::uint32_t frame_count;
  std::uint32_t user_frame;  // the first frame that is not in a header of Heddle's own
  std::uint32_t operation;   // see atomic() and those behind it
  // kAccess, kLocal, kAtomic
  AccessKind access;
  Space space;
  std::uint32_t bytes;    // of each lane, from its address on
  std::uint32_t touched;  // bit i: byte i of these is used (merged accesses may have gaps)
  std::uint32_t align;    // that the program promises
  std::uint32_t is_volatile;
  static constexpr std::uint32_t kPolled = 2;  // of a load: it waits for others in a loop
  Cache cache;
  std::uint32_t
      local_stride;  // kLocal: bytes from one lane's copy of the object to the next lane's
  // kAtomic, kFence, and atomic loads and stores
  Order order;
  Scope scope;
  // kAccess, stores: equal numbers of two sites, or of one, mean that they store equal values in
  // one launch; in every launch, where bit 0 is set. 0: the code does not tell.
  std::uint64_t stored;
  // kArithmetic: what the operands are; their size is `bytes`.
  NumberKind number;
  // kValues: what `Values::words` are of.
  std::uint32_t local_count;
  const Local* locals;
  // The same in every variant of a kernel and in every run of a program that was compiled from the
  // same source. Instructions of one kind at one place in the source share it.
  std::uint64_t key;
  const Variable* variable;  // null: a pointer from elsewhere
  // Plain loads in kernels whose warps only whole barriers of the block and launches order: a
  // number of the place in the program, for quiet lines (quiet_lines.h).
  std::uint32_t quiet;
  static constexpr std::uint32_t kNeverQuiet = ~0u;
  // Accesses of global memory: where in the kernel's parameters the pointer lies that all of them
  // are made from.
  std::uint32_t parameter;
  static constexpr std::uint32_t kNoParameter = ~0u;
  // 1, loads of shared memory: no thread stores there between the same two barriers of the whole
  // block, as long as all threads of the block come by the same barriers.
  std::uint32_t calm;

  AtomicOp atomic() const { return static_cast<AtomicOp>(operation); }
  // A matrix instruction, to which all lanes of a warp must come: the shuffles of ldmatrix; and
  // mma.sync, which orders nobody, as kSync of all lanes where some are missing.
  static constexpr std::uint32_t kOfMatrix = 1u << 8;
  abi::WarpOp warp_op() const { return static_cast<abi::WarpOp>(operation & ~kOfMatrix); }
  bool is_of_matrix() const { return (operation & kOfMatrix) != 0; }
  abi::BarrierOp barrier_op() const { return static_cast<abi::BarrierOp>(operation); }
  Use use() const { return static_cast<Use>(operation); }
  abi::MbarrierOp mbarrier_op() const { return static_cast<abi::MbarrierOp>(operation); }
  AsyncOp async_op() const { return static_cast<AsyncOp>(operation); }
  bool waits_for_lanes() const { return operation != 0; }  // kWait: of its own warp
  Arithmetic arithmetic() const { return static_cast<Arithmetic>(operation); }
  bool is_store() const {
    return access == AccessKind::kStore || access == AccessKind::kAtomic ||
           access == AccessKind::kReduction;
  }
  std::span<const Frame> where() const { return {frames, frame_count}; }
  // The user's line; null when nothing is known.
  const Frame* user() const { return user_frame < frame_count ? &frames[user_frame] : nullptr; }
};

}  // namespace heddle::probes
