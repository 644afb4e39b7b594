// SPDX-License-Identifier: Apache-2.0
// Which handles of one type a program holds: pointers to what its own calls end.
#pragma once

#include <mutex>
#include <set>

namespace heddle::process {

// Any pointer may be asked of, by any thread.
template <class Handle>
class Handles {
 public:
  // Never destroyed: destructors of the program's static objects may still call the API.
  static Handles& all() {
    static auto* const kept = new Handles;
    return *kept;
  }
  void add(Handle handle) {
    const std::lock_guard lock(mutex_);
    kept_.insert(handle);
  }
  bool contains(Handle handle) const {
    const std::lock_guard lock(mutex_);
    return kept_.count(handle) != 0;
  }
  // False: it is none.
  bool remove(Handle handle) {
    const std::lock_guard lock(mutex_);
    return kept_.erase(handle) != 0;
  }

 private:
  mutable std::mutex mutex_;
  std::set<Handle> kept_;
};

}  // namespace heddle::process
