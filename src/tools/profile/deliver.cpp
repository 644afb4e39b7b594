// SPDX-License-Identifier: Apache-2.0
#include "tools/profile/deliver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <variant>

#include "gpu/registry.h"
#include "report/comparison.h"
#include "report/figures/figures.h"
#include "support/read_file.h"
#include "support/settings.h"
#include "support/trusted_folder.h"

namespace heddle::tools {

using profiler::Options;
using report::ProfileReport;
using support::OptionError;

namespace {

void write_to(int file, const std::string& path, const std::string& text) {
  if (support::write_all(file, text.data(), text.size())) return;
  throw OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

// The form is decided by these, so --baseline can refuse all others before anything runs.
bool is_html(const Options& options) {
  return options.format == "text" && options.output.ends_with(".html");
}

std::string html_of(const ProfileReport& report, const Options& options,
                    std::span<const ReportFile> baselines) {
  if (baselines.empty()) return report::profile_as_html(report);
  const auto json = report::profile_as_compact_json(report);
  const auto after = report::saved_report(options.output, json);
  std::vector<report::Compared> compared;
  for (const auto& baseline : baselines) {
    compared.push_back({baseline.name, &baseline.report, &after,
                        profiler::compare(baseline.report, after, options.threshold)});
  }
  return report::report_as_html(json, compared);
}

std::string page_of(const ProfileReport& report, const Options& options,
                    std::span<const ReportFile> baselines) {
  if (options.format == "json") return report::profile_as_json(report);
  if (options.format == "csv") return report::profile_as_csv(report);
  if (is_html(options)) return html_of(report, options, baselines);
  std::string text = "==HEDDLE PROFILE==\n";
  if (options.predict) text += report::times_page(report);
  if (options.page == "source") {
    text += report::source_page(report);
  } else if (options.page == "raw") {
    text += report::raw_page(report);
  } else if (options.page == "summary") {
    text += report::summary_page(report);
  } else {
    text += report::details_page(report);
  }
  for (const auto& remark : report::remarks_on(report.run)) text += fmt::format("  {}\n", remark);
  return text;
}

void write_figures(const ProfileReport& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OptionError(fmt::format("cannot make {}: {}", folder, error.message()));
  for (const auto& figure : report::figures_of(report)) {
    write_file(fmt::format("{}/{}.svg", folder, figure.name), figure.svg);
  }
}

}  // namespace

ReportFile read_report_file(const std::string& path) {
  auto text = support::read_file(path);
  if (!text) throw OptionError(fmt::format("cannot read {}", path));
  auto report = report::saved_report(path, *text);
  return {path, std::move(*text), std::move(report)};
}

Asked asked_for(const Options& options) {
  Asked asked;
  auto found = gpu::find_models(options.gpus.empty() ? support::chosen_gpus() : options.gpus);
  if (const auto* sentence = std::get_if<std::string>(&found)) {
    throw OptionError(fmt::format("--gpu: {}", *sentence));
  }
  asked.gpus = std::get<std::vector<gpu::Model>>(std::move(found));
  for (const auto& name : options.metrics) {
    const auto* metric = profiler::find_metric(name);
    if (!metric) throw OptionError(fmt::format("--metrics: {}", profiler::no_such_metric(name)));
    asked.metrics.push_back(metric);
  }
  if (!options.baselines.empty() && (!is_html(options) || !options.trace.empty())) {
    throw OptionError("--baseline is for the HTML report (-o FILE.html); see --compare for text");
  }
  if (!options.records.empty()) return asked;  // another process reports, from its own folder
  for (const auto& path : options.baselines) asked.baselines.push_back(read_report_file(path));
  return asked;
}

void deliver(profiler::Run run, std::vector<std::string> command, const Options& options,
             Asked asked, int otherwise) {
  ProfileReport report;
  report.version = HEDDLE_VERSION;
  report.command = std::move(command);
  report.run = std::move(run);
  report.gpus = std::move(asked.gpus);
  report.metrics = std::move(asked.metrics);
  for (const auto& profile : report.run.profiles) {
    auto& evaluations = report.evaluations.emplace_back();
    auto& pictures = report.pictures.emplace_back();
    for (const auto& model : report.gpus) {
      evaluations.push_back(profiler::evaluate(profile, model, options.registers));
      pictures.push_back(
          profiler::pictures_of(profile, model, evaluations.back(), options.registers));
    }
    report.lines.push_back(profiler::lines_of(profile));
  }
  if (!options.figures.empty()) write_figures(report, options.figures);
  const auto text = page_of(report, options, asked.baselines);
  if (options.output.empty()) {
    write_to(otherwise, "the report", text);
    return;
  }
  write_file(options.output, text);
}

void write_file(const std::string& path, const std::string& text) {
  const support::Descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) throw OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  write_to(file.number(), path, text);
}

}  // namespace heddle::tools
