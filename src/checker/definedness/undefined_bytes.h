// SPDX-License-Identifier: Apache-2.0
// Which bytes of memory nobody has given a value: a bit for each, at a place that its address tells
// (probes::Listener::undefined_bits), so that compiled code looks by itself. Address space for the
// bits of all memory is reserved; the system gives pages where something was undefined. May be used
// from any thread, and takes no lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::checker {

class UndefinedBytes {
 public:
  // All memory is defined. Ends the process with a sentence where the address space is not to be
  // had.
  UndefinedBytes();
  ~UndefinedBytes();
  UndefinedBytes(const UndefinedBytes&) = delete;
  UndefinedBytes& operator=(const UndefinedBytes&) = delete;

  const std::byte* bits() const { return reinterpret_cast<const std::byte*>(words_); }

  void set(std::uint64_t address, std::uint64_t bytes, bool undefined);
  // Of up to 32 bytes; bit i: byte i is undefined.
  std::uint32_t at(std::uint64_t address, unsigned bytes) const;
  // The same where they are a power of two, a multiple of which they begin at, below the end of
  // what is known.
  std::uint32_t at_aligned(std::uint64_t address, unsigned bytes) const {
    const auto bits = word(address).load(std::memory_order_relaxed) >> address % kWordBits;
    return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << bytes) - 1));
  }
  // Of those in `which`: the ones in `undefined` are, the others are defined.
  // `alone`: no other thread changes what lies in the same 64 bytes.
  void put(std::uint64_t address, std::uint32_t which, std::uint32_t undefined, bool alone = false);
  bool all(std::uint64_t address, std::uint64_t bytes) const;
  bool any(std::uint64_t address, std::uint64_t bytes) const;
  // The bytes at `to` become what those at `from` are.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

 private:
  static constexpr unsigned kWordBits = 64;

  // Of the word that holds the bit of `address`.
  std::atomic_ref<std::uint64_t> word(std::uint64_t address) const {
    return std::atomic_ref(words_[address / kWordBits]);
  }
  void put_word(std::uint64_t address, std::uint64_t which, std::uint64_t undefined,
                bool alone = false);
  void set_words(std::uint64_t first, std::uint64_t end, bool undefined);
  // Calls each(address, bits of its word) for the words of the range until it returns false.
  template <class Each>
  bool each_word(std::uint64_t address, std::uint64_t bytes, Each each) const;

  std::uint64_t* words_;
};

}  // namespace heddle::checker
