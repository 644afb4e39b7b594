// SPDX-License-Identifier: Apache-2.0
// Which launches are checked: --kernel-name, --launch-skip, --launch-count. A listener that is
// added before the checks, so that it has heard of a launch when they ask.
#pragma once

#include <mutex>
#include <unordered_set>

#include "checker/options.h"
#include "probes/listener.h"
#include "support/kernel_choice.h"

namespace heddle::checker {

class LaunchFilter : public probes::Listener {
 public:
  // Throws OptionError for a bad regular expression.
  explicit LaunchFilter(const Options& options);

  probes::EventMask events() const override { return mask(probes::Event::kKernel); }
  void kernel_begin(const probes::Launch& launch) override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;

  bool covers(const probes::Launch& launch) const;

 private:
  const bool all_;
  const std::uint64_t skip_, count_;
  support::KernelChoice name_;
  mutable std::mutex mutex_;
  std::uint64_t matched_ = 0;
  std::unordered_set<std::uint64_t> left_out_;  // by id, of those that run
};

}  // namespace heddle::checker
