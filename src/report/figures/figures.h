// SPDX-License-Identifier: Apache-2.0
// The pictures of a profile as SVG files: --figures, and heddle occupancy --figure. Each is the
// text of one file.
#pragma once

#include <string>
#include <vector>

#include "gpu/model.h"
#include "profiler/pictures.h"
#include "profiler/profile.h"
#include "report/profile_report.h"

namespace heddle::report {

// `title`: what it is of. One panel for each curve, the point of the launch in each.
std::string occupancy_figure(const std::string& title, const gpu::Model& model,
                             const std::vector<profiler::OccupancyCurve>& curves);
std::string roofline_figure(const std::string& title, const gpu::Model& model,
                            const std::vector<profiler::RooflinePoint>& points);
std::string waves_figure(const std::string& title, const profiler::Waves& waves);
// Of the most costly request of an access: which lane touches which of the 32 banks; which sectors
// of which lines the warp touches.
std::string banks_figure(const std::string& title, const profiler::Access& access);
std::string sectors_figure(const std::string& title, const profiler::Access& access);

struct Figure {
  std::string name;  // of the file, without ".svg"
  std::string svg;
};
// All that there are to draw, in the order of the launches.
std::vector<Figure> figures_of(const ProfileReport& report);

}  // namespace heddle::report
