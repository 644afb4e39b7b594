// SPDX-License-Identifier: Apache-2.0
// --json: all that is known. docs/profile.md says what each member means.
#include <filesystem>
#include <set>

#include "report/profile_json.h"
#include "report/profile_report.h"
#include "support/read_file.h"

namespace heddle::report {

using profiler::Evaluation;
using profiler::Value;

namespace {

// Larger files are not source code that anybody reads.
constexpr std::size_t kLargestSource = std::size_t{1} << 20;

Json metrics_table() {
  Json table = Json::array();
  for (const auto& section : profiler::metric_sections()) {
    for (const auto& metric : section.metrics) {
      table.push_back({{"name", metric.name},
                       {"label", metric.label},
                       {"section", section.name},
                       {"unit", metric.unit},
                       {"kind", profiler::kind_name(metric.kind)},
                       {"sentence", metric.sentence},
                       {"how", metric.how}});
    }
  }
  return table;
}

Json value_to_json(const profiler::Metric& metric, const Value& value) {
  Json json;
  if (value.number) json["value"] = *value.number;
  if (!value.text.empty()) json["text"] = value.text;
  if (!value.is_known()) json["absent"] = value.absent;
  if (value.kind && *value.kind != metric.kind) json["kind"] = profiler::kind_name(*value.kind);
  return json;
}

Json advice_to_json(const profiler::Advice& advice) {
  Json json = {{"rule", advice.rule},     {"places", to_json(advice.places)}, {"what", advice.what},
               {"reason", advice.reason}, {"change", advice.change},          {"gain", nullptr}};
  if (advice.gain) {
    json["gain"] = {{"estimate", *advice.gain}, {"of", advice.gain_of}, {"how", advice.gain_how}};
  }
  return json;
}

Json evaluation_to_json(const Evaluation& evaluation) {
  Json metrics = Json::object();
  for (const auto& [metric, value] : evaluation.rows) {
    metrics[std::string(metric->name)] = value_to_json(*metric, value);
  }
  Json advice = Json::array();
  for (const auto& one : evaluation.advice) advice.push_back(advice_to_json(one));
  return {{"metrics", std::move(metrics)}, {"advice", std::move(advice)}};
}

// Steps as [x, warps], so that a curve takes little room.
Json pictures_to_json(const profiler::Pictures& pictures) {
  Json curves = Json::array();
  for (const auto& curve : pictures.curves) {
    Json steps = Json::array();
    for (const auto& step : curve.steps) steps.push_back({step.x, step.warps});
    curves.push_back({{"over", curve.over},
                      {"now", curve.now},
                      {"most", curve.most},
                      {"warps_now", curve.warps_now},
                      {"steps", std::move(steps)}});
  }
  Json roofline = Json::array();
  for (const auto& point : pictures.roofline) {
    roofline.push_back({{"precision", point.precision},
                        {"peak_flops", point.peak},
                        {"intensity", point.intensity},
                        {"bound_flops", point.bound}});
  }
  Json waves = nullptr;
  if (const auto& w = pictures.waves) {
    waves = {{"blocks", w->blocks},
             {"blocks_per_sm", w->blocks_per_sm},
             {"sm_count", w->sm_count},
             {"full", w->full},
             {"rest", w->rest}};
  }
  return {{"occupancy_curves", std::move(curves)},
          {"waves", std::move(waves)},
          {"roofline", std::move(roofline)}};
}

Json line_to_json(const profiler::Line& line) {
  return {{"file", line.file},
          {"line", line.line},
          {"warp_instructions", line.warp_instructions},
          {"thread_instructions", line.thread_instructions},
          {"branches", line.branches},
          {"divergent_branches", line.divergent_branches},
          {"excess_sectors", line.accesses.global_sectors - line.accesses.global_ideal_sectors},
          {"excess_wavefronts",
           line.accesses.shared_wavefronts - line.accesses.shared_ideal_wavefronts},
          {"accesses", to_json(line.accesses)}};
}

Json gpu_to_json(const gpu::Model& model) {
  return {{"id", model.id},
          {"name", model.name},
          {"compute_capability", {model.major, model.minor}},
          {"sm_count", model.chip.sm_count},
          {"warps_per_sm", model.sm.max_warps},
          {"fp32_flops", model.fp32_flops()},
          {"fp64_flops", model.fp64_flops()},
          {"memory_bytes_per_second", model.memory_bytes_per_second()}};
}

// The text of all files that lines are of; those that cannot be read are left out.
Json sources_of(const ProfileReport& report) {
  std::set<std::string> files;
  for (const auto& lines : report.lines) {
    for (const auto& line : lines) files.insert(line.file);
  }
  Json sources = Json::object();
  for (const auto& file : files) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || size > kLargestSource) continue;
    if (auto text = support::read_file(file)) sources[file] = std::move(*text);
  }
  return sources;
}

}  // namespace

std::string metrics_as_json() {
  return metrics_table().dump(1) + "\n";
}

namespace {

Json report_to_json(const ProfileReport& report) {
  Json json = {{"tool", "heddle profile"}, {"schema", kProfileSchema}, {"version", report.version}};
  json["command"] = report.command;
  json["gpus"] = Json::array();
  for (const auto& model : report.gpus) json["gpus"].push_back(gpu_to_json(model));
  json["launches"] = report.run.launches;
  json["launches_not_chosen"] = report.run.not_chosen;
  json["launches_over_limit"] = report.run.over_limit;
  json["remarks"] = remarks_on(report.run);
  json["metrics"] = metrics_table();
  json["transfers"] = Json::array();
  for (const auto& one : report.run.transfers) {
    json["transfers"].push_back({{"call", one.call}, {"count", one.count}, {"bytes", one.bytes}});
  }
  json["profiles"] = Json::array();
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    Json one = to_json(profile);
    one["remarks"] = remarks_on(profile);
    one["lines"] = Json::array();
    for (const auto& line : report.lines[k]) one["lines"].push_back(line_to_json(line));
    one["gpus"] = Json::object();
    for (std::size_t g = 0; g < report.gpus.size(); ++g) {
      auto& on_gpu = one["gpus"][report.gpus[g].id];
      on_gpu = evaluation_to_json(report.evaluations[k][g]);
      on_gpu.update(pictures_to_json(report.pictures[k][g]));
    }
    json["profiles"].push_back(std::move(one));
  }
  json["sources"] = sources_of(report);
  return json;
}

}  // namespace

// Names of files may be no UTF-8.
std::string profile_as_json(const ProfileReport& report) {
  return report_to_json(report).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string profile_as_compact_json(const ProfileReport& report) {
  return report_to_json(report).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
