// SPDX-License-Identifier: Apache-2.0
// A value of each thread, made on first use, that the program may still need when the thread ends:
// destructors of the thread's other values, for the first thread those of static objects, and what
// runs at the program's exit. A plain thread_local would be a destroyed one there.
#pragma once

#include <memory>

namespace heddle::support {

// Tag: a type of its own for each such value.
template <class T, class Tag>
class ThreadOwn {
 public:
  static T& get() {
    if (!here_) [[unlikely]]
      make();
    return *here_;
  }
  // Takes the thread's value away from it; null: there is none.
  static std::unique_ptr<T> take() {
    T* const taken = here_;
    here_ = nullptr;
    return ended_ ? std::unique_ptr<T>(taken) : std::move(owner_.value);
  }

 private:
  struct Owner {
    std::unique_ptr<T> value;
    ~Owner() {
      here_ = nullptr;
      ended_ = true;
    }
  };

  static void make() {
    auto made = std::make_unique<T>();
    here_ = made.get();
    if (ended_) {
      made.release();  // nobody is left to free it
    } else {
      owner_.value = std::move(made);
    }
  }

  // Two variables: what has a destructor is asked each time whether it is registered.
  static inline thread_local Owner owner_;
  static inline constinit thread_local T* here_ = nullptr;
  static inline constinit thread_local bool ended_ = false;
};

}  // namespace heddle::support
