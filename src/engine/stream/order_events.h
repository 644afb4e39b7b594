// SPDX-License-Identifier: Apache-2.0
// Tells tools of the order that the program gives its work (probes/events.h, WorkOrder). In a plain
// run all that is left of it is a look at a pointer for each operation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/probes/listeners.h"

namespace heddle::engine {

class Device;
class Operation;
class Stream;

// Hears of work that is given with what it uses, and of waits, where tools want to know what the
// host program does meanwhile.
class UseObserver {
 public:
  virtual void given(std::uint64_t work, std::span<const probes::GivenUse> uses) = 0;
  virtual void waited(const ListenerSet& tools) = 0;

 protected:
  ~UseObserver() = default;
};

class OrderEvents {
 public:
  void tell_uses(UseObserver* observer) { observer_ = observer; }
  // Null: nobody listens. Streams live longer than the listeners do.
  void tell(const Listeners* listeners) { listeners_ = listeners; }

  // Whether some tool wants to know.
  explicit operator bool() const { return listening() != nullptr; }

  // All of these do nothing where no tool wants to know. Hold no lock of the scheduler: the tool
  // runs meanwhile.
  void made(const Stream& stream) const;
  void gone(const Stream& stream) const;
  // Gives the operation a number if it has none. Before it is submitted.
  void given(const Stream& stream, Operation& operation, const Operation* also_after) const;
  // For what takes effect at once and has a place in the stream all the same. Returns its number.
  std::uint64_t given(const Stream& stream) const;
  void follows(const Stream& stream, const Operation& before) const;
  // Of a graph's launch, which is submitted next. Returns its number, and those of its nodes
  // follow. 0: nobody listens.
  std::uint64_t graph(std::uint32_t nodes, std::span<const probes::NodeOrder> edges) const;
  void waited(const Operation& operation) const;
  void waited(const Stream& stream) const;
  void waited_for_device(int device) const;

  // Work with this number begins or has ended, in the calling thread. 0: nothing.
  void at_work(std::uint64_t work, bool ended) const {
    if (work != 0) [[unlikely]]
      tell_time(work, ended);
  }

 private:
  const ListenerSet* listening(probes::Event event = probes::Event::kWorkOrder) const {
    const ListenerSet* tools = listeners_ ? listeners_->current() : nullptr;
    return tools && probes::has(tools->events(), event) ? tools : nullptr;
  }
  void tell(probes::WorkOrder event) const;
  void tell(probes::OrderChange change, const Stream& stream, std::uint64_t work = 0,
            std::uint64_t after = 0) const;

  void tell_waited() const;
  void tell_time(std::uint64_t work, bool ended) const;

  const Listeners* listeners_ = nullptr;
  UseObserver* observer_ = nullptr;
};

}  // namespace heddle::engine
