// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_json.h"

namespace heddle::report {

using profiler::Change;
using profiler::SavedProfile;

namespace {

constexpr int kComparisonSchema = 1;

Json to_json(const Change& change) {
  const auto ratio = change.ratio();
  return {{"before", change.before},
          {"after", change.after},
          {"ratio", ratio ? Json(*ratio) : Json(nullptr)},
          {"verdict", change.is_worse()    ? "worse"
                      : change.is_better() ? "better"
                                           : "neither"}};
}

Json to_json(const std::vector<Change>& changes) {
  Json json = Json::object();
  for (const auto& change : changes) json[change.name] = to_json(change);
  return json;
}

Json launch_of(const SavedProfile* profile) {
  if (!profile) return nullptr;
  return {{"process", profile->process},
          {"first_launch", profile->first_launch},
          {"launches", profile->launches},
          {"grid", profile->grid},
          {"block", profile->block},
          {"cluster", profile->cluster},
          {"dynamic_shared_bytes", profile->dynamic_shared}};
}

Json number_or_null(std::uint32_t line) {
  return line == 0 ? Json(nullptr) : Json(line);
}

Json to_json(const profiler::KernelChanges& kernel) {
  Json json = {{"kernel", kernel.kernel},
               {"before", launch_of(kernel.before)},
               {"after", launch_of(kernel.after)},
               {"gpus", Json::object()},
               {"lines", Json::array()}};
  for (const auto& gpu : kernel.gpus) json["gpus"][gpu.gpu] = to_json(gpu.changes);
  for (const auto& line : kernel.lines) {
    json["lines"].push_back({{"file", line.after != 0 ? line.file_after : line.file_before},
                             {"before", number_or_null(line.before)},
                             {"after", number_or_null(line.after)},
                             {"text", line.text},
                             {"changes", to_json(line.changes)}});
  }
  return json;
}

}  // namespace

Json comparison_to_json(const profiler::Comparison& comparison, std::string_view before,
                        std::string_view after) {
  Json json = {{"tool", "heddle profile --compare"},
               {"schema", kComparisonSchema},
               {"before", before},
               {"after", after},
               {"threshold", comparison.threshold},
               {"worse", comparison.worse()},
               {"better", comparison.better()},
               {"remarks", comparison.remarks},
               {"kernels", Json::array()}};
  for (const auto& kernel : comparison.kernels) {
    if (kernel.changed()) json["kernels"].push_back(to_json(kernel));
  }
  return json;
}

std::string comparison_as_json(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after) {
  return comparison_to_json(comparison, before, after)
             .dump(1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace heddle::report
