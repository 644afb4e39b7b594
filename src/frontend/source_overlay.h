// SPDX-License-Identifier: Apache-2.0
// What nvcc takes and clang refuses is read in another way, at the places that clang's errors name:
// copies of the files, in which these places are rewritten, are shown to clang by an overlay in
// place of the originals. Lines stay what they are. A name that only old programs have brings its
// header. The kinds are rows of source_overlay.cpp.
#pragma once

#include <array>
#include <map>
#include <string>

#include "frontend/clang_command.h"
#include "frontend/source_places.h"
#include "frontend/workspace.h"

namespace heddle::frontend {

class SourceOverlay {
 public:
  // Reads clang's messages; true when they name places that were not known before.
  bool note(const std::string& messages);
  // Writes the copies and the overlay; the words that make clang see them, none when none is
  // needed.
  Command words(Workspace& workspace) const;

 private:
  static constexpr std::size_t kKinds = 6;
  std::map<std::string, std::array<Places, kKinds>> places_;  // of each file and kind
};

}  // namespace heddle::frontend
