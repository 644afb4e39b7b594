// SPDX-License-Identifier: Apache-2.0
// What changed between two reports: by kernel, GPU and metric, and by line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiler/saved.h"

namespace heddle::profiler {

// Whether more of something is good.
enum class Direction : std::uint8_t { kNeither, kLessIsBetter, kMoreIsBetter };
Direction direction_of(const std::string& metric);

struct Change {
  std::string name, label, unit;
  Direction direction = Direction::kNeither;
  double before = 0, after = 0;

  // Of what it was; none where it was 0.
  std::optional<double> ratio() const;
  bool is_worse() const;
  bool is_better() const;
};

struct GpuChanges {
  std::string gpu;
  std::vector<Change> changes;
};

// A line; 0: there is none on that side.
struct LineChange {
  std::string file_before, file_after;
  std::uint32_t before = 0, after = 0;
  std::string text;  // as it is now, else as it was
  std::vector<Change> changes;
};

struct KernelChanges {
  std::string kernel;
  const SavedProfile *before = nullptr, *after = nullptr;  // null: it is only in the other report
  std::vector<GpuChanges> gpus;
  std::vector<LineChange> lines;
  bool changed() const { return !before || !after || !gpus.empty() || !lines.empty(); }
};

// A file of both reports, and what the number of each line of it was (0: the line is new).
struct FileMatch {
  std::string before, after;
  std::vector<std::uint32_t> was;
};

struct Comparison {
  double threshold = 0;  // changes below it are left out: 0.01 is one percent
  std::vector<KernelChanges> kernels;
  std::vector<FileMatch> files;
  std::vector<std::string> remarks;  // what could not be compared: sentences

  std::uint64_t worse() const;
  std::uint64_t better() const;
  bool changed() const;
};

// Kernels are paired by name and shape, then by name alone, in the order of their launches. The
// reports must outlive the answer.
Comparison compare(const SavedReport& before, const SavedReport& after, double threshold);

}  // namespace heddle::profiler
