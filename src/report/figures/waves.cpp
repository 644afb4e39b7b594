// SPDX-License-Identifier: Apache-2.0
// The waves in which the blocks of a grid come to the multiprocessors: a column for each wave,
// filled as far as blocks fill each multiprocessor, if all blocks take the same time.
#include <fmt/format.h>

#include <algorithm>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace heddle::report {

using gpu::Integer;
using profiler::Waves;

namespace {

constexpr double kLeft = 48, kTop = 56, kHeight = 200, kColumn = 36, kGap = 6;
constexpr Integer kMostColumns = 16;  // more waves are told, not drawn

// One wave. Its blocks are handed out in turn, so some multiprocessors may have one more than the
// others.
void draw_wave(svg::Picture& picture, double left, const Waves& waves, Integer blocks,
               const std::string& name) {
  const auto each = blocks / waves.sm_count, more = blocks % waves.sm_count;
  const auto draw = [&](Integer from, Integer to, Integer here) {
    if (from == to || here == 0) return;
    const double cell = kHeight / static_cast<double>(waves.sm_count);
    const double width =
        kColumn * static_cast<double>(here) / static_cast<double>(waves.blocks_per_sm);
    picture.box(
        left, kTop + static_cast<double>(from) * cell, width, static_cast<double>(to - from) * cell,
        svg::Look::kFilled,
        fmt::format("SM {} to {}: {} of {} blocks", from, to - 1, here, waves.blocks_per_sm));
  };
  picture.box(left, kTop, kColumn, kHeight, svg::Look::kEmpty);
  draw(0, more, each + 1);
  draw(more, waves.sm_count, each);
  picture.text(left + kColumn / 2, kTop + kHeight + 16, name, svg::Align::kMiddle);
}

}  // namespace

std::string waves_figure(const std::string& title, const Waves& waves) {
  const auto columns = std::min(waves.full, kMostColumns) + (waves.rest > 0 ? 1 : 0) +
                       (waves.full > kMostColumns ? 1 : 0);
  const double width =
      std::max(420.0, kLeft + static_cast<double>(columns) * (kColumn + kGap) + kGap);
  svg::Picture picture(width, kTop + kHeight + 48, "Waves: " + title);
  const auto per_wave = waves.blocks_per_sm * waves.sm_count;
  picture.text(8, 16,
               fmt::format("{} blocks, {} in a wave ({} SMs of {}): {} full waves{}", waves.blocks,
                           per_wave, waves.sm_count, waves.blocks_per_sm, waves.full,
                           waves.rest > 0 ? fmt::format(" and {} blocks", waves.rest) : ""));
  picture.text(8, 32, title);
  picture.text(kLeft - 8, kTop + 10, "SM 0", svg::Align::kEnd);
  picture.text(kLeft - 8, kTop + kHeight, fmt::format("{}", waves.sm_count - 1), svg::Align::kEnd);
  double left = kLeft;
  for (Integer wave = 1; wave <= std::min(waves.full, kMostColumns); ++wave) {
    draw_wave(picture, left, waves, per_wave, fmt::format("{}", wave));
    left += kColumn + kGap;
  }
  if (waves.full > kMostColumns) {
    picture.text(left + kColumn / 2, kTop + kHeight / 2, "...", svg::Align::kMiddle);
    left += kColumn + kGap;
  }
  if (waves.rest > 0)
    draw_wave(picture, left, waves, waves.rest, fmt::format("{}", waves.full + 1));
  picture.text(8, kTop + kHeight + 38,
               "Waves from left to right, SMs from top to bottom; filled: as many blocks as fit.");
  return picture.finish();
}

}  // namespace heddle::report
