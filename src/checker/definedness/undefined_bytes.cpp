// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/undefined_bytes.h"

#include <algorithm>

namespace heddle::checker {
namespace {

constexpr unsigned kAddressBits = 48;

std::uint64_t ones(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

UndefinedBytes::UndefinedBytes() : tables_(std::size_t{1} << (kAddressBits - kTableShift)) {}
UndefinedBytes::~UndefinedBytes() = default;

// A page that is told from others by its address only.
UndefinedBytes::Page* UndefinedBytes::whole() {
  static Page page{};
  return &page;
}

const std::atomic<UndefinedBytes::Page*>* UndefinedBytes::find(std::uint64_t address) const {
  const auto high = address >> kTableShift;
  if (high >= tables_.size()) return nullptr;
  const Table* table = tables_[high].load(std::memory_order_acquire);
  if (!table) return nullptr;
  return &table->pages[(address >> kPageShift) % table->pages.size()];
}

std::atomic<UndefinedBytes::Page*>& UndefinedBytes::place(std::uint64_t address) {
  auto& slot = tables_[address >> kTableShift];
  Table* table = slot.load(std::memory_order_acquire);
  if (!table) {
    const std::lock_guard lock(mutex_);
    table = slot.load(std::memory_order_acquire);
    if (!table) {
      table = all_tables_.emplace_back(std::make_unique<Table>()).get();
      slot.store(table, std::memory_order_release);
    }
  }
  return table->pages[(address >> kPageShift) % table->pages.size()];
}

UndefinedBytes::Page& UndefinedBytes::words_of(std::atomic<Page*>& place) {
  Page* page = place.load(std::memory_order_acquire);
  if (page && page != whole()) return *page;
  const std::lock_guard lock(mutex_);
  page = place.load(std::memory_order_acquire);
  if (page && page != whole()) return *page;
  const std::uint64_t value = page ? ~std::uint64_t{0} : 0;
  auto made = std::make_unique<Page>();
  for (auto& word : made->words) word.store(value, std::memory_order_relaxed);
  place.store(made.get(), std::memory_order_release);
  return *all_pages_.emplace_back(std::move(made));
}

// The 64 bytes around.
std::uint64_t UndefinedBytes::word(std::uint64_t address) const {
  const auto* place = find(address);
  const Page* page = place ? place->load(std::memory_order_acquire) : nullptr;
  if (!page) return 0;
  if (page == whole()) return ~std::uint64_t{0};
  return page->words[address % kPageBytes / kWordBits].load(std::memory_order_relaxed);
}

void UndefinedBytes::put_word(std::uint64_t address, std::uint64_t which, std::uint64_t undefined) {
  const std::uint64_t now = word(address);
  if ((now & which) == (undefined & which)) return;
  auto& word = words_of(place(address)).words[address % kPageBytes / kWordBits];
  word.fetch_or(which & undefined, std::memory_order_relaxed);
  word.fetch_and(~(which & ~undefined), std::memory_order_relaxed);
}

void UndefinedBytes::set(std::uint64_t address, std::uint64_t bytes, bool undefined) {
  if (address >> kAddressBits || bytes >> kAddressBits) return;
  const std::uint64_t end = address + bytes;
  while (address < end) {
    if (address % kPageBytes == 0 && end - address >= kPageBytes) {
      auto& whole_page = place(address);
      Page* expected = undefined ? nullptr : whole();
      Page* const wanted = undefined ? whole() : nullptr;
      // Words once made stay, since others may be looking at them.
      if (!whole_page.compare_exchange_strong(expected, wanted) && expected != wanted) {
        for (auto& word : expected->words) word.store(undefined ? ~std::uint64_t{0} : 0);
      }
      address += kPageBytes;
      continue;
    }
    const std::uint64_t end_of_page = (address / kPageBytes + 1) * kPageBytes;
    address = set_in_page(address, std::min(end, end_of_page), undefined);
  }
}

// Of one page; returns `end`.
std::uint64_t UndefinedBytes::set_in_page(std::uint64_t address, std::uint64_t end,
                                          bool undefined) {
  auto& here = place(address);
  if (here.load(std::memory_order_acquire) == (undefined ? whole() : nullptr)) return end;
  auto& words = words_of(here).words;
  while (address < end) {
    const std::uint64_t in_word = address % kWordBits;
    const std::uint64_t count = std::min(end - address, kWordBits - in_word);
    const std::uint64_t which = ones(count) << in_word;
    auto& word = words[address % kPageBytes / kWordBits];
    if (count == kWordBits) {
      word.store(undefined ? which : 0, std::memory_order_relaxed);
    } else if (undefined) {
      word.fetch_or(which, std::memory_order_relaxed);
    } else {
      word.fetch_and(~which, std::memory_order_relaxed);
    }
    address += count;
  }
  return end;
}

std::uint32_t UndefinedBytes::at(std::uint64_t address, unsigned bytes) const {
  const unsigned shift = address % kWordBits;
  std::uint64_t result = word(address) >> shift;
  if (shift + bytes > kWordBits) result |= word(address + kWordBits) << (kWordBits - shift);
  return static_cast<std::uint32_t>(result & ones(bytes));
}

void UndefinedBytes::put(std::uint64_t address, std::uint32_t which, std::uint32_t undefined) {
  const unsigned shift = address % kWordBits;
  put_word(address, std::uint64_t{which} << shift, std::uint64_t{undefined} << shift);
  if (shift <= kWordBits - 32) return;
  const unsigned rest = kWordBits - shift;
  if (which >> rest) put_word(address + kWordBits, which >> rest, undefined >> rest);
}

bool UndefinedBytes::all(std::uint64_t address, std::uint64_t bytes) const {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t in_word = (address + done) % kWordBits;
    const std::uint64_t count = std::min(bytes - done, kWordBits - in_word);
    if (~word(address + done) >> in_word & ones(count)) return false;
    done += count;
  }
  return true;
}

bool UndefinedBytes::any(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t end = address + bytes;
  while (address < end) {
    const auto* place = find(address);
    const Page* page = place ? place->load(std::memory_order_acquire) : nullptr;
    const std::uint64_t end_of_page = (address / kPageBytes + 1) * kPageBytes;
    if (page == whole()) return true;
    if (!page) {
      address = end_of_page;
      continue;
    }
    for (const auto stop = std::min(end, end_of_page); address < stop;) {
      const std::uint64_t in_word = address % kWordBits;
      const std::uint64_t count = std::min(stop - address, kWordBits - in_word);
      const auto& word = page->words[address % kPageBytes / kWordBits];
      if (word.load(std::memory_order_relaxed) >> in_word & ones(count)) return true;
      address += count;
    }
  }
  return false;
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
