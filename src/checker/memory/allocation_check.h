// SPDX-License-Identifier: Apache-2.0
// memcheck, the program's own memory: keeps the session's ranges, finds frees that are wrong and,
// at the end, what was never freed.
#pragma once

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class AllocationCheck : public probes::Listener {
 public:
  explicit AllocationCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override { return mask(probes::Event::kMemory); }
  void memory(const probes::Memory& event) override;

  // Reports all that lives and is the program's to free.
  void report_leaks();

 private:
  void refused(const probes::Memory& event);

  Session& session_;
};

}  // namespace heddle::checker
