// SPDX-License-Identifier: Apache-2.0
#include "nccl/segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace heddle::nccl {

Segment::Segment(std::byte* at, std::uint64_t bytes, int file)
    : at_(at), bytes_(bytes), rings_(reinterpret_cast<Ring*>(at + kHeadBytes)), file_(file) {}

Segment::~Segment() {
  close_file();
  munmap(at_, bytes_);
}

void Segment::close_file() {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

// A new file is zeros, which is what rings without a message are.
std::shared_ptr<Segment> Segment::map_file(int file, std::uint64_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  return std::shared_ptr<Segment>(new Segment(static_cast<std::byte*>(at), bytes, file));
}

std::shared_ptr<Segment> Segment::make(int ranks) {
  const int file = memfd_create("heddle-nccl", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return nullptr;
  const std::uint64_t bytes = bytes_for(ranks);
  // It never becomes shorter: who maps it need not fear that its pages go away.
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    close(file);
    return nullptr;
  }
  return map_file(file, bytes);
}

std::shared_ptr<Segment> Segment::map(const SegmentName& name, int ranks) {
  const std::string path =
      "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat status{};
  const std::uint64_t bytes = bytes_for(ranks);
  const bool same = fstat(file, &status) == 0 && status.st_ino == name.file_number &&
                    status.st_dev == name.file_device &&
                    static_cast<std::uint64_t>(status.st_size) == bytes &&
                    (fcntl(file, F_GET_SEALS) & F_SEAL_SHRINK) != 0;
  if (!same) {
    close(file);
    return nullptr;
  }
  auto mapped = map_file(file, bytes);
  if (mapped) mapped->close_file();
  return mapped;
}

SegmentName Segment::name() const {
  struct stat status{};
  fstat(file_, &status);
  return {status.st_ino, status.st_dev, getpid(), file_};
}

}  // namespace heddle::nccl
