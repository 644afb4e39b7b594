// SPDX-License-Identifier: Apache-2.0
#include "support/environment.h"

#include <sys/auxv.h>

#include <cstdlib>

namespace heddle::support {

bool has_foreign_rights() {
  return getauxval(AT_SECURE) != 0;
}

const char* variable(const char* name) {
  return has_foreign_rights() ? nullptr : std::getenv(name);
}

std::string cache_directory() {
  const auto given = [](const char* name) {
    const char* value = variable(name);
    return std::string(value ? value : "");
  };
  if (std::string dir = given("HEDDLE_CACHE_DIR"); !dir.empty()) return dir;
  if (std::string dir = given("XDG_CACHE_HOME"); !dir.empty()) return dir + "/heddle";
  if (std::string dir = given("HOME"); !dir.empty()) return dir + "/.cache/heddle";
  return "";
}

}  // namespace heddle::support
