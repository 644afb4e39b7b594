// SPDX-License-Identifier: Apache-2.0
#include "report/figures/figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::report {
namespace {

using profiler::Access;

// Accesses of a launch that are drawn: those with most above the ideal.
constexpr std::size_t kMostAccesses = 4;

std::string place_text(const Access& access) {
  if (access.places.empty()) return "";
  return fmt::format("{}:{}", file_text(access.places[0].file), access.places[0].line);
}

std::vector<const Access*> costliest(const profiler::Profile& profile, bool shared) {
  std::vector<const Access*> all;
  for (const auto& access : profile.accesses) {
    const auto requests = shared ? access.sums.shared_requests : access.sums.global_requests;
    if (access.costly.active != 0 && requests != 0 && !(shared && access.sums.global_requests)) {
      all.push_back(&access);
    }
  }
  // Of equal ones, the first: they stand in the order of the code.
  std::ranges::sort(all, {}, [](const Access* a) { return std::pair(~a->costly.excess, a); });
  if (all.size() > kMostAccesses) all.resize(kMostAccesses);
  return all;
}

}  // namespace

std::vector<Figure> figures_of(const ProfileReport& report) {
  std::vector<Figure> figures;
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    const auto title = launch_title(profile);
    const auto launch = profile.process == 0 ? fmt::format("launch{}", profile.first_launch)
                                             : fmt::format("process{}-launch{}", profile.process,
                                                           profile.first_launch);
    for (std::size_t g = 0; g < report.gpus.size(); ++g) {
      const auto& model = report.gpus[g];
      const auto& pictures = report.pictures[k][g];
      const auto name = [&](const char* what) {
        return fmt::format("{}-{}-{}", launch, model.id, what);
      };
      figures.push_back({name("occupancy"), occupancy_figure(title, model, pictures.curves)});
      figures.push_back({name("roofline"), roofline_figure(title, model, pictures.roofline)});
      if (pictures.waves) figures.push_back({name("waves"), waves_figure(title, *pictures.waves)});
    }
    std::size_t number = 0;
    for (const bool shared : {false, true}) {
      for (const auto* access : costliest(profile, shared)) {
        const auto of = fmt::format("{} {}", place_text(*access), access->variable);
        const auto name = fmt::format("{}-{}{}", launch, shared ? "banks" : "sectors", ++number);
        figures.push_back({name, shared ? banks_figure(of, *access) : sectors_figure(of, *access)});
      }
      number = 0;
    }
  }
  return figures;
}

}  // namespace heddle::report
