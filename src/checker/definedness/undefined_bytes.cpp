// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/undefined_bytes.h"

#include <sys/mman.h>

#include <algorithm>

#include "probes/listener.h"
#include "support/message.h"

namespace heddle::checker {
namespace {

constexpr unsigned kAddressBits = probes::Listener::kUndefinedAddressBits;
// With one word behind, for who reads the word after an address's.
constexpr std::size_t kReserved = (std::size_t{1} << (kAddressBits - 3)) + 4096;
// Zeros are had from the system from so many words on.
constexpr std::uint64_t kManyWords = 65536;

constexpr bool is_known(std::uint64_t address, std::uint64_t bytes) {
  return (address | bytes | (address + bytes)) >> kAddressBits == 0;
}

std::uint64_t ones(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

UndefinedBytes::UndefinedBytes() {
  void* reserved = mmap(nullptr, kReserved, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    support::usage_error(
        "initcheck needs 16 TiB of address space, which this process may not have (ulimit -v, "
        "vm.overcommit_memory); heddle check --tool memcheck does without");
  }
  madvise(reserved, kReserved, MADV_DONTDUMP);
  words_ = static_cast<std::uint64_t*>(reserved);
}

UndefinedBytes::~UndefinedBytes() {
  munmap(words_, kReserved);
}

void UndefinedBytes::put_word(std::uint64_t address, std::uint64_t which, std::uint64_t undefined,
                              bool alone) {
  auto all = word(address);
  const auto now = all.load(std::memory_order_relaxed);
  if ((now & which) == (undefined & which)) return;
  if (alone) return all.store((now & ~which) | (undefined & which), std::memory_order_relaxed);
  if ((which & undefined) != 0) all.fetch_or(which & undefined, std::memory_order_relaxed);
  if ((which & ~undefined) != 0) all.fetch_and(~(which & ~undefined), std::memory_order_relaxed);
}

// Numbers of words.
void UndefinedBytes::set_words(std::uint64_t first, std::uint64_t end, bool undefined) {
  if (!undefined && end - first >= kManyWords) {
    constexpr std::uint64_t kPageWords = 4096 / sizeof(std::uint64_t);
    const auto from = (first + kPageWords - 1) / kPageWords * kPageWords;
    const auto to = end / kPageWords * kPageWords;
    madvise(words_ + from, (to - from) * sizeof(std::uint64_t), MADV_DONTNEED);
    set_words(first, from, false);
    first = to;
  }
  const std::uint64_t value = undefined ? ~std::uint64_t{0} : 0;
  for (; first < end; ++first) {
    std::atomic_ref(words_[first]).store(value, std::memory_order_relaxed);
  }
}

void UndefinedBytes::set(std::uint64_t address, std::uint64_t bytes, bool undefined) {
  if (bytes == 0 || !is_known(address, bytes)) return;
  const std::uint64_t end = address + bytes;
  const std::uint64_t first_whole = (address + kWordBits - 1) / kWordBits;
  const std::uint64_t end_whole = end / kWordBits;
  const std::uint64_t before = ~ones(address % kWordBits), after = ones(end % kWordBits);
  if (first_whole > end_whole) {
    put_word(address, before & after, undefined ? ~std::uint64_t{0} : 0);
    return;
  }
  if (address % kWordBits != 0) put_word(address, before, undefined ? ~std::uint64_t{0} : 0);
  set_words(first_whole, end_whole, undefined);
  if (end % kWordBits != 0) put_word(end, after, undefined ? ~std::uint64_t{0} : 0);
}

std::uint32_t UndefinedBytes::at(std::uint64_t address, unsigned bytes) const {
  if (!is_known(address, bytes)) return 0;
  const unsigned shift = address % kWordBits;
  std::uint64_t result = word(address).load(std::memory_order_relaxed) >> shift;
  if (shift + bytes > kWordBits) {
    result |= word(address + kWordBits).load(std::memory_order_relaxed) << (kWordBits - shift);
  }
  return static_cast<std::uint32_t>(result & ones(bytes));
}

void UndefinedBytes::put(std::uint64_t address, std::uint32_t which, std::uint32_t undefined,
                         bool alone) {
  if (!is_known(address, 32)) return;
  const unsigned shift = address % kWordBits;
  put_word(address, std::uint64_t{which} << shift, std::uint64_t{undefined} << shift, alone);
  if (shift <= kWordBits - 32) return;
  const unsigned rest = kWordBits - shift;
  if (which >> rest) put_word(address + kWordBits, which >> rest, undefined >> rest, alone);
}

template <class Each>
bool UndefinedBytes::each_word(std::uint64_t address, std::uint64_t bytes, Each each) const {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t in_word = (address + done) % kWordBits;
    const std::uint64_t count = std::min(bytes - done, kWordBits - in_word);
    const auto bits = word(address + done).load(std::memory_order_relaxed) >> in_word;
    if (!each(bits & ones(count), ones(count))) return false;
    done += count;
  }
  return true;
}

bool UndefinedBytes::all(std::uint64_t address, std::uint64_t bytes) const {
  return is_known(address, bytes) &&
         each_word(address, bytes, [](auto bits, auto every) { return bits == every; });
}

bool UndefinedBytes::any(std::uint64_t address, std::uint64_t bytes) const {
  return is_known(address, bytes) &&
         !each_word(address, bytes, [](auto bits, auto) { return bits == 0; });
}

void UndefinedBytes::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const bool backwards = to > from && to - from < bytes;
  for (std::uint64_t done = 0; done < bytes; done += 32) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(32, bytes - done));
    // Overlapping pieces are copied from the end, as the bytes are.
    const std::uint64_t at = backwards ? bytes - done - count : done;
    put(to + at, static_cast<std::uint32_t>(ones(count)), this->at(from + at, count));
  }
}

}  // namespace heddle::checker
