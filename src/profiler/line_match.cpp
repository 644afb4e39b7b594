// SPDX-License-Identifier: Apache-2.0
#include "profiler/line_match.h"

#include <algorithm>
#include <string_view>

namespace heddle::profiler {
namespace {

using Texts = std::vector<std::string_view>;
using Pairs = std::map<std::uint32_t, std::uint32_t>;

// Cells of the table below. Texts that differ in more are paired where they begin and end alike.
constexpr std::size_t kMostCells = std::size_t{1} << 24;

Texts trimmed(const std::vector<std::string>& lines) {
  constexpr std::string_view kBlanks = " \t\r";
  Texts texts;
  for (const std::string_view line : lines) {
    const auto begin = std::min(line.find_first_not_of(kBlanks), line.size());
    texts.push_back(line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin));
  }
  return texts;
}

// A part of both texts: lines [begin, end) of each, from 0.
struct Part {
  std::size_t before, before_end, after, after_end;
  std::size_t rows() const { return before_end - before; }
  std::size_t columns() const { return after_end - after; }
};

class Matcher {
 public:
  Matcher(const Texts& before, const Texts& after) : before_(before), after_(after) {}

  Pairs match() {
    Part part{0, before_.size(), 0, after_.size()};
    while (part.rows() > 0 && part.columns() > 0 && before_[part.before] == after_[part.after]) {
      pair(part.before++, part.after++);
    }
    while (part.rows() > 0 && part.columns() > 0 &&
           before_[part.before_end - 1] == after_[part.after_end - 1]) {
      pair(--part.before_end, --part.after_end);
    }
    if ((part.rows() + 1) * (part.columns() + 1) <= kMostCells) longest(part);
    pair_edited();
    return pairs_;
  }

 private:
  void pair(std::size_t before, std::size_t after) {
    pairs_[static_cast<std::uint32_t>(before) + 1] = static_cast<std::uint32_t>(after) + 1;
  }

  // The longest common subsequence, by the table of its lengths from each place on.
  void longest(const Part& part) {
    const auto width = part.columns() + 1;
    std::vector<std::uint32_t> lengths((part.rows() + 1) * width);
    for (auto i = part.rows(); i-- > 0;) {
      for (auto j = part.columns(); j-- > 0;) {
        auto& here = lengths[i * width + j];
        here = before_[part.before + i] == after_[part.after + j]
                   ? lengths[(i + 1) * width + j + 1] + 1
                   : std::max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
      }
    }
    for (std::size_t i = 0, j = 0; i < part.rows() && j < part.columns();) {
      if (before_[part.before + i] == after_[part.after + j]) {
        pair(part.before + i++, part.after + j++);
      } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  void pair_edited() {
    const Pairs same = pairs_;
    std::size_t before = 0, after = 0;  // behind the last pair
    const auto gap = [&](std::size_t to_before, std::size_t to_after) {
      if (to_before - before != to_after - after) return;
      for (; before < to_before; ++before, ++after) pair(before, after);
    };
    for (const auto& [line, partner] : same) {
      gap(line - 1, partner - 1);
      before = line;
      after = partner;
    }
    gap(before_.size(), after_.size());
  }

  const Texts &before_, &after_;
  Pairs pairs_;
};

}  // namespace

Pairs match_lines(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const Texts old_texts = trimmed(before), new_texts = trimmed(after);
  return Matcher(old_texts, new_texts).match();
}

}  // namespace heddle::profiler
