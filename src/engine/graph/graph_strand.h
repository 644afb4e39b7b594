// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph_run.h"

namespace heddle::engine {

class GraphRun::Strand final : public Operation {
 public:
  Strand(std::shared_ptr<GraphRun> run, bool main);
  // Goes on with a kernel that was left in the middle.
  Strand(std::shared_ptr<GraphRun> run, Ready at, std::shared_ptr<KernelOperation> kernel);

  unsigned prepare() override;
  void work(unsigned share) override;
  void finish() override;
  Next next() override;
  Size size() const override;
  bool is_host_function() const override;
  bool waits() const override;

 private:
  const std::shared_ptr<GraphRun> run_;
  const bool main_;
  bool begun_;
  std::optional<Ready> current_;  // the long task of this step; none: small ones
  std::shared_ptr<KernelOperation> kernel_;
  std::optional<LibraryRun> library_;
};

}  // namespace heddle::engine
