// SPDX-License-Identifier: Apache-2.0
// memcheck, calls of the runtime: which errors did nobody ask for? Reported at the end, since a
// program may look at them late; where something else was found at the call already, it is not said
// again.
//
// Launches that end by a fault are reported at once, at the line of the kernel, and those that
// would never end by the checks of barriers and deadlocks. Every call that comes later answers that
// error: the first one is named there, and the others are no findings.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class ApiCheck : public probes::Listener {
 public:
  explicit ApiCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override {
    return (session_.options.report_api_errors ? mask(probes::Event::kApi) : 0) |
           probes::Event::kFault;
  }
  void api(const probes::Api& event) override;
  void fault(const probes::Fault& event) override;
  // The program has ended.
  void finish();

 private:
  std::optional<std::uint64_t> cause_of(const std::string& kernel, const Place& place) const;
  std::optional<std::uint64_t> report(const probes::Fault& event, const std::string& kernel,
                                      const Place& place);

  void note_endless(int error);

  struct Failed {
    std::uint64_t place;
    int error;
    Finding finding;
    std::uint64_t times = 1;
  };

  Session& session_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Failed>> not_looked_at_;  // by thread
  struct Faulted {
    std::optional<std::uint64_t> finding;  // whose first answer is not known yet
  };
  std::map<int, Faulted> faulted_;  // by the error that calls answer since
};

}  // namespace heddle::checker
