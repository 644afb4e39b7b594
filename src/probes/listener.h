// SPDX-License-Identifier: Apache-2.0
// A tool: hears what programs do. It changes nothing, but that it may keep lanes from memory
// (kAnswer).
//
// Threads. kernel_begin and kernel_end are called in the thread that runs the stream's work, before
// the first and after the last block. All else is called in the worker that runs the block:
// block_begin, the events of its warps one after another, block_end; then the worker takes another
// block. In cooperative launches and clusters a host thread has several workers, so what is common
// to several blocks needs atomics, locks, or a part per Block::worker (not a thread_local). Warps
// of a block are never at the same place in time: one runs until it waits, then another.
//
// A call is made on the kernel's stack, and the kernel waits for it: no exceptions, no CUDA calls,
// no large arrays on the stack. A kernel that faults ends without block_end of the blocks that ran;
// kernel_end is always called.
//
// memory(), transfer() and work_time() are called in the thread that makes the change, the
// program's or the engine's; api() and work_order() in the program's.
//
// One event is what one warp does at one instruction, at the granularity of GPU memory
// instructions: adjacent accesses that a GPU's compiler merges are one event, unless a listener
// wants to answer (kAnswer): then each is one as the program wrote it. In kernels whose lanes wait
// for each other every thread runs for itself, and an event has one lane.
#pragma once

#include "probes/counters.h"
#include "probes/events.h"
#include "probes/quiet_lines.h"

namespace heddle::probes {

// The answer of Listener::passes.
struct Pass {
  bool passes = false;
  // Of others like it (of this site, of the worker that asked, in the same launch) that lie in
  // these bytes (in global memory, with the object that they are made from) it need not be told,
  // until memory is freed: of none, or where `quiet` or `noted` of none that load from quiet lines,
  // or that code has noted itself (row_notes.h).
  std::uint64_t begin = 0, bytes = 0;
  bool quiet = false, noted = false;

  static Pass no() { return {}; }
  static Pass this_one() { return {true, 0, 0}; }
  static Pass all() { return {true, 0, ~std::uint64_t{0}}; }
  static Pass in(std::uint64_t begin, std::uint64_t bytes) { return {true, begin, bytes}; }
  static Pass where(bool quiet, bool noted) {
    return quiet || noted ? Pass{true, 0, ~std::uint64_t{0}, quiet, noted} : this_one();
  }
};

class Listener {
 public:
  virtual ~Listener() = default;

  // The events that it wants, a constant of the listener. No other function is called.
  virtual EventMask events() const = 0;

  virtual void kernel_begin(const Launch& launch) {}
  virtual void kernel_end(const Launch& launch, bool faulted) {}
  virtual void block_begin(const Block& block) {}
  virtual void block_end(const Block& block) {}
  virtual void access(const Access& event) {}  // kAccess, kLocal
  virtual void atomic(const Access& event) {}
  virtual void branch(const Branch& event) {}
  virtual void barrier(const Barrier& event) {}
  virtual void warp_operation(const WarpOperation& event) {}
  virtual void fence(const Fence& event) {}
  virtual void exit(const Exit& event) {}

  // Asked before access(), atomic() or admit() would be called with a regular access that no
  // listener before this one keeps any lane from. Pass::passes: all lanes may make it, this
  // listener has taken from the event what it needs, and is not told of it again. This is the way
  // that nearly all accesses should go that are told at all: the engine has nothing to prepare.
  virtual Pass passes(const RowAccess& event) { return Pass::no(); }

  // Asked when an access of lanes anywhere has been told to all, and all lanes might make it: what
  // of others like it need not be told, as in Pass (where `noted`, code tells the last listener
  // alone). `passes` and `quiet` mean nothing here.
  virtual Pass untold(const Access& event) { return Pass::no(); }

  // kAnswer, in place of access() and atomic(): returns the active lanes that may access. The
  // others load zeros and store nowhere, and the kernel goes on. Where several listeners answer,
  // all have to agree. An access of more than 256 bytes a lane is made whatever the answer is.
  virtual std::uint32_t admit(const Access& event) { return event.active; }

  // kUndefined, one tool at a time: it decides nothing else (probes/events.h).
  // Bit i % 8 of the byte at i / 8 from here on: byte i of memory is undefined. Of all addresses
  // below 2^kUndefinedAddressBits, as long as the listener lives. Compiled code looks there: a load
  // of defined bytes is not told of, nor a store of defined values to such. Null: all are told.
  static constexpr unsigned kUndefinedAddressBits = 47;
  virtual const std::byte* undefined_bits() const { return nullptr; }
  virtual void undefined_load(const UndefinedLoad& event) {}
  virtual void undefined_store(const UndefinedStore& event) {}
  virtual void undefined_object(const UndefinedObject& event) {}
  virtual void undefined_use(const UndefinedUse& event) {}

  // kCount, one tool at a time. An access that is to be added to its counter; and the words of each
  // worker that ran blocks of a launch, before kernel_end, in the same thread.
  virtual void count(const CountedAccess& event) {}
  virtual void counted(const Counts& counts) {}

  virtual void operation(const Operation& event) {}  // kWait, kMbarrier, kAsync, kArithmetic
  virtual void values(const Values& event) {}
  virtual void deadlock(const Deadlock& event) {}
  virtual void opened(const Opened& event) {}
  virtual void in_step(const InStep& event) {}
  virtual void memory(const Memory& event) {}
  virtual void transfer(const Transfer& event) {}
  virtual void api(const Api& event) {}
  virtual void work_order(const WorkOrder& event) {}
  virtual void work_time(const WorkTime& event) {}
  virtual void fault(const Fault& event) {}
  virtual void host_access(const HostAccess& event) {}
  // kHostUse: whether the program knows that this work (WorkOrder::work) is over, after what it
  // has waited for. Where several tools want to hear, all have to agree.
  virtual bool is_over(std::uint64_t work) { return true; }
  virtual void device_launch(const DeviceLaunch& event) {}
  virtual void local_object(const LocalObject& event) {}
};

}  // namespace heddle::probes

extern "C" {
// libheddle: from the next launch on, `listener` hears the kernels of this process, until it is
// removed. Add it before the first launch: functions that are called through pointers are compiled
// once, with the events that were asked for then. Remove it only when no kernel runs. Events inside
// kernels cannot be had from the slow reference (HEDDLE_REFERENCE=1): such launches then answer
// cudaErrorNotSupported.
void heddle_add_listener(heddle::probes::Listener* listener);
void heddle_remove_listener(heddle::probes::Listener* listener);
// For tools: whether the program lets kernels of `device` read there, or write: memory of another
// device (cudaDeviceEnablePeerAccess, cudaMemPoolSetAccess), and mapped memory (cuMemSetAccess).
bool heddle_has_access(int device, std::uint64_t address, bool writes);
}
