// SPDX-License-Identifier: Apache-2.0
// What a listener is told. The references in an event are good until the call returns, but for
// sites (as long as the process lives), launches and blocks (until their end was told).
//
// Masks have one bit a lane of the warp; thread of lane l of warp w: linear index 32 * w + l.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "image/image.h"
#include "probes/counted.h"
#include "probes/row.h"
#include "probes/site.h"

namespace heddle::probes {

// How a window of global memory is to be kept in L2 (CUDA C++ Programming Guide, "L2 Access
// Properties"): hit_ratio of its accesses as `hit` says, the others as `miss`.
enum class AccessProperty : std::uint8_t { kNormal, kStreaming, kPersisting };
struct AccessPolicyWindow {
  const void* base = nullptr;
  std::uint64_t bytes = 0;  // 0: there is no window
  float hit_ratio = 0;
  AccessProperty hit = AccessProperty::kNormal, miss = AccessProperty::kNormal;
};

class QuietLines;
struct CountedFunctions;
struct WarpClocks;

struct Launch {
  std::uint64_t id;         // counts the launches of the process
  std::string_view kernel;  // mangled
  int device;
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t static_shared_bytes;
  std::uint32_t dynamic_shared_bytes;
  const image::KernelRecord& record;  // parameters, registers, launch bounds
  std::span<const std::byte> params;
  std::span<const Site> sites;  // of the kernel; functions called through pointers have others
  AccessPolicyWindow window;    // the launch's, else its stream's
  std::uint32_t cluster[3];     // blocks of a cluster: 1, 1, 1 without
  std::uint64_t work = 0;       // WorkOrder::work of it; 0: nobody listened when it was given
  // Of global memory: what Site::quiet is added to. 0: no line becomes quiet.
  std::uint32_t first_quiet_id = 0;
  QuietLines* quiet = nullptr;
  // kCount: what the words of a worker mean. Empty where threads run one by one: what the lanes of
  // a warp do together cannot be told then.
  std::span<const Counted> counted = {};  // NOLINT(readability-redundant-member-init): left out
  bool one_by_one = false;                // kernels whose lanes wait for each other
  bool misses_functions = false;          // what functions behind pointers do is not counted
  std::string_view launched_by = {};  // NOLINT(readability-redundant-member-init): the kernel that
                                      // did, mangled; empty: the host
  std::uint64_t given = 0;            // DeviceLaunch::given of it; 0: the host has launched it
  bool may_launch = false;            // its code may launch kernels
  bool overlaps = false;              // may begin before the one before it in its stream has ended
  // kCount: of functions behind pointers, where the kernel calls some.
  std::span<const CountedFunctions> functions = {};  // NOLINT(readability-redundant-member-init)
};

struct Block {
  const Launch& launch;
  std::uint32_t index[3];
  std::uint32_t worker;               // number of what runs it: dense, from 0
  std::span<const std::byte> shared;  // static part, then the dynamic one from dynamic_offset on
  std::uint32_t dynamic_offset;
  QuietLines* quiet = nullptr;  // of its shared memory; nothing is quiet when it begins
  // Shared memory of the cluster's blocks lies 1 << cluster_shift bytes apart, in order of their
  // ranks.
  std::uint32_t cluster_shift = 0;
  // kInStep: what code notes of the block by itself. Null: all is told.
  abi::CodeNotes* notes = nullptr;
  WarpClocks* clocks = nullptr;  // kCount: of its warps (counters.h)
};

// The head of all events that come from kernel code: lanes `active` of a warp are at a site.
struct At {
  const Site& site;
  const Block& block;
  std::uint32_t warp;    // in the block
  std::uint32_t active;  // never 0
};

// kAccess, kLocal, kAtomic: about to happen.
struct Access : At {
  std::span<const std::uint64_t, abi::kWarpSize> addresses;  // of the active lanes; others: any
  // An address in the object that the lane's address is made from, in bounds if the program is
  // right: a pointer as it was given to the kernel or loaded from memory, the beginning of a
  // variable. 0: the code does not tell.
  std::span<const std::uint64_t, abi::kWarpSize> objects;
  std::uint32_t shared;      // active lanes that touch the block's shared memory, in every Space
  std::uint32_t local;       // active lanes that touch stack objects, in every Space
  std::uint32_t remote;      // active lanes that touch shared memory of the cluster's other blocks
  Row row = {};              // of the active lanes' addresses
  std::uint32_t denied = 0;  // active lanes that a listener before this one keeps from the access
  bool one_object = false;   // the active lanes' objects are known to be one
};

// The same accesses where the code tells that they are regular, of global, shared or constant
// memory of the block's own: see Listener::passes.
struct RowAccess : At {
  Rows rows;
  std::uint64_t object;  // of all lanes, as Access::objects
  bool shared;           // all of them touch the block's shared memory; else none does
  std::uint64_t low;     // the addresses of the active lanes lie from here
  std::uint64_t high;    // to here
  // Nobody who was asked before wants to hear of others like it: where it makes a line quiet, that
  // may be published.
  bool untold = false;

  // The active lanes touch all bytes from the lowest to the highest, each its own.
  bool is_solid() const {
    const auto lanes = active >> std::countr_zero(active);
    if ((lanes & (lanes + 1)) != 0 || rows.stride != std::int64_t{site.bytes}) return false;
    return rows.is_one() || (active == ~0u && rows.pitch == rows.stride << rows.width_log2);
  }
};

// kLocal, for who answers (kAnswer): a stack object of Site::bytes, whose address the program gives
// away, begins, or begins anew, at these addresses of the active lanes.
struct LocalObject : At {
  LaneAddresses addresses;
};

// kBranch: the lanes in `taken` go to the branch's first successor.
struct Branch : At {
  std::uint32_t taken;
};

// kBarrier: arrived, not yet released.
struct Barrier : At {
  std::uint32_t id;
  std::uint32_t threads;    // that it waits for, 0: all of the block
  std::uint32_t predicate;  // active lanes whose predicate is true (reductions)
};

// kWarp: operands of the active lanes.
struct WarpOperation : At {
  std::span<const std::uint32_t, abi::kWarpSize> members;  // the mask that the lane gives
  std::span<const std::uint32_t, abi::kWarpSize> operand;  // shuffles: b of the PTX instruction
  std::span<const std::uint32_t, abi::kWarpSize> control;  // shuffles: c of the PTX instruction
};

// Words that the active lanes give. kWait: none. kMbarrier (Site::mbarrier_op()): the object's
// address, the count, the bytes; of who looks, the address and what is waited for, by number or
// parity (abi::kWantsPhaseNumber). kAsync (Site::async_op()): where to, where from (0: fills), and
// how many bytes, or of how many groups the thread does not wait. kArithmetic (Site::arithmetic()):
// the operands, which the result is not defined of.
struct Operation : At {
  LaneAddresses a, b, c;
};

// kValues: of lanes that the access which was told of last, at this site, does not admit. A row of
// words for each of Site::locals.
struct Values : At {
  const std::uint64_t (*words)[abi::kWarpSize];
};

// kDeadlock: all threads wait, in loops or at barriers, for what none of them will do; the launch
// ends. Told before kernel_end.
struct Deadlock {
  const Launch& launch;
  std::uint64_t residents;  // blocks that wait, where others could not begin; else 0
};

// kFault: a launch ends, since a thread of it has trapped, has failed an assertion, has called or
// accessed what it must not, or has no stack left. Told before kernel_end.
struct Fault {
  const Launch& launch;
  int error;              // cudaError_t, which the device's calls answer from now on
  std::string_view what;  // "trap", as the line on stderr says it
  std::uint32_t block[3];
  // The thread is one of `threads` from this one on, by their linear indices; 0: not known.
  std::uint32_t thread, threads;
  std::string_view place;  // "file:line"; empty: not known
};

// kFence
struct Fence : At {};

// kExit: these threads do nothing more.
struct Exit : At {
  std::uint32_t ended;
};

// kKernel: a thread of a kernel gives a stream of its grid a kernel, or has the stream wait
// for an event: that has a number, too, but no launch. Told in the worker that runs the block,
// before the kernel can begin.
struct DeviceLaunch {
  const Block& block;
  std::uint32_t thread;       // linear index
  std::uint64_t given;        // a number of the process, from 1 on: Launch::given
  std::uint64_t after, also;  // what was given before and must have ended, with all that it has
                              // launched; 0: nothing
  bool tail;                  // comes after all else of the grid of `block`, and its tails before
};

// kUndefined. Compiled code knows which bits of a value in a register are undefined, and the
// listener which bytes of memory are: it is asked what a load gives, and told what a store leaves.
struct UndefinedLoad : At {
  LaneAddresses addresses;
  std::span<std::uint32_t, abi::kWarpSize> undefined;  // to set, for active lanes; bit i: byte i
};
struct UndefinedStore : At {
  LaneAddresses addresses;
  std::span<const std::uint32_t, abi::kWarpSize> undefined;
};
// A stack object of Site::bytes begins, or begins anew.
struct UndefinedObject : At {
  LaneAddresses addresses;
};
// An undefined value of the active lanes decides something (Site::use).
struct UndefinedUse : At {
  LaneAddresses addresses;  // Use::kStored: where to
  // Where the value comes from: Site::id of a load or a variable, in this site's table, or
  // kNowhere.
  std::span<const std::uint32_t, abi::kWarpSize> sources;
  static constexpr std::uint32_t kNowhere = ~0u;

  const Site* source(unsigned lane) const {
    return sources[lane] == kNowhere ? nullptr : &site - site.id + sources[lane];
  }
};

// kOpened: the barrier that these lanes arrived at lets them go on. Of a cluster's barrier: those
// that it lets go on now.
struct Opened {
  const Block& block;
  std::uint32_t id;       // abi::kGridBarrier and kClusterBarrier: told for each block
  std::uint32_t threads;  // that it waited for
  std::span<const std::uint32_t> arrived;  // by warp: the lanes that arrived since it opened last
};

// kInStep: each thread of the block has come to this barrier of the whole block, and all go on. It
// stands for the Barrier of each warp and for Opened. What is in step, too, and has no event: warp
// operations that CodeNotes::clocks counts; warps that end as a whole, in blocks of which nothing
// was out of step before, where no barrier opens after it for others.
struct InStep {
  const Block& block;
  const Site& site;
};

// How a memory range came to be.
enum class MemoryOrigin : std::uint8_t {
  kDevice,      // cudaMalloc and its relatives
  kPool,        // cudaMallocAsync, and allocation nodes of graphs
  kManaged,     // cudaMallocManaged, __managed__ variables
  kHost,        // cudaMallocHost, cudaHostAlloc
  kRegistered,  // cudaHostRegister
  kArray,       // cudaMallocArray
  kVariable,    // __device__ variables
  kConstant,    // __constant__ variables
  kHeap,        // malloc and new of device code
};
enum class MemoryChange : std::uint8_t {
  kAllocated,
  kFreed,
  kRefused,  // a free of what begins no allocation
  kReset,    // cudaDeviceReset: all memory of the device is gone
  kMoved,    // managed memory is prefetched to `device`, or to the host
};

// kMemory: told when it takes effect. Memory is there before anybody can use it (kAllocated); what
// a stream frees is told when the stream has come to it, since what came before may use it still.
// While a tool listens, allocations lie some bytes apart, and what is freed is not allocated again
// at once. A kernel that frees what begins no allocation goes on then.
struct Memory {
  // The thread of a kernel that calls malloc() or free().
  struct Caller {
    const Launch& launch;
    std::array<std::uint32_t, 3> block;
    std::uint32_t thread;  // linear index
  };
  MemoryChange change;
  MemoryOrigin origin;  // kRefused, kReset: means nothing
  int device;           // -1: host memory
  std::uintptr_t address;
  std::uint64_t bytes;    // kRefused, kReset, what is freed of kHeap: 0
  std::string_view name;  // mangled, of a variable; else of the call: "cudaMalloc"
  // Return addresses in the program, innermost first; of calls. kHeap: one, in code of the kernel.
  std::span<void* const> trace;
  // WorkOrder::work of what allocates or frees in stream order; 0: the host does, at once.
  std::uint64_t work = 0;
  const Caller* caller = nullptr;  // kHeap
};

// `height` rows of `width` bytes in each of `depth` slices. A row begins `pitch` bytes after the
// one before, a slice `slice` bytes after the one before.
struct TransferBox {
  std::uintptr_t address = 0;
  std::uint64_t pitch = 0, slice = 0;
};
// kRead: what a function of a library reads; where to is its own.
enum class TransferKind : std::uint8_t { kCopy, kSet, kRead };

// kTransfer: a copy or set of the runtime (cudaMemcpy, cudaMemset, those to and from symbols, nodes
// of graphs), just before it is made, in stream order; and a bulk copy of a kernel
// ("cp.async.bulk", without a trace), which is told when it is made, in the worker that runs the
// block; a tensor copy piece by piece.
// Of pageable host memory, what is copied may have been read when the call was made.
struct Transfer {
  TransferKind kind;
  bool refused;          // the call answers an error, and nothing is copied; told in the call
  int device;            // of the stream
  std::uint64_t stream;  // tells streams apart; 0: a graph's node, a kernel
  TransferBox to, from;  // kSet: there is no `from`; kRead: no `to`
  std::uint64_t width, height, depth;
  std::string_view name;         // of the call: "cudaMemcpy"; of a graph's node, of its launch
  std::span<void* const> trace;  // as Memory::trace
  std::uint64_t work = 0;        // WorkOrder::work of it; 0: a kernel's
  bool of_kernel = false;
  bool further = false;  // more of a copy that was told of already (boxes of a tensor)
};

// kWorkOrder: what the program says of the order of its work, in the thread that says it and in the
// order of its calls. It is told before the work can begin. What the work does is told later, under
// its number (Launch::work, Transfer::work, Memory::work).
enum class OrderChange : std::uint8_t {
  kStreamMade,
  kStreamGone,    // what it was given runs all the same
  kGiven,         // `work` to `stream`; also to come after `after`
  kFollows,       // what `stream` is given from now on comes after `after`
  kGraph,         // of the graph launch that is given next: see below
  kWaitedWork,    // the host has waited for `work`, or seen that it has ended
  kWaitedStream,  // the same of all that `stream` was given
  kWaitedDevice,  // the same of all streams of `device`
  kHostFunction,  // `work`, which was just given, calls the program
};
enum class StreamKind : std::uint8_t { kLegacyDefault, kBlocking, kNonBlocking };
// Memory that work touches, as far as that is known when it is given.
struct GivenUse {
  std::uintptr_t address;
  std::uint64_t bytes;  // 0: what it makes of this address, an argument of a kernel, is not known
  bool writes;
};
// Node `after` of a graph comes after node `before`.
struct NodeOrder {
  std::uint32_t before, after;
};
struct WorkOrder {
  OrderChange change;
  int device;
  std::uint64_t stream = 0;  // its id
  StreamKind kind = StreamKind::kBlocking;
  std::uint64_t work = 0;   // counts what is given; kGraph: of the launch, node n has work + 1 + n
  std::uint64_t after = 0;  // 0: nothing
  std::uint32_t nodes = 0;  // kGraph
  std::span<const NodeOrder> edges = {};  // NOLINT(readability-redundant-member-init): left out
};

// kWorkTime: work (WorkOrder::work) begins or ends, in the thread that does it. Kernels have
// kernel_begin and kernel_end; a copy or set begins with its Transfer, so only its end is told.
struct WorkTime {
  std::uint64_t work;
  bool ended;
};

// kHostAccess: the host program reads or writes, outside of the runtime's calls, memory of a device
// that is not its own, or, where a tool asks for kHostUse, memory that work uses of which it does
// not know that it is over (Listener::is_over). The program's access is made all the same. Told in
// the handler of a signal, in the thread that does it, which may hold locks of the program and of
// the C library. Where the processor has no protection keys, an access while any work runs is not
// seen.
struct HostAccess {
  std::uintptr_t address;
  bool write;
  std::span<void* const> trace;  // as Memory::trace, the first one behind the access
};

// kApi: a call of the runtime answers an error, which becomes the last error of its thread
// (cudaErrorNotReady does not); or the program asks for that one (cudaGetLastError,
// cudaPeekAtLastError) and is told it. Told in that thread.
enum class ApiChange : std::uint8_t { kFailed, kLookedAt };
struct Api {
  ApiChange change;
  int error;                     // cudaError_t
  std::string_view error_name;   // "cudaErrorInvalidValue"
  std::string_view error_text;   // "invalid argument"
  std::string_view name;         // of the call: "cudaMemcpy"
  std::span<void* const> trace;  // as Memory::trace
};

}  // namespace heddle::probes
