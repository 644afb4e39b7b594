// SPDX-License-Identifier: Apache-2.0
#include "frontend/split_chevrons.h"

#include <cctype>
#include <optional>

namespace heddle::frontend {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<SplitChevrons> scan() {
    while (at_ < text_.size()) {
      if (!skip_comment() && !skip_literal() && !take_brackets()) step();
    }
    return std::move(found_);
  }

 private:
  bool follows(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void go_behind(std::string_view what, std::size_t from) {
    const std::size_t end = text_.find(what, from);
    at_ = end == std::string_view::npos ? text_.size() : end + what.size();
  }

  bool skip_comment() {
    if (follows("/*")) {
      go_behind("*/", at_ + 2);
      return true;
    }
    if (!follows("//")) return false;
    do {
      go_behind("\n", at_);
    } while (at_ < text_.size() && text_[at_ - 2] == '\\');
    return true;
  }

  // Where the word begins that ends here; `'` in numbers belongs to it.
  std::size_t word_begin() const {
    std::size_t begin = at_;
    while (begin > 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == '\'')) --begin;
    return begin;
  }

  bool skip_literal() {
    const char quote = text_[at_];
    if (quote != '"' && quote != '\'') return false;
    const std::string_view word = text_.substr(word_begin(), at_ - word_begin());
    const bool number = !word.empty() && std::isdigit(static_cast<unsigned char>(word.front()));
    if (quote == '\'' && number) {
      ++at_;
      return true;
    }
    if (quote == '"' &&
        (word == "R" || word == "u8R" || word == "uR" || word == "UR" || word == "LR")) {
      const std::size_t open = text_.find('(', at_);
      if (open == std::string_view::npos) return false;
      const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
      go_behind(end, open);
      return true;
    }
    // One that is not closed ends with its line.
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        break;
      }
    }
    return true;
  }

  // Behind three brackets that stand here, together or with one apart.
  std::optional<std::size_t> end_of_three(char bracket) const {
    if (at_ + 1 >= text_.size() || text_[at_] != bracket || text_[at_ + 1] != bracket) return {};
    const std::size_t third = text_.find_first_not_of(" \t", at_ + 2);
    if (third == std::string_view::npos || text_[third] != bracket) return {};
    const char next = third + 1 < text_.size() ? text_[third + 1] : ' ';
    if (next == bracket || next == '=') return {};
    return third + 1;
  }

  void note(std::size_t end) {
    if (end > at_ + 3) found_.push_back({at_, end});
    at_ = end;
  }

  bool take_brackets() {
    if (const auto end = end_of_three('<')) {
      launches_.push_back(depth_);
      note(*end);
      return true;
    }
    if (launches_.empty() || launches_.back() != depth_) return false;
    const auto end = end_of_three('>');
    if (!end) return false;
    launches_.pop_back();
    note(*end);
    return true;
  }

  void step() {
    const char c = text_[at_++];
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if (c == ')' || c == ']' || c == '}') --depth_;
    // A launch that is not closed, as while somebody writes it.
    while (!launches_.empty() &&
           (depth_ < launches_.back() || (c == ';' && depth_ == launches_.back()))) {
      launches_.pop_back();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<int> launches_;  // the depths at which open ones stand
  std::vector<SplitChevrons> found_;
};

}  // namespace

std::string join_chevrons(std::string text, const Places& places) {
  for (const Place& place : places) {
    const std::size_t at = offset_of(text, place);
    if (at == 0 || at >= text.size() || (text[at] != '<' && text[at] != '>')) continue;
    const char bracket = text[at];
    const std::size_t before = text.find_last_not_of(" \t", at - 1);
    if (before == std::string::npos || before == 0 || before + 1 == at) continue;
    if (text[before] != bracket || text[before - 1] != bracket) continue;
    join(text, {before - 1, at + 1});
  }
  return text;
}

std::vector<SplitChevrons> find_split_chevrons(std::string_view text) {
  return Scanner(text).scan();
}

// The pair moves to the last bracket.
void join(std::string& text, SplitChevrons brackets) {
  const char bracket = text[brackets.begin];
  text.replace(brackets.begin, 2, "  ");
  text.replace(brackets.end - 3, 2, 2, bracket);
}

}  // namespace heddle::frontend
