// SPDX-License-Identifier: Apache-2.0
#include "profiler/rules/lane_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "support/source_lines.h"

namespace heddle::profiler {
namespace {

std::uint64_t bytes_of(std::int64_t distance) {
  return static_cast<std::uint64_t>(std::abs(distance));
}

std::vector<std::int64_t> offsets_of(const CostlyAccess& costly) {
  std::vector<std::int64_t> offsets;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    if (costly.active >> lane & 1)
      offsets.push_back(static_cast<std::int64_t>(costly.offsets[lane]));
  }
  return offsets;
}

// Distances between neighbours, where they are the same within rows of a power of two of lanes.
struct RowForm {
  std::size_t width;
  std::int64_t stride, pitch;
};
std::optional<RowForm> rows_of(const std::vector<std::int64_t>& offsets) {
  for (std::size_t width = 16; width >= 2; width /= 2) {
    if (offsets.size() % width != 0 || offsets.size() == width) continue;
    const RowForm form{width, offsets[1] - offsets[0], offsets[width] - offsets[0]};
    bool fits = true;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const auto along = static_cast<std::int64_t>(i % width) * form.stride;
      const auto across = static_cast<std::int64_t>(i / width) * form.pitch;
      fits = fits && offsets[i] == offsets[0] + along + across;
    }
    if (fits) return form;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> stride_of(const CostlyAccess& costly) {
  const auto offsets = offsets_of(costly);
  if (offsets.size() < 2) return std::nullopt;
  const auto stride = offsets[1] - offsets[0];
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] - offsets[i - 1] != stride) return std::nullopt;
  }
  return stride;
}

std::string lanes_in_words(const CostlyAccess& costly) {
  const auto offsets = offsets_of(costly);
  const auto count = offsets.size();
  if (count == 0) return "no lanes";
  if (count == 1) return "1 lane";
  if (const auto stride = stride_of(costly)) {
    if (*stride == 0) return fmt::format("{} lanes at one address", count);
    return fmt::format("{} lanes {} apart", count, counted(bytes_of(*stride), "byte"));
  }
  if (const auto rows = rows_of(offsets)) {
    const auto apart = rows->stride == 0 ? std::string("at one address")
                                         : counted(bytes_of(rows->stride), "byte") + " apart";
    if (rows->pitch == 0) {
      return fmt::format("{} rows of {} lanes {}, all rows at one place", count / rows->width,
                         rows->width, apart);
    }
    return fmt::format("{} rows of {} lanes {}, rows {} bytes apart", count / rows->width,
                       rows->width, apart, std::abs(rows->pitch));
  }
  const auto [low, high] = std::ranges::minmax(offsets);
  return fmt::format("{} lanes scattered over {} bytes", count, high - low);
}

std::string expression_of(const Access& access) {
  if (access.places.empty()) return access.variable;
  const auto& place = access.places[0];
  const auto line = support::source_line(place.file, place.line);
  auto text = line && place.column != 0 ? support::expression_at(*line, place.column - 1) : "";
  return text.empty() ? fmt::format("in line {}", place.line) : text;
}

const char* kind_in_words(const Access& access) {
  switch (access.kind) {
    case probes::AccessKind::kLoad:
      return "load";
    case probes::AccessKind::kStore:
      return "store";
    default:
      return "atomic operation";
  }
}

std::string counted(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace heddle::profiler
