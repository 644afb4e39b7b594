// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/external_semaphore.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "engine/base/foreign_file.h"

namespace heddle::engine {
namespace {

constexpr const char* kFileName = "heddle-semaphore-";
constexpr std::uint64_t kBytes = 4096;

bool is_semaphore(int file, ExternalSemaphore::Kind kind) {
  struct stat status{};
  return number_in_name(file, kFileName) == static_cast<int>(kind) &&
         is_memory_of_this_user(file) && fstat(file, &status) == 0 &&
         static_cast<std::uint64_t>(status.st_size) >= kBytes;
}

}  // namespace

int ExternalSemaphore::make_file(Kind kind) {
  return make_memory_file((kFileName + std::to_string(static_cast<int>(kind))).c_str(), kBytes);
}

std::shared_ptr<ExternalSemaphore> ExternalSemaphore::open(int file, Kind kind) {
  if (!is_semaphore(file, kind)) return nullptr;
  void* page = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) return nullptr;
  return std::shared_ptr<ExternalSemaphore>(
      new ExternalSemaphore(kind, file, static_cast<Page*>(page)));
}

ExternalSemaphore::~ExternalSemaphore() {
  munmap(page_, kBytes);
  ::close(file_);
}

void ExternalSemaphore::signal(std::uint64_t value) {
  if (kind == Kind::kBinary) {
    page_->value.store(1, std::memory_order_release);
    return;
  }
  std::uint64_t before = page_->value.load(std::memory_order_relaxed);
  while (before < value &&
         !page_->value.compare_exchange_weak(before, value, std::memory_order_release)) {
  }
}

bool ExternalSemaphore::take(std::uint64_t value) {
  if (kind == Kind::kTimeline) return page_->value.load(std::memory_order_acquire) >= value;
  std::uint64_t one = 1;
  return page_->value.compare_exchange_strong(one, 0, std::memory_order_acquire);
}

}  // namespace heddle::engine
