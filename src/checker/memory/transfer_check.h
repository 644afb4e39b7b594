// SPDX-License-Identifier: Apache-2.0
// memcheck, copies and sets of the runtime: do both sides lie in one live allocation each? Also of
// calls that answered an error, which programs tend not to look at.
#pragma once

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class TransferCheck : public probes::Listener {
 public:
  explicit TransferCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override { return mask(probes::Event::kTransfer); }
  void transfer(const probes::Transfer& event) override;

 private:
  void check(const probes::Transfer& event, const probes::TransferBox& box, bool is_write);

  Session& session_;
};

}  // namespace heddle::checker
