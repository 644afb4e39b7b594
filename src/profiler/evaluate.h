// SPDX-License-Identifier: Apache-2.0
// A profile on a GPU: metrics and advice.
#pragma once

#include <optional>
#include <vector>

#include "profiler/advice.h"
#include "profiler/metric.h"

namespace heddle::profiler {

struct Evaluation {
  struct Row {
    const Metric* metric;
    Value value;
  };
  std::vector<Row> rows;  // in the order of the sections
  std::vector<Advice> advice;

  const Value& of(const Metric& metric) const;
};

// How many blocks of it lie on an SM.
gpu::Occupancy occupancy_of(const Profile& profile, const gpu::Model& model,
                            std::optional<int> registers);

// `registers`: of a thread, instead of the estimate.
// What a launch asks of a multiprocessor.
gpu::KernelUse use_of(const Profile& profile, const gpu::Model& model,
                      std::optional<int> registers);

Evaluation evaluate(const Profile& profile, const gpu::Model& model, std::optional<int> registers);

}  // namespace heddle::profiler
