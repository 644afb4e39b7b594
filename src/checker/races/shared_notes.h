// SPDX-License-Identifier: Apache-2.0
// What compiled code has noted of a block's accesses to its shared memory (abi::SharedNote), in
// order. The detector is told of it before it hears anything else of the block.
//
// Most blocks of a kernel do the same between the same two barriers, lane for lane. Whether
// accesses between two barriers can race depends on nothing but which they are (shared_epoch.h), so
// notes that were found calm once are calm whenever they come again, and need not be told.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "image/kernel_abi.h"
#include "probes/site.h"

namespace heddle::checker::races {

class SharedNotes {
 public:
  // A block begins whose accesses code may note. `sites`: what its notes number.
  void begin_block(abi::CodeNotes& notes, std::span<const probes::Site> sites, std::uint64_t memory,
                   std::uint64_t bytes);
  // One of which it may not.
  static void refuse(abi::CodeNotes& notes) { notes.next_shared = notes.end_shared = nullptr; }

  bool any(const abi::CodeNotes& notes) const { return notes.next_shared > room_.get(); }
  std::span<const abi::SharedNote> all(const abi::CodeNotes& notes) const {
    return any(notes) ? std::span<const abi::SharedNote>(room_.get(), notes.next_shared)
                      : std::span<const abi::SharedNote>();
  }
  // They stay where they are until code notes more.
  void forget(abi::CodeNotes& notes) const {
    if (any(notes)) notes.next_shared = room_.get();
  }

  // `notes`: all that a block did between two barriers.
  bool are_known_calm(std::span<const abi::SharedNote> notes) const;
  void keep_calm(std::span<const abi::SharedNote> notes);

 private:
  static constexpr std::size_t kRoom = 512, kKept = 64;
  // What the numbers and addresses in notes mean.
  struct Of {
    const probes::Site* sites = nullptr;
    std::uint64_t memory = 0, bytes = 0;
    bool operator==(const Of&) const = default;
  };
  struct Calm {
    Of of;
    std::vector<abi::SharedNote> notes;
  };
  static std::size_t place_of(std::span<const abi::SharedNote> notes);

  std::unique_ptr<abi::SharedNote[]> room_;
  Of of_;
  std::array<Calm, kKept> calm_;  // by place_of()
};

}  // namespace heddle::checker::races
