// SPDX-License-Identifier: Apache-2.0
// arithcheck (only when asked for): results that C++ or IEEE 754 do not define, or that are not
// numbers, of operations whose result the program certainly uses.
#pragma once

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class ArithmeticCheck : public probes::Listener {
 public:
  explicit ArithmeticCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override { return probes::mask(probes::Event::kArithmetic); }
  void operation(const probes::Operation& event) override;

 private:
  Session& session_;
};

}  // namespace heddle::checker
