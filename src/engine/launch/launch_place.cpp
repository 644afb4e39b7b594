// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/launch_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <mutex>

extern "C" {
__attribute__((visibility("default"))) heddle::engine::LaunchPlace* heddle_debug_launches = nullptr;
}

namespace heddle::engine {
namespace {

std::mutex& list_mutex() {
  static auto* const mutex = new std::mutex;  // host threads may end after static objects
  return *mutex;
}

const void* object_of(const void* code) {
  Dl_info info{};
  return dladdr(code, &info) ? info.dli_fbase : nullptr;
}

struct Walk {
  const void* stub;
  const void* library;  // this one
  LaunchPlace& place;

  static _Unwind_Reason_Code visit(_Unwind_Context* frame, void* self) {
    return static_cast<Walk*>(self)->at(frame);
  }

  _Unwind_Reason_Code at(_Unwind_Context* frame) const {
    const std::uint64_t ip = _Unwind_GetIP(frame);
    if (ip == 0) return _URC_END_OF_STACK;
    if (place.registers.back() != 0) {
      // Its own stack pointer is right behind the return address that led to it.
      place.callers[place.caller_count++] = {_Unwind_GetCFA(frame) - sizeof ip, ip};
      return place.caller_count == LaunchPlace::kMostCallers ? _URC_END_OF_STACK : _URC_NO_REASON;
    }
    auto* code = reinterpret_cast<void*>(ip - 1);  // NOLINT(performance-no-int-to-ptr)
    if (object_of(code) == library || _Unwind_FindEnclosingFunction(code) == stub) {
      return _URC_NO_REASON;
    }
    constexpr int kRbx = 3, kRbp = 6, kR12 = 12;  // DWARF's numbers
    place.registers = {_Unwind_GetGR(frame, kRbx),     _Unwind_GetGR(frame, kRbp),
                       _Unwind_GetGR(frame, kR12),     _Unwind_GetGR(frame, kR12 + 1),
                       _Unwind_GetGR(frame, kR12 + 2), _Unwind_GetGR(frame, kR12 + 3),
                       _Unwind_GetCFA(frame),          ip};
    return _URC_NO_REASON;
  }
};

}  // namespace

ShownLaunch::ShownLaunch(const void* stub, const void* params) {
  place_.params = params;
  Walk walk{stub, object_of(&heddle_debug_launches), place_};
  _Unwind_Backtrace(&Walk::visit, &walk);
  const std::lock_guard lock(list_mutex());
  place_.next = heddle_debug_launches;
  heddle_debug_launches = &place_;
}

ShownLaunch::~ShownLaunch() {
  const std::lock_guard lock(list_mutex());
  LaunchPlace** at = &heddle_debug_launches;
  while (*at != &place_) at = &(*at)->next;
  *at = place_.next;
}

}  // namespace heddle::engine
