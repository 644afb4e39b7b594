// SPDX-License-Identifier: Apache-2.0
// Shared variables of types whose constructors or destructors do something, such as cuda::barrier.
// nvcc takes them, and neither constructs nor destroys them; clang refuses them, and says where.
// Each is then read as a reference to storage in shared memory (heddle/shared_object.h):
//
//     __shared__ cuda::barrier<...> a, b;
//                cuda::barrier<...> (&a) = ..., (&b) = ...;
//
// in copies of the files that an overlay shows to clang in place of the originals. Lines stay what
// they are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "frontend/clang_command.h"
#include "frontend/workspace.h"

namespace heddle::frontend {

class SharedObjects {
 public:
  // Reads clang's messages; true when they name variables that were not known before.
  bool note(const std::string& messages);
  // Writes the copies and the overlay; the words that make clang see them, none when none is
  // needed.
  Command words(Workspace& workspace) const;

 private:
  using Place = std::pair<unsigned, unsigned>;  // line, column
  std::map<std::string, std::set<Place>> places_;
};

// `text` with the variables at `places` as references; they stand in the order of the text.
std::string refer_to_shared_objects(std::string text,
                                    const std::set<std::pair<unsigned, unsigned>>& places);

}  // namespace heddle::frontend
