// SPDX-License-Identifier: Apache-2.0
#include "frontend/library_helpers.h"

#include <regex>

namespace heddle::frontend {

std::string share_helpers(std::string text, const Places& places) {
  if (places.empty()) return text;
  static const std::regex declaration("\\bstatic(\\s+void\\s+__assign_one\\s*\\()");
  return std::regex_replace(text, declaration,
                            "static __attribute__((host)) __attribute__((device))$1");
}

}  // namespace heddle::frontend
