// SPDX-License-Identifier: Apache-2.0
// memcheck, calls of the runtime: which errors did nobody ask for? Reported at the end, since a
// program may look at them late; where something else was found at the call already, it is not said
// again.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class ApiCheck : public probes::Listener {
 public:
  explicit ApiCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override { return mask(probes::Event::kApi); }
  void api(const probes::Api& event) override;
  // The program has ended.
  void finish();

 private:
  struct Failed {
    std::uint64_t place;
    int error;
    Finding finding;
    std::uint64_t times = 1;
  };

  Session& session_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Failed>> not_looked_at_;  // by thread
};

}  // namespace heddle::checker
