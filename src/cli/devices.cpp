// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <variant>
#include <vector>

#include "cli/commands.h"
#include "frontend/failure.h"
#include "gpu/describe.h"
#include "gpu/registry.h"
#include "support/settings.h"

namespace heddle::cli {

int devices(const DevicesOptions& options) {
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

}  // namespace heddle::cli
