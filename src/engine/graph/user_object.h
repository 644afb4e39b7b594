// SPDX-License-Identifier: Apache-2.0
// Resources of the program that graphs hold references to (CUDA C++ Programming Guide, "CUDA User
// Objects").
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "engine/base/error.h"

namespace heddle::engine {

// Counted by hand: the program retains and releases. The last release destroys the resource.
class UserObject {
 public:
  UserObject(std::function<void()> destroy, std::uint64_t count)
      : destroy_(std::move(destroy)), count_(count) {}

  void retain(std::uint64_t count);
  // kInvalidValue: there are fewer. `gone`: it was the last one.
  Error release(std::uint64_t count, bool* gone = nullptr);

 private:
  std::function<void()> destroy_;
  std::mutex mutex_;
  std::uint64_t count_;
};

// The references that a graph or an executable graph holds.
class UserObjectRefs {
 public:
  UserObjectRefs() = default;
  UserObjectRefs(const UserObjectRefs&) = delete;
  UserObjectRefs& operator=(const UserObjectRefs&) = delete;
  ~UserObjectRefs();

  bool empty() const { return counts_.empty(); }
  void copy(const UserObjectRefs& other);
  // `move`: the caller's references become these.
  void add(const std::shared_ptr<UserObject>& object, std::uint64_t count, bool move);
  Error remove(const std::shared_ptr<UserObject>& object, std::uint64_t count);

 private:
  std::map<std::shared_ptr<UserObject>, std::uint64_t> counts_;
};

}  // namespace heddle::engine
