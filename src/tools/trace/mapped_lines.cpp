// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/mapped_lines.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "support/option_words.h"
#include "support/trusted_folder.h"

namespace heddle::tools {

MappedLines::MappedLines(const std::string& folder) {
  const auto path = fmt::format("{}/{}-{}", folder, getpid(), support::unforeseeable_name());
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file_ < 0 || !map_next()) {
    throw support::OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
}

MappedLines::~MappedLines() {
  if (file_ < 0) return;
  const auto end = begin_ + used_;
  unmap();
  // Where that fails, the reader passes over the zeros.
  [[maybe_unused]] const int done = ftruncate(file_, static_cast<off_t>(end));
  close(file_);
}

void MappedLines::forget() {
  unmap();
  close(file_);
  file_ = -1;
}

void MappedLines::unmap() {
  if (chunk_) munmap(chunk_, kChunk);
  chunk_ = nullptr;
}

// What is mapped has room on the disk: else a store there would end the process.
bool MappedLines::map_next() {
  const auto begin = chunk_ ? begin_ + kChunk : 0;
  const auto offset = static_cast<off_t>(begin);
  errno = posix_fallocate(file_, offset, kChunk);
  if (errno != 0) return false;
  void* mapped = mmap(nullptr, kChunk, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
  if (mapped == MAP_FAILED) return false;
  unmap();
  chunk_ = static_cast<char*>(mapped);
  begin_ = begin;
  used_ = 0;
  return true;
}

bool MappedLines::put(std::string_view bytes) {
  while (!bytes.empty()) {
    if (used_ == kChunk && !map_next()) return false;
    const auto part = bytes.substr(0, kChunk - used_);
    std::ranges::copy(part, chunk_ + used_);
    used_ += part.size();
    bytes.remove_prefix(part.size());
  }
  return true;
}

bool MappedLines::add(std::string_view line) {
  if (full_) return true;
  full_ = !put(line) || !put("\n");
  return !full_;
}

}  // namespace heddle::tools
