// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <variant>
#include <vector>

#include "cli/commands.h"
#include "frontend/failure.h"
#include "gpu/describe.h"
#include "gpu/registry.h"
#include "support/environment.h"

namespace heddle::cli {

int devices(const DevicesOptions& options) {
  if (options.list) {
    fmt::print("{}", gpu::list_models_text());
    return 0;
  }
  std::string chosen = options.models;
  if (chosen.empty()) {
    const char* setting = support::variable("HEDDLE_GPU");
    chosen = setting != nullptr ? setting : std::string(gpu::kDefaultModel);
  }
  const auto found = gpu::find_models(chosen);
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

}  // namespace heddle::cli
