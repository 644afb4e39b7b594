// SPDX-License-Identifier: Apache-2.0
// Lines of a file that this process has mapped: a line costs no call of the system, and is in the
// file however the process ends, since the mapping is shared. Behind the last one lie zeros,
// which are no line, until the object is destroyed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::tools {

class MappedLines {
 public:
  // A new file in `folder`. Throws support::OptionError when it cannot be made.
  explicit MappedLines(const std::string& folder);
  // Cuts the zeros off.
  ~MappedLines();
  MappedLines(const MappedLines&) = delete;
  MappedLines& operator=(const MappedLines&) = delete;

  // False, once: there is no room for it, and none for later ones.
  bool add(std::string_view line);
  // In a child of fork: the file is the parent's.
  void forget();

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 18;
  bool map_next();
  void unmap();
  bool put(std::string_view bytes);

  int file_ = -1;
  char* chunk_ = nullptr;
  std::size_t begin_ = 0;  // of the chunk in the file
  std::size_t used_ = kChunk;
  bool full_ = false;
};

}  // namespace heddle::tools
