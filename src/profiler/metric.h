// SPDX-License-Identifier: Apache-2.0
// A metric: a row of a table, from which the output, --list-metrics and docs/metrics.md are made.
// Names and meanings are those that people know from NVIDIA's profiler; what it has no name for
// begins with "heddle__".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gpu/occupancy.h"
#include "profiler/profile.h"
#include "profiler/totals.h"

namespace heddle::profiler {

enum class Kind {
  kExact,  // follows from the addresses and masks of the lanes, or from the launch: as on a GPU
  kAsCompiled,  // of the instructions that Heddle's compiler makes, which a vendor's may not
  kEstimate,
};
const char* kind_name(Kind kind);

// A launch on a GPU: what the metrics are computed from.
struct Seen {
  const Profile& profile;
  const Totals& totals;
  const gpu::Model& model;
  int registers;             // of a thread
  bool registers_are_given;  // by the user; else an estimate
  const gpu::Occupancy& occupancy;
};

struct Value {
  std::optional<double> number;
  std::string text;          // of metrics that are no number
  std::string absent;        // why there is neither: a sentence
  std::optional<Kind> kind;  // where it differs from the metric's

  bool is_known() const { return number.has_value() || !text.empty(); }
  static Value of(double number) { return {number, {}, {}, {}}; }
  static Value of_text(std::string text) { return {{}, std::move(text), {}, {}}; }
  static Value none(std::string why) { return {{}, {}, std::move(why), {}}; }
};

struct Metric {
  std::string_view name;
  std::string_view label;  // in the details page
  std::string_view unit;   // "" where it is a number of things named in the label
  Kind kind;
  std::string_view sentence;
  std::string_view how;  // it is computed
  Value (*value)(const Seen& seen);
  bool counts;  // needs counters: absent where nothing in the kernel was counted
};

// In the order in which people know them.
struct MetricSection {
  std::string_view name;
  std::span<const Metric> metrics;
};
std::span<const MetricSection> metric_sections();

// Of this name, with or without the ".sum", ".pct" or ".ratio" at its end; null: there is none.
const Metric* find_metric(std::string_view name);
// "there is no metric 'x'; the nearest names are ...", or why a metric of NVIDIA's is not there.
std::string no_such_metric(std::string_view name);

Value value_of(const Metric& metric, const Seen& seen);

}  // namespace heddle::profiler
