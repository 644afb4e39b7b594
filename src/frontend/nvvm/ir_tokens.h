// SPDX-License-Identifier: Apache-2.0
// The text of LLVM IR as tokens, as fine as types need it. Put one behind the other they are the
// text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

struct IrToken {
  enum class Kind : std::uint8_t {
    kSpace,         // and comments
    kWord,          // keywords, numbers, names: i32, %struct.S, @"a b", !0
    kString,        // "..."
    kAddressSpace,  // addrspace(1)
    kSign,          // one character
    kPointer,       // only made by use_opaque_pointers(): a whole pointer type
  };
  Kind kind;
  std::string text;
  std::size_t at;       // in the whole text
  std::string pointee;  // of kPointer

  bool is(std::string_view what) const { return text == what; }
};

std::vector<IrToken> ir_tokens(std::string_view text);

}  // namespace heddle::frontend
