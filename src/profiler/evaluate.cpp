// SPDX-License-Identifier: Apache-2.0
#include "profiler/evaluate.h"

#include <algorithm>

#include "profiler/inferred.h"

namespace heddle::profiler {

const Value& Evaluation::of(const Metric& metric) const {
  return std::ranges::find(rows, &metric, &Row::metric)->value;
}

gpu::KernelUse use_of(const Profile& profile, const gpu::Model& model,
                      std::optional<int> registers) {
  gpu::KernelUse use;
  use.registers = registers.value_or(static_cast<int>(profile.registers));
  use.static_shared_bytes = profile.static_shared;
  // It ran, so the program has asked for as much.
  use.max_dynamic_shared_bytes = model.sm.shared_per_block_optin_bytes - profile.static_shared;
  use.max_threads_per_block = static_cast<int>(profile.max_threads);
  return use;
}

gpu::Occupancy occupancy_of(const Profile& profile, const gpu::Model& model,
                            std::optional<int> registers) {
  return gpu::occupancy(model, use_of(profile, model, registers),
                        static_cast<gpu::Integer>(profile.threads_of_block()),
                        profile.dynamic_shared);
}

Evaluation evaluate(const Profile& profile, const gpu::Model& model, std::optional<int> registers) {
  const auto totals = totals_of(profile);
  const auto occupancy = occupancy_of(profile, model, registers);
  const Seen seen{profile,
                  totals,
                  model,
                  registers.value_or(static_cast<int>(profile.registers)),
                  registers.has_value(),
                  occupancy};
  const auto other = with_other_inferred(profile);
  const auto other_totals = other ? totals_of(*other) : Totals{};
  Evaluation result;
  for (const auto& section : metric_sections()) {
    for (const auto& metric : section.metrics) {
      auto value = value_of(metric, seen);
      if (other) {
        auto seen_other =
            Seen{*other, other_totals, model, seen.registers, seen.registers_are_given, occupancy};
        if (value_of(metric, seen_other).number != value.number) value.kind = Kind::kEstimate;
      }
      result.rows.push_back({&metric, std::move(value)});
    }
  }
  result.advice = advice_for(seen);
  return result;
}

}  // namespace heddle::profiler
