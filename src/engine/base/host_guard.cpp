// SPDX-License-Identifier: Apache-2.0
#include "engine/base/host_guard.h"

#include <sys/mman.h>

#include <map>
#include <mutex>

namespace heddle::engine {

HostGuard::Means HostGuard::means_ = HostGuard::Means::kNone;

namespace {

int key = -1;

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

// Without keys: all guarded pages, and how many operations run.
struct Pages {
  std::mutex mutex;
  std::map<std::uint64_t, std::uint64_t> ranges;  // begin -> bytes
  unsigned inside = 0;
  void protect_all(int rights) {
    for (const auto& [begin, bytes] : ranges) mprotect(at(begin), bytes, rights);
  }
};
Pages& pages() {
  static auto* const all = new Pages;
  return *all;
}

}  // namespace

void HostGuard::choose(Means means) {
  if (means == Means::kKeys && (key = take_key()) < 0) means = Means::kPages;
  means_ = means;
}

bool HostGuard::open(std::uint64_t begin, std::uint64_t bytes, bool shared) {
  const int all = PROT_READ | PROT_WRITE;
  if (means_ == Means::kNone || shared) return mprotect(at(begin), bytes, all) == 0;
  if (means_ == Means::kKeys) return pkey_mprotect(at(begin), bytes, all, key) == 0;
  const std::lock_guard lock(pages().mutex);
  pages().ranges[begin] = bytes;
  return pages().inside == 0 || mprotect(at(begin), bytes, all) == 0;
}

void HostGuard::close(std::uint64_t begin, std::uint64_t bytes, bool shared) {
  if (means_ == Means::kKeys && !shared) {
    pkey_mprotect(at(begin), bytes, PROT_NONE, 0);
    return;
  }
  if (means_ == Means::kPages && !shared) {
    const std::lock_guard lock(pages().mutex);
    pages().ranges.erase(begin);
  }
  mprotect(at(begin), bytes, PROT_NONE);
}

void HostGuard::forget(std::uint64_t begin, std::uint64_t bytes) {
  if (means_ != Means::kPages) return;
  const std::lock_guard lock(pages().mutex);
  auto& ranges = pages().ranges;
  ranges.erase(ranges.lower_bound(begin), ranges.lower_bound(begin + bytes));
}

void HostGuard::Access::enter() {
  if (means_ == Means::kKeys) {
    before_ = read_rights();
    write_rights(with_access(before_));
    return;
  }
  const std::lock_guard lock(pages().mutex);
  if (pages().inside++ == 0) pages().protect_all(PROT_READ | PROT_WRITE);
}

void HostGuard::Access::leave() const {
  if (means_ == Means::kKeys) {
    write_rights(before_);
    return;
  }
  const std::lock_guard lock(pages().mutex);
  if (--pages().inside == 0) pages().protect_all(PROT_NONE);
}

void HostGuard::begin_thread() {
  if (means_ == Means::kKeys) write_rights(without_access(read_rights()));
}

void HostGuard::enter_again() {
  if (means_ == Means::kKeys) write_rights(with_access(read_rights()));
}

}  // namespace heddle::engine
