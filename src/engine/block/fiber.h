// SPDX-License-Identifier: Apache-2.0
// A suspended computation on a stack of its own.
//
// Boost.Context's fcontext layer is used and not boost::context::fiber, whose destructor unwinds
// the fiber's stack: a fiber whose kernel faulted must be dropped as it stands.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

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

class Fiber {
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
  void prepare(void* top, std::size_t size, Body body, void* argument) {
    body_ = body;
    argument_ = argument;
    bottom_ = static_cast<char*>(top) - size;
    size_ = size;
    inside_ = boost::context::detail::make_fcontext(top, size, &enter);
  }

  // There is nothing to resume until prepare(), and nothing for a debugger to look at.
  void drop() { inside_ = nullptr; }
  bool is_prepared() const { return inside_ != nullptr; }

  // Runs the fiber until it suspends or its body returns.
  void resume() {
#ifdef HEDDLE_ASAN_FIBERS
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, bottom_, size_);
#endif
#ifdef HEDDLE_TSAN_FIBERS
    tsan_caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_, 0);
#endif
    inside_ = boost::context::detail::jump_fcontext(inside_, this).fctx;
#ifdef HEDDLE_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  }

  // Called inside: goes back to whoever called resume().
  void suspend() {
#ifdef HEDDLE_ASAN_FIBERS
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, caller_bottom_, caller_size_);
#endif
#ifdef HEDDLE_TSAN_FIBERS
    __tsan_switch_to_fiber(tsan_caller_, 0);
#endif
    outside_ = boost::context::detail::jump_fcontext(outside_, nullptr).fctx;
#ifdef HEDDLE_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(fake, &caller_bottom_, &caller_size_);
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

  // Where a pointer to its registers lies while it is suspended.
  void* const* registers() const { return &inside_; }

  // Where its stack ends while it is suspended.
  std::uintptr_t stack_pointer() const { return reinterpret_cast<std::uintptr_t>(inside_); }

 private:
  static void enter(boost::context::detail::transfer_t from) {
    auto* self = static_cast<Fiber*>(from.data);
    self->outside_ = from.fctx;
#ifdef HEDDLE_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(nullptr, &self->caller_bottom_, &self->caller_size_);
#endif
    self->body_(self->argument_);
    self->suspend();
    __builtin_unreachable();
  }

  boost::context::detail::fcontext_t inside_ = nullptr;
  boost::context::detail::fcontext_t outside_ = nullptr;
  Body body_ = nullptr;
  void* argument_ = nullptr;
  void* bottom_ = nullptr;
  std::size_t size_ = 0;
#ifdef HEDDLE_ASAN_FIBERS
  const void* caller_bottom_ = nullptr;
  std::size_t caller_size_ = 0;
#endif
#ifdef HEDDLE_TSAN_FIBERS
  void* tsan_ = nullptr;
  void* tsan_caller_ = nullptr;
#endif
};

}  // namespace heddle::engine
