// SPDX-License-Identifier: Apache-2.0
// Tells tools of copies and fills (probes/events.h, Transfer) when they are made. What is told is
// noted when the program asks for it: then its call is known.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/memory/memory_events.h"
#include "engine/memory/transfer.h"

namespace heddle::engine {

class Operation;

class TransferNote {
 public:
  // Whose work it is.
  struct Place {
    int device;
    std::uint64_t stream;  // 0: a graph's node
  };

  // Nothing; what a plain run has.
  TransferNote() = default;
  // Notes the call that is running. Of fills, `from` is empty.
  TransferNote(const MemoryEvents& events, Place place, const Box& to, const Box& from,
               const Extent& extent);
  // The same of a call that is known, as a part of work that has a number.
  TransferNote(const MemoryEvents& events, Place place, const Box& to, const Box& from,
               const Extent& extent, const MemoryEvents::Caller& by, std::uint64_t work);

  explicit operator bool() const { return told_ != nullptr; }
  // The number that the operation which makes it is to be known by; 0: nobody listens.
  std::uint64_t work() const;
  // The same, and what it uses.
  void name(Operation& operation) const;

  // The transfer is made as long as this lives. Hold no lock.
  class Making {
   public:
    explicit Making(const TransferNote& note) : note_(note) {
      if (note_) [[unlikely]]
        note_.tell(false);
    }
    ~Making() {
      if (note_) [[unlikely]]
        note_.tell_end();
    }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

   private:
    const TransferNote& note_;
  };
  // It is not: the call answers an error.
  void refuse() const {
    if (told_) tell(true);
  }

 private:
  struct Told;
  void tell(bool refused) const;
  void tell_end() const;
  std::shared_ptr<const Told> told_;
};

}  // namespace heddle::engine
