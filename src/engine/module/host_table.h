// SPDX-License-Identifier: Apache-2.0
// Host address -> registered thing. Read on every launch without a lock; written at registration.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::engine {

template <class T>
class HostTable {
 public:
  T* find(const void* host) const {
    const Slots* slots = slots_.load(std::memory_order_acquire);
    if (!slots) return nullptr;
    for (std::size_t i = hash(host) & slots->mask;; i = (i + 1) & slots->mask) {
      const Slot& slot = slots->slot[i];
      const void* key = slot.key.load(std::memory_order_acquire);
      if (key == host) return slot.value.load(std::memory_order_acquire);
      if (!key) return nullptr;
    }
  }

  // A second registration of the same address (a library that was closed and loaded again at the
  // same place) replaces the first.
  void insert(const void* host, T* value) {
    std::lock_guard lock(mutex_);
    if (2 * (used_ + 1) > capacity()) grow();
    put(*all_.back(), host, value);
  }

  void remove(const void* host) {
    std::lock_guard lock(mutex_);
    if (find(host)) put(*all_.back(), host, nullptr);
  }

 private:
  struct Slot {
    std::atomic<const void*> key{nullptr};
    std::atomic<T*> value{nullptr};
  };
  struct Slots {
    explicit Slots(std::size_t n) : mask(n - 1), slot(n) {}
    std::size_t mask;
    std::vector<Slot> slot;
  };

  static std::size_t hash(const void* host) {
    return (reinterpret_cast<std::uintptr_t>(host) * 0x9E3779B97F4A7C15u) >> 40;
  }

  std::size_t capacity() const { return all_.empty() ? 0 : all_.back()->slot.size(); }

  void put(Slots& slots, const void* host, T* value) {
    std::size_t i = hash(host) & slots.mask;
    while (slots.slot[i].key.load() && slots.slot[i].key.load() != host) i = (i + 1) & slots.mask;
    if (!slots.slot[i].key.load()) ++used_;
    slots.slot[i].value.store(value, std::memory_order_release);
    slots.slot[i].key.store(host, std::memory_order_release);
  }

  void grow() {
    auto bigger = std::make_unique<Slots>(capacity() ? 2 * capacity() : 64);
    used_ = 0;
    if (!all_.empty()) {
      for (Slot& slot : all_.back()->slot) {
        if (T* value = slot.value.load()) put(*bigger, slot.key.load(), value);
      }
    }
    slots_.store(bigger.get(), std::memory_order_release);
    all_.push_back(std::move(bigger));  // readers may still be in the old ones
  }

  std::mutex mutex_;
  std::size_t used_ = 0;
  std::atomic<Slots*> slots_{nullptr};
  std::vector<std::unique_ptr<Slots>> all_;
};

}  // namespace heddle::engine
