// SPDX-License-Identifier: Apache-2.0
#include "driver/context/context.h"

#include <map>
#include <memory>
#include <vector>

#include "driver/driver.h"
#include "support/thread_own.h"

namespace heddle::driver {
namespace {

struct All {
  std::mutex mutex;
  std::map<CUcontext, std::unique_ptr<CUctx_st>> contexts;
  std::map<int, CUcontext> primary;
  unsigned long long last_id = 0;
};

// Never destroyed: destructors of the program's static objects may still call the API.
All& all() {
  static auto* const root = new All;
  return *root;
}

std::vector<CUcontext>& stack() {
  return support::ThreadOwn<std::vector<CUcontext>, struct OfContexts>::get();
}

CUcontext add(int device, unsigned flags) {
  auto made = std::make_unique<CUctx_st>();
  CUcontext context = made.get();
  context->device = device;
  context->flags = flags;
  context->id = ++all().last_id;
  all().contexts[context] = std::move(made);
  return context;
}

// What the runtime API sees.
void choose_device() {
  const CUcontext now = stack().empty() ? nullptr : stack().back();
  if (now) thread_state().device = now->device;
  thread_state().partition = now && now->green ? now->green->partition : nullptr;
}

template <class Owned, class T>
void forget(Owned CUctx_st::* of, T handle) {
  const std::lock_guard lock(all().mutex);
  for (const auto& [context, owned] : all().contexts) {
    const std::lock_guard inside(context->mutex);
    (context->*of).erase(handle);
  }
}

template <class Set, class Free>
void free_all(std::mutex& mutex, Set& set, Free free) {
  Set taken;
  {
    const std::lock_guard lock(mutex);
    taken.swap(set);
  }
  for (const auto& handle : taken) free(handle);
}

bool is_there(void* address, std::uint64_t id) {
  const auto row = the_engine().find(address);
  return row && row->id == id;
}

}  // namespace

CUcontext current() {
  if (thread_state().has_primary) {
    // The runtime API was used since: it works on the primary context unless one of this device was
    // current already.
    thread_state().has_primary = false;
    const int device = thread_state().device;
    const bool stays =
        !stack().empty() && is_context(stack().back()) && stack().back()->device == device;
    if (!stays) {
      if (stack().empty()) stack().push_back(nullptr);
      stack().back() = primary(device);
    }
  }
  return stack().empty() ? nullptr : stack().back();
}

void set_current(CUcontext context) {
  current();
  if (!context) {
    if (!stack().empty()) stack().pop_back();
  } else if (stack().empty()) {
    stack().push_back(context);
  } else {
    stack().back() = context;
  }
  choose_device();
}

void push(CUcontext context) {
  current();
  stack().push_back(context);
  choose_device();
}

CUcontext pop() {
  CUcontext top = current();
  if (!stack().empty()) stack().pop_back();
  choose_device();
  return top;
}

bool is_context(CUcontext context) {
  const std::lock_guard lock(all().mutex);
  return all().contexts.count(context) != 0;
}

CUcontext primary(int device) {
  const std::lock_guard lock(all().mutex);
  CUcontext& known = all().primary[device];
  if (!known) {
    known = add(device, 0);
    known->primary = true;
    known->uses = 0;
  }
  return known;
}

CUcontext make_context(int device, unsigned flags) {
  const std::lock_guard lock(all().mutex);
  return add(device, flags);
}

CUcontext context_of(CUstream stream, int device) {
  {
    const std::lock_guard lock(all().mutex);
    for (const auto& [context, owned] : all().contexts) {
      const std::lock_guard inside(context->mutex);
      if (context->streams.count(stream)) return context;
    }
  }
  return primary(device);
}

void forget_stream(CUstream stream) {
  forget(&CUctx_st::streams, stream);
}
void forget_event(CUevent event) {
  forget(&CUctx_st::events, event);
}
void forget_module(CUmodule module) {
  forget(&CUctx_st::modules, module);
}
void forget_memory(CUdeviceptr address) {
  forget(&CUctx_st::memory, address);
}
void forget_host_memory(void* address) {
  forget(&CUctx_st::host_memory, address);
}

void empty(CUcontext context) {
  const Unseen unseen;
  const int before = thread_state().device;
  thread_state().device = context->device;
  cudaDeviceSynchronize();
  free_all(context->mutex, context->streams, [](CUstream stream) { cudaStreamDestroy(stream); });
  free_all(context->mutex, context->events, [](CUevent event) { cudaEventDestroy(event); });
  free_all(context->mutex, context->modules, [](CUmodule module) { cuModuleUnload(module); });
  free_all(context->mutex, context->memory, [](const auto& one) {
    if (is_there(pointer(one.first), one.second)) cudaFree(pointer(one.first));
  });
  free_all(context->mutex, context->host_memory, [](const auto& one) {
    if (is_there(one.first, one.second)) cudaFreeHost(one.first);
  });
  thread_state().device = before;
}

void destroy(CUcontext context) {
  empty(context);
  if (!stack().empty() && stack().back() == context) pop();
  const std::lock_guard lock(all().mutex);
  all().contexts.erase(context);
}

}  // namespace heddle::driver
