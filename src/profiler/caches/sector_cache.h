// SPDX-License-Identifier: Apache-2.0
// A cache of lines of 128 bytes with four sectors each: the line that was used longest ago goes
// first.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::profiler {

class SectorCache {
 public:
  explicit SectorCache(std::uint64_t lines) : capacity_(lines) {}

  struct Line {
    std::uint64_t line = 0;
    std::uint32_t valid = 0;  // sectors
    std::uint32_t dirty = 0;
    // When it was last read from elsewhere, and from where (load_levels.h): until then nobody has
    // it.
    std::uint64_t filled = 0;
    std::uint32_t from = 0;
    std::uint32_t name = 0;  // LineTouch::name
    // Of sectors that are not valid: bytes that stores have brought; and whether these came alone.
    std::array<std::uint8_t, 4> written{};
    bool apart = false;
  };
  // Null: it is not there. What is found becomes the one that was used last.
  Line* find(std::uint64_t line);
  // Adds a line that is not there. Returns what had to go for it; `valid` 0: nothing.
  Line insert(const Line& line);
  // Takes a line out, if it is there.
  Line take(std::uint64_t line);
  bool empty() const { return capacity_ == 0; }
  // The one that was used longest ago first.
  std::vector<Line> lines() const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Node {
    Line line;
    std::uint32_t before = kNone, after = kNone;  // older, younger
  };
  void unlink(std::uint32_t node);
  void append(std::uint32_t node);

  std::uint64_t capacity_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::uint64_t, std::uint32_t> place_;
  std::uint32_t oldest_ = kNone, youngest_ = kNone;
};

}  // namespace heddle::profiler
