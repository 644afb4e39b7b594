// SPDX-License-Identifier: Apache-2.0
#include "process/device_models.h"

#include "gpu/registry.h"
#include "support/message.h"

namespace heddle::process {
std::vector<gpu::Model> chosen_models(const support::Settings& settings) {
  std::variant<std::vector<gpu::Model>, std::string> found = gpu::find_models(settings.gpu);
  if (std::string* wrong = std::get_if<std::string>(&found)) {
    support::usage_error("HEDDLE_GPU: " + *wrong);
  }
  return std::get<std::vector<gpu::Model>>(std::move(found));
}

}  // namespace heddle::process
