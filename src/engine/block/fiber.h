// SPDX-License-Identifier: Apache-2.0
// A suspended computation on a stack of its own. It can be dropped as it stands: a kernel that has
// faulted is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/block/switch_stack.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define HEDDLE_ASAN_FIBERS 1
#elif __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define HEDDLE_TSAN_FIBERS 1
#endif
#endif

namespace heddle::engine {

class alignas(16) Fiber {
 public:
  using Body = void (*)(void* argument);

#ifdef HEDDLE_TSAN_FIBERS
  Fiber() : tsan_(__tsan_create_fiber(0)) {}
  ~Fiber() { __tsan_destroy_fiber(tsan_); }
#else
  Fiber() = default;
#endif
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Prepares `body(argument)` on the stack that ends at `top`. Whatever ran there is dropped.
  void prepare(void* top, [[maybe_unused]] std::size_t size, Body body, void* argument) {
#ifdef HEDDLE_ASAN_FIBERS
    bottom_ = static_cast<char*>(top) - size;
    size_ = size;
#endif
    inside_ = new_stack(top, &enter, this, body, argument);
  }

  // Runs the fiber until it suspends.
  void resume() {
#ifdef HEDDLE_ASAN_FIBERS
    void* fake = nullptr;
    came_from_outside_ = true;
    __sanitizer_start_switch_fiber(&fake, bottom_, size_);
#endif
#ifdef HEDDLE_TSAN_FIBERS
    tsan_caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_, 0);
#endif
    heddle_switch_stack(&outside_, inside_);
#ifdef HEDDLE_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  }

  // Called inside: goes back to whoever called resume().
  void suspend() {
    void* fake = nullptr;
#ifdef HEDDLE_ASAN_FIBERS
    __sanitizer_start_switch_fiber(&fake, caller_bottom_, caller_size_);
#endif
#ifdef HEDDLE_TSAN_FIBERS
    __tsan_switch_to_fiber(tsan_caller_, 0);
#endif
    heddle_switch_stack(&inside_, outside_);
    arrived(fake);
  }

  // Called inside: `next` runs in its place, and goes back to whoever called resume() of this one
  // or of who ran in its place.
  void pass_to(Fiber& next) {
    next.outside_ = outside_;
    void* fake = nullptr;
#ifdef HEDDLE_ASAN_FIBERS
    next.came_from_outside_ = false;
    next.caller_bottom_ = caller_bottom_;
    next.caller_size_ = caller_size_;
    __sanitizer_start_switch_fiber(&fake, next.bottom_, next.size_);
#endif
#ifdef HEDDLE_TSAN_FIBERS
    next.tsan_caller_ = tsan_caller_;
    __tsan_switch_to_fiber(next.tsan_, 0);
#endif
    heddle_switch_stack(&inside_, next.inside_);
    arrived(fake);
  }

  // The same where both have `control` in the vector unit's control word. Returns 0: behind it
  // stands nothing, so that who calls it at its end needs no frame.
  template <ArriveBy by>
  std::uint32_t pass_to_alike(Fiber& next, [[maybe_unused]] std::uint32_t control) {
#if defined(HEDDLE_ASAN_FIBERS) || defined(HEDDLE_TSAN_FIBERS)
    pass_to(next);
    return 0;
#else
    next.outside_ = outside_;
    return by == ArriveBy::kJump ? heddle_jump_alike(&inside_, next.inside_, control)
                                 : heddle_return_alike(&inside_, next.inside_, control);
#endif
  }

  // Called inside, before a jump out of it to where resume() was called: it is dropped as it
  // stands. Inline, because what is called in one fiber must return in it.
  [[gnu::always_inline]] void leave() {
#ifdef HEDDLE_TSAN_FIBERS
    __tsan_switch_to_fiber(tsan_caller_, 0);
    __tsan_destroy_fiber(tsan_);
    tsan_ = __tsan_create_fiber(0);
#endif
  }

  // Where its stack ends while it is suspended.
  std::uintptr_t stack_pointer() const { return reinterpret_cast<std::uintptr_t>(inside_); }

 private:
  static void enter(void* self, Body body, void* argument) {
    auto* me = static_cast<Fiber*>(self);
    me->arrived(nullptr);
    body(argument);
    me->suspend();
    __builtin_unreachable();
  }

  // The sanitizer's end of a switch to this fiber.
  void arrived([[maybe_unused]] void* fake) {
#ifdef HEDDLE_ASAN_FIBERS
    if (came_from_outside_) {
      __sanitizer_finish_switch_fiber(fake, &caller_bottom_, &caller_size_);
    } else {
      __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
    }
#endif
  }

  // libheddle.so-gdb.py reads these two.
  void* inside_ = nullptr;
  void* outside_ = nullptr;
#ifdef HEDDLE_ASAN_FIBERS
  void* bottom_ = nullptr;
  std::size_t size_ = 0;
  const void* caller_bottom_ = nullptr;
  std::size_t caller_size_ = 0;
  bool came_from_outside_ = true;
#endif
#ifdef HEDDLE_TSAN_FIBERS
  void* tsan_ = nullptr;
  void* tsan_caller_ = nullptr;
#endif
};

}  // namespace heddle::engine
