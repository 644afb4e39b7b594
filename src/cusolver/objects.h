// SPDX-License-Identifier: Apache-2.0
// What programs hold by a pointer that they do not look into. It stays while work uses it.
#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "cusolver_common.h"

namespace heddle::cusolver {

template <class T>
class Objects {
 public:
  static Objects& all() {
    static auto* const kept = new Objects;  // programs destroy them in their own destructors
    return *kept;
  }
  template <class Public>
  cusolverStatus_t create(Public* out) {
    if (!out) return CUSOLVER_STATUS_INVALID_VALUE;
    auto made = std::make_shared<T>();
    *out = reinterpret_cast<Public>(made.get());
    const std::unique_lock lock(mutex_);
    kept_.emplace(made.get(), std::move(made));
    return CUSOLVER_STATUS_SUCCESS;
  }
  // Null: it is none, or was destroyed.
  std::shared_ptr<T> find(const void* object) const {
    const std::shared_lock lock(mutex_);
    const auto it = kept_.find(object);
    return it == kept_.end() ? nullptr : it->second;
  }
  bool destroy(const void* object) {
    const std::unique_lock lock(mutex_);
    return kept_.erase(object) == 1;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> kept_;
};

template <class T>
std::shared_ptr<T> find_object(const void* object) {
  return Objects<T>::all().find(object);
}

}  // namespace heddle::cusolver
