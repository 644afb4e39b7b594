// SPDX-License-Identifier: Apache-2.0
#include "checker/async/unwaited_copy.h"

#include <fmt/format.h>

#include <utility>

namespace heddle::checker {

Finding unwaited_copy(Side use, Side copy, const probes::Site& access, std::uint64_t offset) {
  const bool stores = access.is_store();
  use.action = stores ? "Write access" : "Read access";
  copy.action = "Copy";
  Finding finding;
  finding.headline = fmt::format("Asynchronous copy is not waited for before its target is {}",
                                 stores ? "written" : "read");
  finding.sides = {std::move(use), std::move(copy)};
  finding.address = offset;
  finding.notes.push_back(fmt::format("At byte {} of the block's shared memory", offset));
  finding.notes.emplace_back(
      "The copy's thread must wait for it first (cp.async.wait_group, __pipeline_wait_prior), and "
      "others behind a barrier after that");
  return finding;
}

}  // namespace heddle::checker
