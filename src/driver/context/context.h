// SPDX-License-Identifier: Apache-2.0
// Contexts, and the stack of them that each thread has. The device of the current context is the
// device that the runtime API works on; what the runtime API chooses becomes the current context.
// All contexts of a device share its memory, its modules and its errors.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "cuda.h"
#include "engine/device/partition.h"

// A part of a device. Its address is the handle; the context that stands for it has its streams.
struct CUgreenCtx_st {
  CUcontext context = nullptr;
  const heddle::engine::Partition* partition = nullptr;
};

// Its address is the handle.
struct CUctx_st {
  int device = 0;
  bool primary = false;
  CUgreenCtx green = nullptr;  // that it stands for
  unsigned long long id = 0;
  std::atomic<unsigned> flags{0};
  std::atomic<int> uses{1};  // cuCtxAttach, cuDevicePrimaryCtxRetain

  // What driver calls made in it, and what goes with it unless it is primary.
  std::mutex mutex;
  // Memory with its engine::Allocation::id: the runtime API may have freed it, and another
  // allocation lie there now.
  std::map<CUdeviceptr, std::uint64_t> memory;
  std::map<void*, std::uint64_t> host_memory;
  std::set<CUmodule> modules;
  std::set<CUstream> streams;
  std::set<CUevent> events;
};

namespace heddle::driver {

// The calling thread's; null: it has none.
CUcontext current();
void set_current(CUcontext context);
void push(CUcontext context);
// Null: there was none.
CUcontext pop();

// Of CUctx_flags; at most one way to wait.
inline bool valid_flags(unsigned flags) {
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return !(flags & ~unsigned{CU_CTX_FLAGS_MASK}) && (schedule & (schedule - 1)) == 0;
}

// Whether it is one and lives. The primary context of a device always does, once it was asked for.
bool is_context(CUcontext context);
CUcontext primary(int device);
CUcontext make_context(int device, unsigned flags);
// The one that the stream was made in: else the primary one of its device.
CUcontext context_of(CUstream stream, int device);
// It was freed, whichever context it was made in.
void forget_stream(CUstream stream);
void forget_event(CUevent event);
void forget_module(CUmodule module);
void forget_memory(CUdeviceptr address);
void forget_host_memory(void* address);
// Frees what is in it and forgets it.
void destroy(CUcontext context);
// Frees what is in it.
void empty(CUcontext context);

}  // namespace heddle::driver
