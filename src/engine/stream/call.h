// SPDX-License-Identifier: Apache-2.0
// Operations that call something.
#pragma once

#include <utility>

#include "engine/stream/operation.h"
#include "engine/stream/operation_memory.h"
#include "engine/stream/order_events.h"

namespace heddle::engine {

// A callable.
template <class Run>
class Call final : public Operation {
 public:
  Call(Run run, Size size) : run_(std::move(run)), size_(size) {}
  void work(unsigned) override { run_(); }
  Size size() const override { return size_; }

 private:
  Run run_;
  const Size size_;
};

template <class Run>
OperationRef make_call(Run run, Operation::Size size) {
  return make_operation<Call<Run>>(std::move(run), size);
}

// A callable that is the user's.
template <class Run>
class HostFunction final : public Operation {
 public:
  HostFunction(Run run, const OrderEvents& events) : run_(std::move(run)), events_(events) {}
  void work(unsigned) override {
    events_.at_work(told_as(), false);
    run_();
    events_.at_work(told_as(), true);
  }
  bool is_host_function() const override { return true; }

 private:
  Run run_;
  const OrderEvents& events_;
};

template <class Run>
OperationRef make_host_function(Run run, const OrderEvents& events) {
  return make_operation<HostFunction<Run>>(std::move(run), events);
}

}  // namespace heddle::engine
