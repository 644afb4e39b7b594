// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <variant>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"
#include "gpu/describe.h"
#include "gpu/registry.h"
#include "support/settings.h"

namespace heddle::cli {

namespace {

struct Options {
  std::string models;  // separated by commas; empty: HEDDLE_GPU
  bool list = false, json = false, help = false;
};

constexpr support::OptionRow<Options> kRows[] = {
    {"--list", "", "one line for each model that Heddle knows",
     [](Options& o, const std::string&) { o.list = true; }},
    {"--json", "", "every number with its unit and source",
     [](Options& o, const std::string&) { o.json = true; }},
    {"--help", "", "this text", [](Options& o, const std::string&) { o.help = true; }},
};

// Options may stand on either side of the models.
Options read(std::span<const std::string> words) {
  Options options;
  while (!words.empty()) {
    words = words.subspan(support::read_option_rows(kRows, words, options));
    if (words.empty()) break;
    if (words[0].starts_with('-') || !options.models.empty()) {
      throw frontend::Failure(fmt::format("heddle devices takes no '{}'", words[0]));
    }
    options.models = words[0];
    words = words.subspan(1);
  }
  return options;
}

int shown(const Options& options) {
  if (options.list) {
    fmt::print("{}", gpu::list_models_text());
    return 0;
  }
  const auto found =
      gpu::find_models(options.models.empty() ? support::chosen_gpus() : options.models);
  if (const auto* sentence = std::get_if<std::string>(&found)) throw frontend::Failure(*sentence);
  const auto& models = std::get<std::vector<gpu::Model>>(found);
  if (options.json) {
    fmt::print("{}", gpu::describe_json(models));
    return 0;
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    fmt::print("{}{}", i == 0 ? "" : "\n", gpu::describe_text(models[i], static_cast<int>(i)));
  }
  return 0;
}

}  // namespace

std::vector<support::OptionText> devices_options() {
  return support::option_texts(kRows);
}

int devices(std::span<const std::string> words) {
  try {
    const Options options = read(words);
    if (!options.help) return shown(options);
    fmt::print("{}\n{}", usage_of("devices"), support::option_rows_help(kRows));
    return 0;
  } catch (const support::OptionError& error) {
    throw frontend::Failure(error.what());
  }
}

}  // namespace heddle::cli
