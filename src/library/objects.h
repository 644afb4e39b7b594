// SPDX-License-Identifier: Apache-2.0
// What programs hold by a pointer that they do not look into: handles, generators, communicators.
#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace heddle::library {

// All of one type. Any pointer may be asked of, by any thread.
template <class T>
class Objects {
 public:
  static Objects& all() {
    static auto* const kept = new Objects;  // programs destroy them in their own destructors
    return *kept;
  }
  // The pointer that the program gets, as its type.
  template <class Public>
  Public add(std::shared_ptr<T> object) {
    T* const pointer = object.get();
    const std::unique_lock lock(mutex_);
    kept_.emplace(pointer, std::move(object));
    return reinterpret_cast<Public>(pointer);
  }
  // Null: it is none, or was removed. It stays while somebody has what this gave.
  std::shared_ptr<T> find(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const auto it = kept_.find(pointer);
    return it == kept_.end() ? nullptr : it->second;
  }
  // False: it is none.
  bool remove(const void* pointer) {
    std::shared_ptr<T> last;  // ends without the lock
    const std::unique_lock lock(mutex_);
    const auto it = kept_.find(pointer);
    if (it == kept_.end()) return false;
    last = std::move(it->second);
    kept_.erase(it);
    return true;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> kept_;
};

template <class T>
std::shared_ptr<T> find_object(const void* pointer) {
  return Objects<T>::all().find(pointer);
}

}  // namespace heddle::library
