// SPDX-License-Identifier: Apache-2.0
// memcheck, the host program itself: does it touch memory of a device, which only copies and
// kernels may touch?
#pragma once

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class HostAccessCheck : public probes::Listener {
 public:
  explicit HostAccessCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override { return mask(probes::Event::kHostAccess); }
  void host_access(const probes::HostAccess& event) override;

 private:
  Session& session_;
};

}  // namespace heddle::checker
