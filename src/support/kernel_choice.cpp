// SPDX-License-Identifier: Apache-2.0
#include "support/kernel_choice.h"

#include <fmt/format.h>

#include <string_view>

#include "support/option_words.h"

namespace heddle::support {

std::string without_parameters(const std::string& kernel) {
  constexpr std::string_view kResult = "void ";
  const auto begin = kernel.starts_with(kResult) ? kResult.size() : 0;
  const auto end = kernel.rfind(')');
  if (end == std::string::npos) return kernel.substr(begin);  // extern "C"
  std::size_t open = 0;
  for (auto k = end + 1; k-- > begin;) {
    open += kernel[k] == ')' ? 1 : 0;
    if (kernel[k] == '(' && --open == 0) return kernel.substr(begin, k - begin);
  }
  return kernel.substr(begin);
}

KernelChoice::KernelChoice(const std::string& expression) : all_(expression.empty()) {
  constexpr std::string_view kPrefix = "regex:";
  const auto text =
      expression.starts_with(kPrefix) ? expression.substr(kPrefix.size()) : expression;
  with_parameters_ = text.find("\\(") != std::string::npos;
  try {
    expression_.assign(text);
  } catch (const std::regex_error& error) {
    throw OptionError(
        fmt::format("--kernel-name: '{}' is no regular expression: {}", text, error.what()));
  }
}

bool KernelChoice::takes(const std::string& kernel) const {
  return all_ ||
         std::regex_search(with_parameters_ ? kernel : without_parameters(kernel), expression_);
}

}  // namespace heddle::support
