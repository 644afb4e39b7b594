// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/shared_event.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

namespace heddle::engine {

std::shared_ptr<SharedEvent> SharedEvent::map(int file) {
  if (file < 0) return nullptr;
  void* page = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) {
    ::close(file);
    return nullptr;
  }
  // A new file is zeros, which is what a page of no records is.
  return std::shared_ptr<SharedEvent>(new SharedEvent(file, static_cast<Page*>(page)));
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  return map(make_memory_file("heddle-event", sizeof(Page)));
}

std::shared_ptr<SharedEvent> SharedEvent::open(const FileName& name) {
  return map(open_file(name, sizeof(Page)));
}

SharedEvent::~SharedEvent() {
  munmap(page_, sizeof(Page));
  ::close(file_);
}

std::uint64_t SharedEvent::announce() {
  page_->process = getpid();
  return ++page_->last;
}

void SharedEvent::end(std::uint64_t record) {
  auto& place = page_->ended[record % kPlaces];
  std::uint64_t before = place;
  while (before < record && !place.compare_exchange_weak(before, record)) {
  }
  ++page_->news;
  syscall(SYS_futex, &page_->news, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool SharedEvent::ended(std::uint64_t record) const {
  return page_->ended[record % kPlaces] >= record;
}

void SharedEvent::wait_for(std::uint64_t record) {
  for (;;) {
    const std::uint32_t seen = page_->news;
    if (ended(record)) return;
    const timespec while_it_may_have_died{0, 100'000'000};
    syscall(SYS_futex, &page_->news, FUTEX_WAIT, seen, &while_it_may_have_died, nullptr, 0);
    const bool gone = kill(page_->process, 0) != 0 && errno == ESRCH;
    if (gone && !ended(record)) return;
  }
}

}  // namespace heddle::engine
