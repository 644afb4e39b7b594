// SPDX-License-Identifier: Apache-2.0
// A folder for one piece of work, gone when the work is done or its process is dead.
//
// Its maker holds a lock on it (flock) as long as it lives. A folder of such a name that nobody
// locks was left by a process that was killed: whoever makes the next one beside it removes it.
#pragma once

#include <span>
#include <string>

#include "support/trusted_folder.h"

namespace heddle::support {

class WorkFolder {
 public:
  // In the first of `parents` where it can be made and where no other user can exchange it. A
  // parent that is left out for that reason is told of, once in a process. Empty: in none, errno.
  explicit WorkFolder(std::span<const std::string> parents);
  WorkFolder(WorkFolder&& other) noexcept = default;
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  explicit operator bool() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  int descriptor() const { return locked_.number(); }

  // It has another name now, and is to stay.
  void release() { path_.clear(); }
  // It stays, with its lock, as long as this process and the program that takes its place by exec.
  void keep_through_exec();

 private:
  bool make_in(const TrustedFolder& parent);

  std::string path_;
  Descriptor locked_;
};

// Where temporary files go: $TMPDIR, if that counts, and /tmp.
std::vector<std::string> temporary_parents();
// In memory where the system has such a file system, else there.
std::vector<std::string> memory_parents();

// Removes what dead processes left in these. WorkFolder does it once in a process.
void remove_abandoned(std::span<const std::string> parents);

}  // namespace heddle::support
