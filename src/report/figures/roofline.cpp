// SPDX-License-Identifier: Apache-2.0
// Roofs of a GPU, with the bounds of a kernel under them.
#include <fmt/format.h>

#include <algorithm>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace heddle::report {
namespace {

constexpr double kLeft = 64, kRight = 690, kTop = 52, kBottom = 320;

}  // namespace

std::string roofline_figure(const std::string& title, const gpu::Model& model,
                            const std::vector<profiler::RooflinePoint>& points) {
  double first = 0.01, last = 1000;
  for (const auto& point : points) {
    first = std::min(first, point.intensity / 2);
    last = std::max(last, point.intensity * 2);
  }
  const double bandwidth = model.memory_bytes_per_second();
  struct Roof {
    std::string name;
    double peak;
  };
  std::vector<Roof> roofs{{"float", model.fp32_flops()}, {"double", model.fp64_flops()}};
  for (const auto& point : points) {
    if (point.precision == "matrix") roofs.push_back({"matrix (half)", point.peak});
  }
  const double top = std::ranges::max(roofs, {}, &Roof::peak).peak;
  const auto x = svg::Scale::logarithmic(first, last, kLeft, kRight);
  const auto y = svg::Scale::logarithmic(first * bandwidth, 2 * top, kBottom, kTop);
  svg::Picture picture(720, kBottom + 60, "Roofline: " + title);
  picture.text(8, 16,
               fmt::format("Roofline of {}: {}B/s, peaks at the highest clock", model.name,
                           svg::short_number(bandwidth)));
  picture.text(8, 32, title);
  svg::horizontal_axis(picture, x, kLeft, kRight, kBottom);
  svg::vertical_axis(picture, y, kLeft, kTop, kBottom);
  picture.text((kLeft + kRight) / 2, kBottom + 34, "FLOP/byte (theoretical bytes of L2)",
               svg::Align::kMiddle);
  picture.text(kLeft + 6, kTop + 4, "FLOP/s");
  for (const auto& [name, peak] : roofs) {
    const double ridge = std::clamp(peak / bandwidth, first, last);
    picture.path({{x(first), y(std::min(peak, first * bandwidth))},
                  {x(ridge), y(std::min(peak, ridge * bandwidth))},
                  {x(last), y(std::min(peak, last * bandwidth))}},
                 svg::Look::kLine);
    picture.text(kRight, y(peak) - 6, fmt::format("{}: {}FLOP/s", name, svg::short_number(peak)),
                 svg::Align::kEnd);
  }
  for (const auto& point : points) {
    const double at = x(point.intensity), bound = y(point.bound);
    picture.line(at, kBottom, at, bound, svg::Look::kSoftLine);
    picture.dot(at, bound, 5);
    picture.text(at + 9, bound + 16,
                 fmt::format("{}: {:.3g} FLOP/byte, at most {}FLOP/s", point.precision,
                             point.intensity, svg::short_number(point.bound)));
  }
  picture.text(8, kBottom + 52,
               points.empty() ? "No floating point operation was counted."
                              : "The point is a bound at this intensity; no time was measured.");
  return picture.finish();
}

}  // namespace heddle::report
