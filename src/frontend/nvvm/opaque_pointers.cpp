// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/opaque_pointers.h"

#include <algorithm>
#include <optional>

#include "frontend/nvvm/ir_tokens.h"

namespace heddle::frontend {
namespace {

bool opens(const IrToken& token) {
  return token.is("(") || token.is("[") || token.is("{") || token.is("<");
}
bool closes(const IrToken& token) {
  return token.is(")") || token.is("]") || token.is("}") || token.is(">");
}

class Rewriter {
 public:
  std::vector<IrToken> run(std::vector<IrToken> tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      IrToken& token = tokens[i];
      if (token.is("*") && make_pointer()) continue;
      const bool names_memory = token.is("byval") || token.is("sret") || token.is("inalloca");
      if (names_memory && !is_next_open(tokens, i)) add_type(token);
      done_.push_back(std::move(token));
    }
    return std::move(done_);
  }

 private:
  // The last token before `end` that is no space.
  std::optional<std::size_t> before(std::size_t end) const {
    while (end > 0) {
      if (done_[--end].kind != IrToken::Kind::kSpace) return end;
    }
    return std::nullopt;
  }

  // Where the bracket at `last` was opened.
  std::optional<std::size_t> opening(std::size_t last) const {
    int depth = 0;
    for (std::size_t i = last + 1; i-- > 0;) {
      if (closes(done_[i])) ++depth;
      if (opens(done_[i]) && --depth == 0) return i;
    }
    return std::nullopt;
  }

  // Where the type begins whose last token is `last`.
  std::optional<std::size_t> begin_of_type(std::size_t last) const {
    const IrToken& token = done_[last];
    if (token.kind == IrToken::Kind::kWord || token.kind == IrToken::Kind::kPointer) return last;
    if (!closes(token)) return std::nullopt;
    const auto open = opening(last);
    if (!open || !token.is(")")) return open;
    const auto result = before(*open);  // of a function: the type that it returns comes first
    return result ? begin_of_type(*result) : std::nullopt;
  }

  // The type at the end of what is done, and the asterisk behind it. False: there is no type.
  bool make_pointer() {
    auto last = before(done_.size());
    std::string space;
    if (last && done_[*last].kind == IrToken::Kind::kAddressSpace) {
      space = " " + done_[*last].text;
      last = before(*last);
    }
    const auto begin = last ? begin_of_type(*last) : std::nullopt;
    if (!begin) return false;
    IrToken pointer{IrToken::Kind::kPointer, "ptr" + space, done_[*begin].at, {}};
    for (std::size_t i = *begin; i <= *last; ++i) {
      pointer.pointee += done_[i].kind == IrToken::Kind::kSpace ? " " : done_[i].text;
    }
    std::string lines;
    for (std::size_t i = *begin; i < done_.size(); ++i) {
      lines.append(static_cast<std::size_t>(std::ranges::count(done_[i].text, '\n')), '\n');
    }
    done_.resize(*begin);
    done_.push_back(std::move(pointer));
    if (!lines.empty()) done_.push_back({IrToken::Kind::kSpace, lines, done_.back().at, {}});
    return true;
  }

  static bool is_next_open(const std::vector<IrToken>& tokens, std::size_t i) {
    while (++i < tokens.size()) {
      if (tokens[i].kind != IrToken::Kind::kSpace) return tokens[i].is("(");
    }
    return false;
  }

  // `byval`, which the new dialect gives the type that its parameter's pointer had.
  void add_type(IrToken& attribute) const {
    int depth = 0;
    for (std::size_t i = done_.size(); i-- > 0;) {
      if (depth == 0 && done_[i].kind == IrToken::Kind::kPointer) {
        attribute.text += "(" + done_[i].pointee + ")";
        return;
      }
      if (closes(done_[i])) ++depth;
      if (opens(done_[i]) && --depth < 0) return;
      if (depth == 0 && done_[i].is(",")) return;
    }
  }

  std::vector<IrToken> done_;
};

}  // namespace

std::size_t OpaqueText::original(std::size_t at) const {
  auto piece = std::ranges::upper_bound(pieces, at, {}, &Piece::at);
  if (piece == pieces.begin()) return at;
  --piece;
  return piece->was_at + (piece->same ? at - piece->at : 0);
}

OpaqueText use_opaque_pointers(std::string_view text) {
  OpaqueText result;
  for (const IrToken& token : Rewriter().run(ir_tokens(text))) {
    const bool same = text.substr(token.at, token.text.size()) == token.text;
    result.pieces.push_back({result.text.size(), token.at, same});
    result.text += token.text;
  }
  return result;
}

}  // namespace heddle::frontend
