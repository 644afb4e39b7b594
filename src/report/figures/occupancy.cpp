// SPDX-License-Identifier: Apache-2.0
// Occupancy over one thing at a time, as steps, with the launch as a point.
#include <fmt/format.h>

#include <algorithm>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace heddle::report {

using profiler::OccupancyCurve;

namespace {

constexpr double kPanelWidth = 300, kPanelHeight = 170, kLeft = 48, kTop = 56, kGap = 40;

void draw(svg::Picture& picture, double left, const OccupancyCurve& curve,
          gpu::Integer most_warps) {
  const double right = left + kPanelWidth - kLeft, bottom = kTop + kPanelHeight;
  const auto x = svg::Scale::linear(0, static_cast<double>(curve.most), left, right);
  const auto y = svg::Scale::linear(0, static_cast<double>(most_warps), bottom, kTop);
  svg::horizontal_axis(picture, x, left, right, bottom);
  svg::vertical_axis(picture, y, left, kTop, bottom);
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < curve.steps.size(); ++k) {
    const auto& step = curve.steps[k];
    const auto until = k + 1 < curve.steps.size() ? curve.steps[k + 1].x : curve.most;
    const double level = y(static_cast<double>(step.warps));
    points.emplace_back(x(static_cast<double>(step.x)), level);
    points.emplace_back(x(static_cast<double>(until)), level);
  }
  picture.path(points, svg::Look::kLine);
  const double at_x = x(static_cast<double>(curve.now));
  const double at_y = y(static_cast<double>(curve.warps_now));
  picture.line(at_x, bottom, at_x, at_y, svg::Look::kSoftLine);
  picture.dot(at_x, at_y, 5);
  picture.text((left + right) / 2, bottom + 34, fmt::format("{}: now {}", curve.over, curve.now),
               svg::Align::kMiddle);
}

}  // namespace

std::string occupancy_figure(const std::string& title, const gpu::Model& model,
                             const std::vector<OccupancyCurve>& curves) {
  const double width = static_cast<double>(curves.size()) * (kPanelWidth + kGap) + kGap;
  svg::Picture picture(width, kTop + kPanelHeight + 48, "Occupancy: " + title);
  picture.text(8, 16,
               fmt::format("Warps on an SM of {} (at most {})", model.name, model.sm.max_warps));
  picture.text(8, 32, title);
  double left = kLeft;
  for (const auto& curve : curves) {
    draw(picture, left, curve, model.sm.max_warps);
    left += kPanelWidth + kGap;
  }
  return picture.finish();
}

}  // namespace heddle::report
