// SPDX-License-Identifier: Apache-2.0
// Which graphs, nodes, executable graphs and user objects there are: what a handle must be one of.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/graph/user_object.h"

namespace heddle::engine {

class Graph;
class GraphExec;
class UpdatableKernel;
struct Conditional;
struct Node;

// Objects that the program holds handles of.
template <class T>
class Handles {
 public:
  T* add(std::shared_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    T* const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  std::shared_ptr<T> find(const T* handle) const {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }
  // The object goes when nobody else holds it.
  std::shared_ptr<T> remove(const T* handle) {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(handle);
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }
  std::vector<std::shared_ptr<T>> all() const {
    std::vector<std::shared_ptr<T>> all;
    const std::lock_guard lock(mutex_);
    for (const auto& [handle, object] : objects_) all.push_back(object);
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const T*, std::shared_ptr<T>> objects_;
};

// Objects that belong to others.
template <class T>
class Known {
 public:
  void add(const T* object) {
    const std::lock_guard lock(mutex_);
    objects_.insert(object);
  }
  void remove(const T* object) {
    const std::lock_guard lock(mutex_);
    objects_.erase(object);
  }
  bool has(const T* object) const {
    const std::lock_guard lock(mutex_);
    return objects_.contains(object);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_set<const T*> objects_;
};

// Objects that are found while somebody holds them. They take themselves out.
template <class T>
class Living {
 public:
  void add(const std::shared_ptr<T>& object) {
    const std::lock_guard lock(mutex_);
    objects_.emplace(object.get(), object);
  }
  std::shared_ptr<T> find(const T* object) const {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(object);
    return it == objects_.end() ? nullptr : it->second.lock();
  }
  void remove(const T* object) {
    const std::lock_guard lock(mutex_);
    objects_.erase(object);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const T*, std::weak_ptr<T>> objects_;
};

class GraphTable {
 public:
  Handles<Graph> graphs;  // without child graphs and bodies
  Handles<GraphExec> execs;
  Handles<UserObject> user_objects;
  Living<UpdatableKernel> updatable_kernels;  // a handle of device code is its address

  // Kept by Graph; child graphs and bodies included.
  Known<Graph> all_graphs;
  Known<Node> nodes;
  Known<Conditional> conditionals;
  std::uint64_t next_id() { return ++last_id_; }

 private:
  std::atomic<std::uint64_t> last_id_{0};
};

}  // namespace heddle::engine
