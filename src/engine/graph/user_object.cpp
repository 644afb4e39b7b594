// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/user_object.h"

namespace heddle::engine {

void UserObject::retain(std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  count_ += count;
}

Error UserObject::release(std::uint64_t count, bool* gone) {
  {
    const std::lock_guard lock(mutex_);
    if (count > count_) return Error::kInvalidValue;
    count_ -= count;
    if (count_ > 0) return Error::kSuccess;
  }
  if (gone) *gone = true;
  destroy_();
  return Error::kSuccess;
}

void UserObjectRefs::copy(const UserObjectRefs& other) {
  for (const auto& [object, count] : other.counts_) add(object, count, false);
}

UserObjectRefs::~UserObjectRefs() {
  for (const auto& [object, count] : counts_) (void)object->release(count);
}

void UserObjectRefs::add(const std::shared_ptr<UserObject>& object, std::uint64_t count,
                         bool move) {
  if (!move) object->retain(count);
  counts_[object] += count;
}

Error UserObjectRefs::remove(const std::shared_ptr<UserObject>& object, std::uint64_t count) {
  const auto held = counts_.find(object);
  if (held == counts_.end() || held->second < count) return Error::kInvalidValue;
  if ((held->second -= count) == 0) counts_.erase(held);
  return object->release(count);
}

}  // namespace heddle::engine
