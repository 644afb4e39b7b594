// SPDX-License-Identifier: Apache-2.0
#include "engine/probes/listeners.h"

#include "engine/probes/untold.h"

namespace heddle::engine {

void Listeners::change(std::vector<probes::Listener*> listeners) {
  const ListenerSet* next = nullptr;
  if (!listeners.empty()) {
    all_.push_back(std::make_unique<const ListenerSet>(std::move(listeners)));
    next = all_.back().get();
  }
  current_.store(next, std::memory_order_release);
  Untold::close_all();
}

void Listeners::add(probes::Listener* listener) {
  std::lock_guard lock(mutex_);
  const ListenerSet* now = current();
  auto listeners = now ? now->listeners() : std::vector<probes::Listener*>();
  listeners.push_back(listener);
  change(std::move(listeners));
}

void Listeners::remove(probes::Listener* listener) {
  std::lock_guard lock(mutex_);
  const ListenerSet* now = current();
  auto listeners = now ? now->listeners() : std::vector<probes::Listener*>();
  std::erase(listeners, listener);
  change(std::move(listeners));
}

}  // namespace heddle::engine
