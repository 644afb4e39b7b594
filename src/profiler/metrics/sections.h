// SPDX-License-Identifier: Apache-2.0
// The rows of each section.
#pragma once

#include "profiler/metric.h"

namespace heddle::profiler {

std::span<const Metric> roofline_metrics();
std::span<const Metric> time_metrics();
std::span<const Metric> memory_metrics();
std::span<const Metric> cache_metrics();
std::span<const Metric> instruction_metrics();
std::span<const Metric> launch_metrics();
std::span<const Metric> occupancy_metrics();

// Helpers of rows.
Value ratio(double numerator, double denominator, const char* of_nothing);

}  // namespace heddle::profiler
