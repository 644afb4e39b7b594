// SPDX-License-Identifier: Apache-2.0
// The tools that listen (probes/listener.h).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "probes/listener.h"

namespace heddle::engine {

// A set of listeners at one time; never changes.
class ListenerSet {
 public:
  explicit ListenerSet(std::vector<probes::Listener*> listeners)
      : listeners_(std::move(listeners)) {
    for (auto* listener : listeners_) {
      const auto wanted = listener->events();
      events_ = probes::joined(events_, wanted);
      for (std::size_t i = 0; i < of_event_.size(); ++i) {
        if (wanted >> i & 1) of_event_[i].push_back({listener, wanted});
      }
    }
  }

  probes::EventMask events() const { return events_; }
  const std::vector<probes::Listener*>& listeners() const { return listeners_; }

  struct Wanting {
    probes::Listener* listener;
    probes::EventMask wanted;  // all that it wants
  };
  // Those that want `event`.
  const std::vector<Wanting>& wanting(probes::Event event) const {
    return of_event_[static_cast<unsigned>(std::countr_zero(probes::mask(event)))];
  }
  // Calls `tell(listener)` for them.
  template <class Tell>
  void tell(probes::Event event, Tell tell) const {
    for (const auto& one : wanting(event)) tell(*one.listener);
  }

 private:
  std::vector<probes::Listener*> listeners_;
  std::array<std::vector<Wanting>, std::size(probes::kEvents)> of_event_;
  probes::EventMask events_ = 0;
};

class Listeners {
 public:
  void add(probes::Listener* listener);
  void remove(probes::Listener* listener);

  // Null in a plain run. Good as long as this object: a grid keeps those that it began with.
  const ListenerSet* current() const { return current_.load(std::memory_order_acquire); }

 private:
  void change(std::vector<probes::Listener*> listeners);

  std::mutex mutex_;
  std::vector<std::unique_ptr<const ListenerSet>> all_;
  std::atomic<const ListenerSet*> current_{nullptr};
};

}  // namespace heddle::engine
