// SPDX-License-Identifier: Apache-2.0
// The binary contract between generated kernel code and the engine.
//
// The compiler emits loads and stores at the offsets of these structs (it uses offsetof on this
// very header), the engine fills them. A change of layout must bump kAbiVersion, which is part of
// the code-cache key.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::probes {
struct Site;     // probes/site.h
struct Counted;  // probes/counters.h
}  // namespace heddle::probes

namespace heddle::abi {

inline constexpr std::uint32_t kAbiVersion = 33;
inline constexpr std::uint32_t kWarpSize = 32;

// Barriers of a block: those of PTX, the one of the whole grid, one for each tile of 64 to 1024
// threads (see include/heddle/groups_tile.h), tiles being the nodes of a tree, and the one of the
// block's cluster.
inline constexpr std::uint32_t kGridBarrier = 16;
inline constexpr std::uint32_t kClusterBarrier = 48;
inline constexpr std::uint32_t kBarrierCount = 49;

// PTX's 32-bit addresses of state space .shared::cluster: an offset into the shared memory of the
// block of rank r is that + (r + 1 << kClusterRankShift); what lies below is in the own block's.
inline constexpr std::uint32_t kClusterRankShift = 24;
inline constexpr std::uint32_t kMostClusterBlocks = 16;

// Bytes that are mapped, readable and writable on both sides of a block's shared memory, so that
// generated code may load whole vectors around an address that one lane really touches.
inline constexpr std::size_t kSharedGuardBytes = 4096;

// Alignment of a block's shared memory, of warp frames and of fiber stacks.
inline constexpr std::size_t kVectorAlign = 64;

// Why a warp (or, in the reference, a thread) gave control back to the engine.
enum class Suspend : std::uint32_t {
  kExited = 0,   // every lane has returned
  kBarrier = 1,  // waits at a block barrier: see WarpContext::barrier_*
  kWarpOp = 2,   // reference mode only: a thread waits for its warp, see ThreadContext
  kYield = 3,    // kFiberWarp: waits in a loop for what another warp or block does
};

// Reduction that a block barrier performs (__syncthreads_count/_and/_or); kArrive: the warp counts
// as there and goes on (bar.arrive).
enum class BarrierOp : std::uint32_t { kNone = 0, kCount = 1, kAnd = 2, kOr = 3, kArrive = 4 };

// Where a generic address points (isspacep). kParameter: among the kernel's parameters;
// kClusterShared: in shared memory of another block of the cluster.
enum class StateSpace : std::uint32_t {
  kGlobal = 0,
  kShared = 1,
  kLocal = 2,
  kParameter = 3,
  kClusterShared = 4,
};

// An mbarrier object in shared memory, from the lowest bit: the count of the next phases, arrivals
// that this phase still lacks, bytes that it still lacks (signed), the phase's number.
struct Mbarrier {
  static constexpr unsigned kCountBits = 20, kPendingShift = 20, kBytesShift = 40, kBytesBits = 21,
                            kPhaseShift = 61;
};
enum class MbarrierOp : std::uint32_t {
  kInit = 0,              // `count` arrivals a phase
  kInvalidate = 1,        //
  kExpect = 2,            // `bytes` more
  kComplete = 3,          // `bytes` have come
  kArrive = 4,            // expects `bytes`, then `count` arrive
  kArriveDrop = 5,        // and are missing in the next phases
  kArriveNoComplete = 6,  // the phase must not end by it
  kLook = 7,              // at the phase; only tools are told (probes/events.h)
};

// State of one warp (kStep, kFiberWarp) that outlives a suspension.
struct WarpContext {
  std::uint32_t warp;             // index in the block
  std::uint32_t resume_point;     // 0 at the start; kStep: written by generated code, do not touch
  std::uint32_t barrier_id;       // below kBarrierCount
  std::uint32_t barrier_threads;  // threads expected (a multiple of 32), 0 = all of the block
  BarrierOp barrier_op;
  std::uint32_t barrier_lanes;      // lanes that arrive
  std::uint32_t barrier_predicate;  // lanes whose predicate is true
  std::uint32_t barrier_result;     // written by the engine before it resumes the warp
  void* frame;                      // kStep: frame_bytes of storage, kVectorAlign aligned
  void* engine;                     // the engine's own
};

// Additions to device memory whose results nobody in the grid looks at: a worker sums them up here
// and carries them out when it has no block left, see DeferredAdditions in the compiler and the
// engine.
enum class DeferredKind : std::uint32_t {
  kNone = 0,
  kInt32 = 1,
  kInt64 = 2,
  kFloat = 3,
  kDouble = 4
};
struct DeferredAddition {
  void* place;  // of lane 0; the others' follow it
  DeferredKind kind;
  std::uint32_t lanes;                        // that have something to add
  alignas(kVectorAlign) std::byte sums[256];  // of the lanes, side by side
};
inline constexpr std::uint32_t kDeferredAdditions = 32;  // a power of two

// Accesses of a site to these bytes that no tool need be told of (probes::Pass). By Site::id.
struct UntoldRange {
  std::uint64_t begin;
  std::uint64_t calm_bytes;   // any
  std::uint64_t quiet_bytes;  // those that load from quiet lines
  std::uint64_t noted_bytes;  // those that code notes in CodeNotes::rows
};
inline constexpr std::uint32_t kUntoldSites = 128;

// An access to the block's shared memory that code has noted, of lanes in rows (probes::Rows).
struct SharedNote {
  std::uint32_t site;    // its Site::id
  std::uint32_t active;  // lanes; there may be none
  std::uint32_t clock;   // CodeNotes::clocks of the warp then
  std::uint16_t warp, width_log2;
  std::uint64_t first;
  std::int32_t stride, pitch;
};

// What generated code notes of a block by itself, where tools leave that to it
// (probes::Event::kInStep).
struct CodeNotes {
  // By warp. Code adds 1 where all 32 lanes come to a warp operation together and all name all; a
  // tool may set it.
  std::uint32_t clocks[kWarpSize];
  std::uint32_t tell_ends;  // not 0: ends of whole warps are told. Set by the engine.
  // Rows of cells in global memory (probes/row_notes.h), null: none are noted; whose rows this
  // block's are; and the smallest word that still counts. Set by a tool as the block begins.
  std::uint64_t* rows;
  std::uint64_t own, alive;
  // Where code notes the next access to shared memory, and where there is no room any more: then a
  // tool is told. Set by a tool, which takes what has been noted before it looks at anything else.
  SharedNote *next_shared, *end_shared;
};

// What a running block sees. One per worker, refilled for each block.
struct BlockContext {
  const void* params;    // kernel parameters, packed at the offsets of the KernelRecord
  std::byte* shared;     // shared memory: static part first, dynamic part at shared_dynamic_offset
  void* const* symbols;  // addresses of the symbols that KernelCode::symbols names, same order
                         // (symbols[-1 - i]: those of the object of address-taken functions)
  WarpContext* warps;    // warp_count of them
  void* engine;          // the engine's own
  std::uint32_t block_idx[3];
  std::uint32_t grid_dim[3];
  std::uint32_t block_dim[3];
  std::uint32_t thread_count;           // block_dim product
  std::uint32_t warp_count;             // ceil(thread_count / 32)
  std::uint32_t static_shared_bytes;    // = KernelCode::static_shared_bytes
  std::uint32_t dynamic_shared_bytes;   // third launch argument
  std::uint32_t shared_dynamic_offset;  // where extern __shared__ arrays begin, a multiple of 64
  std::uint32_t total_shared_bytes;     // as the GPU allocates it: %total_smem_size
  std::uint32_t worker;                 // index of the worker thread: %smid
  // Kept up to date by generated code: fault messages name them.
  std::uint32_t current_warp;        // in the block
  std::uint32_t current_warp_count;  // warps from current_warp on that run as one: 1, see JamWarps
  std::uint64_t grid_id;
  std::uint32_t cooperative;  // 1: all blocks of the grid are resident, kGridBarrier may be used
  // The block's cluster, of which all blocks are resident; a block that was launched without one is
  // its own.
  std::uint32_t explicit_cluster;  // 1: launched with one
  std::uint32_t cluster_dim[3];
  std::uint32_t cluster_size;  // cluster_dim product, at most kMostClusterBlocks
  std::uint32_t cluster_rank;  // of this block, x fastest
  std::uint32_t cluster_shift;
  std::byte* cluster_shared;  // of rank 0; that of rank r lies r << cluster_shift behind it
  std::byte* nowhere;         // for ranks that there are not: inaccessible, behind the others'
  // What a thread may write for the whole grid's writes to stay in the caches.
  std::uint64_t cached_bytes_per_thread;
  // Not 0: between two yields a thread did more than look at what it waits for. Set by generated
  // code, cleared by the engine.
  std::uint32_t progressed;
  DeferredAddition* deferred;  // kDeferredAdditions of them
  // Rounds of loops that may wait until the running warp yields. Counted down by generated code,
  // set by the engine.
  std::uint32_t rounds;
  // kBlock: blocks of the row that entry() runs. Read anew at each block, so that the engine can
  // take the rest of a row away while it is left.
  std::uint32_t row_count;
  // Null in a plain run. What code asks before it tells a tool of an access (probes/quiet_lines.h).
  const UntoldRange* untold;      // kUntoldSites of them
  const std::uint64_t* quiet[2];  // of global memory, and of the block's shared memory
  std::uint32_t first_quiet_id;   // of the launch, in global memory
  const std::byte* undefined;     // probes::Listener::undefined_bits
  std::uint64_t* counters;        // behind a CounterHead, where a tool counts
  CodeNotes* notes;               // where tools leave out what is in step
};

// In front of BlockContext::counters: KernelCode::counter_words of the kernel, and behind them
// those of functions behind pointers that it may call.
struct CounterHead {
  std::uint64_t kernel_words, function_words;
};

// What a warp that has returned stands at, among places 1 and up, each behind a barrier
// (heddle_rt_probe_round).
inline constexpr std::uint32_t kReturned = ~0u;

// Of a loop that may wait: short enough for who waits, long enough to cost nothing.
inline constexpr std::uint32_t kRoundsPerYield = 32;

// kFiberThread (one CUDA thread at a time on a fiber of its own, plain scalar code).
struct ThreadContext {
  std::uint32_t thread_idx[3];
  std::uint32_t linear;  // x + y*dim.x + z*dim.x*dim.y
  std::uint32_t lane;    // linear % 32
  std::uint32_t warp;    // linear / 32
  void* engine;
  WarpContext*
      warp_context;  // the thread's own, for functions behind pointers, which are warp code
};

enum class KernelMode : std::uint32_t {
  kBlock = 0,        // void entry(BlockContext*): whole blocks, no suspension inside: block_idx and
                     // those that follow it in x, `row_count` (not 0) in all; block_idx is that of
                     // the running block, at the end that of the last one
  kStep = 1,         // uint32_t entry(BlockContext*, WarpContext*): runs to the next Suspend
  kFiberWarp = 2,    // void entry(BlockContext*, WarpContext*): on a fiber, calls heddle_rt_barrier
  kFiberThread = 3,  // void entry(BlockContext*, ThreadContext*): the reference, and kernels whose
                     // lanes wait for each other
};

// The one exported data symbol of a compiled kernel's shared object.
struct KernelCode {
  std::uint32_t abi_version;
  KernelMode mode;
  void* entry;
  std::uint32_t frame_bytes;          // kStep: per warp
  std::uint32_t static_shared_bytes;  // of this kernel, all functions that it reaches included
  std::uint32_t symbol_count;
  std::uint32_t site_count;     // 0 in a plain run
  std::uint32_t waits;          // 1: has a loop that waits for other threads, maybe of other blocks
  std::uint32_t stands_alone;   // 1: none of its loops hangs on what other threads write
  std::uint32_t hurried;        // 1: large, so it was compiled in a cheaper way than could be
  std::uint32_t counter_words;  // of each worker; 0 where no tool counts
  const char* const* symbols;   // device variables (and address-taken functions) by mangled name
  const char* isa;              // "avx512", "avx2" or "baseline": what the code was made for
  const probes::Site* sites;    // of the probe events
  // kStep: "file:line" of the barrier behind which a warp goes on with resume_point i + 1; a null
  // one where that is not known.
  const char* const* barrier_places;
  const probes::Counted* counted;  // what the counters' words mean
  std::uint32_t counted_count;
  std::uint32_t calls_pointers;  // 1: calls functions through pointers
  std::uint32_t launches;        // 1: launches kernels; 2: functions behind pointers may
  // Functions behind pointers that count: which of the functions' words is their first one
  // (CounterHead). Set when the object is loaded, kNoWord before.
  std::uint64_t* first_word;
  static constexpr std::uint64_t kNoWord = ~std::uint64_t{0};
};
inline constexpr const char* kKernelCodeSymbol = "heddle_kernel_code";

// A kernel as device code knows it is what stands for this symbol: the prefix and its mangled name.
inline constexpr const char* kKernelSymbolPrefix = "heddle.kernel.";

}  // namespace heddle::abi

// What generated code may import from libheddle (all extern "C", exported by the engine):
//
//   void  heddle_rt_barrier(BlockContext*, WarpContext*)      kFiberWarp: suspend at a barrier
//   void  heddle_rt_yield(BlockContext*, WarpContext*)        kFiberWarp: let others run
//   void  heddle_rt_trap(BlockContext*, uint32_t warp, uint32_t lane)                  noreturn
//   void  heddle_rt_no_function(BlockContext*, uint32_t warp, uint32_t lane, const void* called)
//                                                                                       noreturn
//   void  heddle_rt_assert(BlockContext*, uint32_t thread, const char* message, const char* file,
//                          uint32_t line, const char* function)
//   int   heddle_rt_vprintf(BlockContext*, uint32_t thread, const char* format, const void* args)
//   void* heddle_rt_malloc(BlockContext*, uint32_t thread, uint64_t bytes, uint64_t alignment)
//                                                                         null: heap is full
//   void  heddle_rt_free(BlockContext*, uint32_t thread, void*)
//   uint64_t heddle_rt_globaltimer()
//   uint64_t heddle_rt_mbarrier(BlockContext*, void* object, uint32_t op, uint32_t count,
//                               uint32_t bytes)                      the object as it was before
//   void  heddle_rt_claim_deferred(BlockContext*, DeferredAddition*, void* place, uint32_t kind,
//                              uint32_t lanes)            sums for these lanes, 0 if they are new
//   uint64_t heddle_rt_stack_save(BlockContext*, uint32_t thread)   bytes of alloca that it uses
//   void  heddle_rt_stack_restore(BlockContext*, uint32_t thread, uint64_t bytes)
//   void* heddle_rt_alloca(BlockContext*, uint32_t thread, uint64_t bytes, uint64_t alignment)
//   void  heddle_rt_copy(BlockContext*, void* to, const void* from, uint64_t bytes)
//   void  heddle_rt_bulk_reduce(BlockContext*, void* to, const void* from, uint64_t bytes,
//                               uint32_t how)             an image::BulkOp and the elements' type
//   uint32_t heddle_rt_tensor(BlockContext*, uint32_t copy, void* shared, const void* map,
//                             int32_t c0, .. c4, uint64_t offsets)      bytes of the whole box
//   uint32_t heddle_rt_state_space(BlockContext*, const void*)                   a StateSpace
//   int   heddle_rt_launch(BlockContext*, uint32_t thread, const void* kernel, const void* params,
//                          uint32_t grid_x, .. grid_z, uint32_t block_x, .. block_z,
//                          uint32_t shared, void* stream)                  a cudaError_t
//   uint64_t heddle_rt_device_call(BlockContext*, uint32_t thread, uint32_t call,
//                          const uint64_t* arguments)           see heddle/device_calls.inc
//
// where a tool listens (`active` lanes, 32 words a row; see probes/events.h for the meaning):
//
//   uint32_t heddle_rt_probe_access(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                const uint64_t addresses_objects[2][32])   the lanes that may
//   uint32_t heddle_rt_probe_rows(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                uint64_t first, uint64_t object, int64_t stride, int64_t pitch,
//                                uint32_t width_log2)   the same for lanes in rows (probes/row.h)
//   void  heddle_rt_tell_tensor(BlockContext*, const Site*, uint32_t thread, ..)   as
//   heddle_rt_tensor,
//                               which follows
//   uint32_t heddle_rt_note_row(BlockContext*, uint32_t warp, uint32_t site, uint64_t first,
//                               uint32_t cell_log2)           1: noted (probes/row_notes.h)
//   uint32_t heddle_rt_note_access(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                  uint64_t first, uint64_t object, int64_t stride, int64_t pitch,
//                                  uint32_t width_log2)       1: the tool that notes was told
//   void  heddle_rt_note_lanes(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                              const uint64_t addresses_objects[2][32])    the same of lanes
//                              anywhere
//   void  heddle_rt_lanes_of_rows(uint64_t addresses[32], uint64_t first, int64_t stride,
//                                 int64_t pitch, uint32_t width_log2)     for the calls below
//   void  heddle_rt_define_rows(BlockContext*, uint32_t active, uint64_t first, int64_t stride,
//                               int64_t pitch, uint32_t width_log2, uint32_t bytes)
//                                          these bytes of the lanes are not undefined any more
//   void  heddle_rt_probe_branch(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                uint32_t taken)
//   void  heddle_rt_probe_barrier(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                 uint32_t id, uint32_t threads, uint32_t predicate)
//   void  heddle_rt_probe_warp(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                              const uint32_t members_operand_control[3][32])
//   void  heddle_rt_probe_loaded(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                const uint64_t addresses[32], uint32_t undefined[32])
//   void  heddle_rt_probe_stored(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                const uint64_t addresses[32], const uint32_t undefined[32])
//   void  heddle_rt_probe_object(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                const uint64_t addresses[32])
//   void  heddle_rt_probe_use(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                             const uint64_t addresses[32], const uint32_t sources[32])
//   void  heddle_rt_probe_operation(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                                const uint64_t words[3][32], uint32_t lanes)
//   void  heddle_rt_probe_values(BlockContext*, uint32_t warp, const Site*, uint32_t lanes,
//                                const uint64_t words[][32])
//   void  heddle_rt_count_rows(BlockContext*, uint32_t warp, const Counted*, uint32_t active,
//                              uint64_t first, int64_t stride, int64_t pitch, uint32_t width_log2)
//   void  heddle_rt_count_lanes(BlockContext*, uint32_t warp, const Counted*, uint32_t active,
//                               const uint64_t addresses[32])
//   void  heddle_rt_count_block_of_thread(BlockContext*, uint32_t warp, uint32_t lane,
//                                         uint32_t word)
//   void  heddle_rt_count_branch_of_thread(BlockContext*, uint32_t warp, uint32_t lane,
//                                          uint32_t word, uint32_t taken)
//   void  heddle_rt_count_access_of_thread(BlockContext*, uint32_t warp, uint32_t lane,
//                                          const Counted*, uint64_t address)
//   void  heddle_rt_probe_fence(BlockContext*, uint32_t warp, const Site*, uint32_t active)
//   void  heddle_rt_probe_exit(BlockContext*, uint32_t warp, const Site*, uint32_t active,
//                              uint32_t ended)
//   void  heddle_rt_probe_round(BlockContext*, const uint32_t places[], const Site* const full[],
//                               const Site* const last[])   kBlock: all warps are at barriers of
//                               the block, or have returned; the sites by place, of full warps and
//                               of the partial last one, and at 0 that of an end
//
// and, kFiberThread only (each suspends the calling thread's fiber as needed):
//
//   uint32_t heddle_ref_barrier(BlockContext*, ThreadContext*, uint32_t id, uint32_t threads,
//                               uint32_t op, uint32_t predicate)
//   void     heddle_ref_yield(BlockContext*, ThreadContext*)
//   void     heddle_ref_switch(BlockContext*, ThreadContext*)   HEDDLE_SCHEDULE=accesses only
//   uint64_t heddle_ref_warp_op(BlockContext*, ThreadContext*, uint32_t op, uint32_t mask,
//                               uint64_t value, uint32_t b, uint32_t c)
//
// with op of the last one of WarpOp below.
namespace heddle::abi {
enum class WarpOp : std::uint32_t {
  kSync = 0,     // __syncwarp(mask)
  kShflIdx = 1,  // value of lane b, c = clamp | segment mask << 8 (as the PTX instruction shfl)
  kShflUp = 2,
  kShflDown = 3,
  kShflXor = 4,  // shfl.bfly; bit 32 of the result is the predicate of shfl
  kBallot = 5,
  kAll = 6,
  kAny = 7,
  kUni = 8,
  kMatchAny = 9,   // compares the 64-bit value
  kMatchAll = 10,  // bit 32 of the result is the predicate
  kReduceAdd = 11,
  kReduceMinU = 12,
  kReduceMaxU = 13,
  kReduceMinS = 14,
  kReduceMaxS = 15,
  kReduceAnd = 16,
  kReduceOr = 17,
  kReduceXor = 18,
  kActiveMask = 19,
  kInStep = 20,  // no lane passes place b before all that still come to an earlier one have
};
}  // namespace heddle::abi
