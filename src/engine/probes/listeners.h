// SPDX-License-Identifier: Apache-2.0
// The tools that listen (probes/listener.h).
#pragma once

#include <atomic>
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
    for (const auto* listener : listeners_) wanted_.push_back(listener->events());
    for (const auto events : wanted_) events_ |= events;
  }

  probes::EventMask events() const { return events_; }
  const std::vector<probes::Listener*>& listeners() const { return listeners_; }

  // Calls `tell(listener)` for those that want `event`.
  template <class Tell>
  void tell(probes::Event event, Tell tell) const {
    tell_with_wanted(event, [&](probes::Listener& listener, probes::EventMask) { tell(listener); });
  }
  // Calls `tell(listener, all that it wants)`.
  template <class Tell>
  void tell_with_wanted(probes::Event event, Tell tell) const {
    for (std::size_t i = 0; i < listeners_.size(); ++i) {
      if (probes::has(wanted_[i], event)) tell(*listeners_[i], wanted_[i]);
    }
  }

 private:
  std::vector<probes::Listener*> listeners_;
  std::vector<probes::EventMask> wanted_;
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
