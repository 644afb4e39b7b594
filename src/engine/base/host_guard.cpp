// SPDX-License-Identifier: Apache-2.0
#include "engine/base/host_guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

namespace heddle::engine {

HostGuard::Means HostGuard::means_ = HostGuard::Means::kNone;

namespace {

int key = -1;

constexpr std::uint64_t kPage = 4096;

// 2 ms in all: an access right behind a launch comes within microseconds.
constexpr int kMostPauses = 40;
constexpr unsigned kPause = 50;  // microseconds

void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

#if defined(__x86_64__)
// The rights of the calling thread, two bits a key. Written out, since the compiler must not need
// the processor's feature for the rest of the file.
std::uint32_t read_rights() {
  std::uint32_t rights = 0, rest = 0;
  asm volatile("rdpkru" : "=a"(rights), "=d"(rest) : "c"(0));
  return rights;
}
void write_rights(std::uint32_t rights) {
  asm volatile("wrpkru" : : "a"(rights), "c"(0), "d"(0) : "memory");
}
int take_key() {
  return pkey_alloc(0, PKEY_DISABLE_ACCESS);
}
#else
std::uint32_t read_rights() {
  return 0;
}
void write_rights(std::uint32_t) {}
int take_key() {
  return -1;
}
#endif

std::uint32_t with_access(std::uint32_t rights) {
  return rights & ~(std::uint32_t{3} << (2 * static_cast<unsigned>(key)));
}

std::uint32_t without_access(std::uint32_t rights) {
  return rights | std::uint32_t{1} << (2 * static_cast<unsigned>(key));
}

// What is guarded, and without keys: how many operations run, and what is open for them, all or
// some parts.
struct Guarded {
  std::mutex mutex;
  std::map<std::uint64_t, std::uint64_t> ranges;        // of devices: begin -> bytes
  std::multimap<std::uint64_t, std::uint64_t> watched;  // of the host, likewise
  unsigned inside = 0;
  bool all_open = false;
  std::vector<probes::GivenUse> parts;

  template <class Each>
  void each(Each call) const {
    for (const auto& [begin, bytes] : ranges) call(begin, bytes);
    for (const auto& [begin, bytes] : watched) call(begin, bytes);
  }
  void protect_all(int rights) const {
    each([&](std::uint64_t begin, std::uint64_t bytes) { mprotect(at(begin), bytes, rights); });
  }
  // The pages of it that are guarded.
  void protect(const probes::GivenUse& part, int rights) const {
    const auto first = part.address / kPage * kPage;
    const auto last = (part.address + part.bytes + kPage - 1) / kPage * kPage;
    each([&](std::uint64_t begin, std::uint64_t bytes) {
      const auto from = std::max(first, begin), to = std::min(last, begin + bytes);
      if (from < to) mprotect(at(from), to - from, rights);
    });
  }
  void open_all() {
    if (all_open) return;
    protect_all(PROT_READ | PROT_WRITE);
    all_open = true;
  }
  void enter(std::span<const probes::GivenUse> some) {
    ++inside;
    if (some.empty()) return open_all();
    if (all_open) return;
    for (const auto& part : some) {
      protect(part, PROT_READ | PROT_WRITE);
      parts.push_back(part);
    }
  }
  void leave() {
    if (--inside != 0) return;
    if (all_open) {
      protect_all(PROT_NONE);
    } else {
      for (const auto& part : parts) protect(part, PROT_NONE);
    }
    all_open = false;
    parts.clear();
  }
  bool holds(std::uint64_t address) const {
    bool found = false;
    each([&](std::uint64_t begin, std::uint64_t bytes) {
      found = found || address - begin < bytes;
    });
    return found;
  }
};
Guarded& guarded() {
  static auto* const all = new Guarded;
  return *all;
}

constexpr int kAll = PROT_READ | PROT_WRITE;

// Under the lock: as the guard wants it now.
void shut(HostGuard::Means means, std::uint64_t begin, std::uint64_t bytes) {
  if (means == HostGuard::Means::kKeys) {
    pkey_mprotect(at(begin), bytes, kAll, key);
  } else if (guarded().inside == 0) {
    mprotect(at(begin), bytes, PROT_NONE);
  } else {
    guarded().open_all();  // it may lie in a part that is open
  }
}
void unlock(HostGuard::Means means, std::uint64_t begin, std::uint64_t bytes) {
  if (means == HostGuard::Means::kKeys) {
    pkey_mprotect(at(begin), bytes, kAll, 0);
  } else {
    mprotect(at(begin), bytes, kAll);
  }
}

}  // namespace

void HostGuard::choose(Means means) {
  if (means == Means::kKeys && key < 0 && (key = take_key()) < 0) means = Means::kPages;
  means_ = means;
}

bool HostGuard::open(std::uint64_t begin, std::uint64_t bytes, bool shared) {
  if (means_ == Means::kNone || shared) return mprotect(at(begin), bytes, kAll) == 0;
  const std::lock_guard lock(guarded().mutex);
  guarded().ranges[begin] = bytes;
  if (means_ == Means::kKeys) return pkey_mprotect(at(begin), bytes, kAll, key) == 0;
  return !guarded().all_open || mprotect(at(begin), bytes, kAll) == 0;
}

void HostGuard::close(std::uint64_t begin, std::uint64_t bytes, bool shared) {
  if (means_ != Means::kNone && !shared) {
    const std::lock_guard lock(guarded().mutex);
    guarded().ranges.erase(begin);
    if (means_ == Means::kKeys) {
      pkey_mprotect(at(begin), bytes, PROT_NONE, 0);
      return;
    }
  }
  mprotect(at(begin), bytes, PROT_NONE);
}

void HostGuard::forget(std::uint64_t begin, std::uint64_t bytes) {
  if (means_ == Means::kNone) return;
  const std::lock_guard lock(guarded().mutex);
  auto& ranges = guarded().ranges;
  ranges.erase(ranges.lower_bound(begin), ranges.lower_bound(begin + bytes));
}

void HostGuard::watch(std::uint64_t begin, std::uint64_t bytes) {
  if (means_ == Means::kNone) return;
  const std::lock_guard lock(guarded().mutex);
  guarded().watched.emplace(begin, bytes);
  shut(means_, begin, bytes);
}

void HostGuard::let_go(std::uint64_t begin, std::uint64_t bytes) {
  if (means_ == Means::kNone) return;
  const std::lock_guard lock(guarded().mutex);
  auto& watched = guarded().watched;
  auto [first, last] = watched.equal_range(begin);
  while (first != last && first->second != bytes) ++first;
  if (first == last) return;  // it is gone
  watched.erase(first);
  unlock(means_, begin, bytes);
  // Others may watch a part of it.
  for (const auto& [other, size] : watched) {
    if (other < begin + bytes && begin < other + size) shut(means_, other, size);
  }
}

void HostGuard::stop_watching(std::uint64_t begin, std::uint64_t bytes) {
  if (means_ == Means::kNone) return;
  const std::lock_guard lock(guarded().mutex);
  std::erase_if(guarded().watched, [&](const auto& row) {
    if (row.first >= begin + bytes || begin >= row.first + row.second) return false;
    unlock(means_, row.first, row.second);
    return true;
  });
}

bool HostGuard::holds(std::uint64_t address) {
  if (means_ == Means::kNone) return false;
  const std::lock_guard lock(guarded().mutex);
  return guarded().holds(address);
}

void HostGuard::open_page(std::uint64_t page) {
  const std::lock_guard lock(guarded().mutex);
  unlock(means_, page, kPage);
}

void HostGuard::shut_page(std::uint64_t page) {
  const std::lock_guard lock(guarded().mutex);
  if (guarded().holds(page)) shut(means_, page, kPage);
}

void HostGuard::let_host_go_on() {
  if (means_ != Means::kPages) return;
  for (int i = 0; i < kMostPauses && waits_.load(std::memory_order_relaxed) == 0; ++i) {
    {
      const std::lock_guard lock(guarded().mutex);
      if (guarded().watched.empty() || guarded().inside != 0) return;
    }
    usleep(kPause);
  }
}

void HostGuard::Access::enter(std::span<const probes::GivenUse> parts) {
  if (means_ == Means::kKeys) {
    before_ = read_rights();
    write_rights(with_access(before_));
    return;
  }
  const std::lock_guard lock(guarded().mutex);
  guarded().enter(parts);
}

void HostGuard::Access::leave() const {
  if (means_ == Means::kKeys) {
    write_rights(before_);
    return;
  }
  const std::lock_guard lock(guarded().mutex);
  guarded().leave();
}

void HostGuard::begin_thread() {
  if (means_ == Means::kKeys) write_rights(without_access(read_rights()));
}

void HostGuard::enter_again() {
  if (means_ == Means::kKeys) write_rights(with_access(read_rights()));
}

}  // namespace heddle::engine
