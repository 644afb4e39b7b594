// SPDX-License-Identifier: Apache-2.0
// The files of a new project, made from src/starter/project by the build.
#pragma once

#include <span>
#include <string_view>

namespace heddle::starter {

struct File {
  std::string_view path;  // in the project's folder
  std::string_view text;  // with @NAME@ for the project's name
};

std::span<const File> files();

}  // namespace heddle::starter
