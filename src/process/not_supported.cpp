// SPDX-License-Identifier: Apache-2.0
#include "process/not_supported.h"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <string>

#include "process/error_log.h"
#include "support/message.h"

namespace heddle::process {

void tell_not_supported(const char* what) {
  log_warning(fmt::format("{} is not supported", what));
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::lock_guard lock(mutex);
  if (told.insert(what).second) support::message(fmt::format("{} is not supported", what));
}

}  // namespace heddle::process
