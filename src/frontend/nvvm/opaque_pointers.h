// SPDX-License-Identifier: Apache-2.0
// NVVM IR as text, of the dialect with typed pointers (LLVM 7), to the one with opaque pointers:
//
//     define void @f(i32 addrspace(1)* nocapture %p, %struct.S* byval align 8 %s)
//     define void @f(ptr addrspace(1) nocapture %p, ptr byval(%struct.S) align 8 %s)
//
// Outside strings and comments an asterisk is the end of a pointer type in either dialect, and all
// instructions name the type of what they access beside the pointer. So a text of the new dialect
// stays as it is, and lines stay where they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

struct OpaqueText {
  struct Piece {
    std::size_t at;      // in `text`
    std::size_t was_at;  // in the text that was given
    bool same;           // as it was
  };
  std::string text;
  std::vector<Piece> pieces;  // one behind the other

  // Where what stands at `at` in `text` stood.
  std::size_t original(std::size_t at) const;
};

OpaqueText use_opaque_pointers(std::string_view text);

}  // namespace heddle::frontend
