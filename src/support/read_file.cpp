// SPDX-License-Identifier: Apache-2.0
#include "support/read_file.h"

#include <fcntl.h>

#include <vector>

#include "support/trusted_folder.h"

namespace heddle::support {

std::optional<std::string> read_file(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<std::uint8_t> bytes;
  if (!file || !read_all(file.number(), &bytes)) return std::nullopt;
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace heddle::support
