// SPDX-License-Identifier: Apache-2.0
// Which bytes of memory nobody has given a value. All memory is defined but what was declared
// otherwise: a page of 64 KiB of which nothing was is not kept, one of which everything was costs
// nothing either. May be used from any thread; lookups take no lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::checker {

class UndefinedBytes {
 public:
  UndefinedBytes();
  ~UndefinedBytes();
  UndefinedBytes(const UndefinedBytes&) = delete;
  UndefinedBytes& operator=(const UndefinedBytes&) = delete;

  void set(std::uint64_t address, std::uint64_t bytes, bool undefined);
  // Of up to 32 bytes; bit i: byte i is undefined.
  std::uint32_t at(std::uint64_t address, unsigned bytes) const;
  // Of those in `which`: the ones in `undefined` are, the others are defined.
  void put(std::uint64_t address, std::uint32_t which, std::uint32_t undefined);
  bool all(std::uint64_t address, std::uint64_t bytes) const;
  bool any(std::uint64_t address, std::uint64_t bytes) const;
  // The bytes at `to` become what those at `from` are.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

 private:
  static constexpr unsigned kPageShift = 16, kTableShift = 32;
  static constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kPageShift;
  static constexpr unsigned kWordBits = 64;
  struct Page {
    std::array<std::atomic<std::uint64_t>, kPageBytes / kWordBits> words;
  };
  // Null: all is defined; whole(): nothing is.
  struct Table {
    std::array<std::atomic<Page*>, 1u << (kTableShift - kPageShift)> pages{};
  };
  static Page* whole();

  const std::atomic<Page*>* find(std::uint64_t address) const;
  std::atomic<Page*>& place(std::uint64_t address);
  // The page's own words, made where it was of one kind.
  Page& words_of(std::atomic<Page*>& place);
  std::uint64_t word(std::uint64_t address) const;
  std::uint64_t set_in_page(std::uint64_t address, std::uint64_t end, bool undefined);
  void put_word(std::uint64_t address, std::uint64_t which, std::uint64_t undefined);

  std::vector<std::atomic<Table*>> tables_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Table>> all_tables_;
  std::vector<std::unique_ptr<Page>> all_pages_;
};

}  // namespace heddle::checker
