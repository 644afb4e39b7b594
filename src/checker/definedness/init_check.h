// SPDX-License-Identifier: Apache-2.0
// initcheck: reads of memory that nobody has written. Allocations and the shared memory of a block
// begin undefined, and so do local variables; stores, copies and sets define. Copying undefined
// bytes is no error, the copy is undefined, too. An error is a value that decides something
// although some of its bits are undefined (probes::UndefinedUse), an atomic operation on undefined
// memory, and a copy to the host of what nobody has written at all. What happens in registers is
// followed in compiled code (compiler/passes/shadow).
#pragma once

#include "checker/definedness/undefined_bytes.h"
#include "checker/definedness/undefined_reads.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class InitCheck : public probes::Listener {
 public:
  explicit InitCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override { reads_.forget(block); }
  probes::Pass passes(const probes::RowAccess& event) override;
  // Where code leaves an atomic operation out, it looks at the bits each time (widen_untold.cpp).
  probes::Pass untold(const probes::Access&) override { return probes::Pass::all(); }
  const std::byte* undefined_bits() const override;
  std::uint32_t admit(const probes::Access& event) override;
  void undefined_load(const probes::UndefinedLoad& event) override;
  void undefined_store(const probes::UndefinedStore& event) override;
  void undefined_object(const probes::UndefinedObject& event) override;
  void undefined_use(const probes::UndefinedUse& event) override;
  void memory(const probes::Memory& event) override;
  void transfer(const probes::Transfer& event) override;

 private:
  void update(const probes::Access& event, std::uint32_t lanes);
  void report(const probes::Access& event, std::uint32_t lanes, std::uint32_t undefined);
  void report(const probes::UndefinedUse& event, unsigned lane, std::uint64_t count);
  bool is_all_undefined(const probes::Transfer& event) const;
  void report(const probes::Transfer& event, const char* why);
  // Says of the finding which memory `byte` is, that `read` touches.
  void describe(Finding& finding, const probes::Block& block, const probes::Site& read,
                std::uint64_t byte) const;
  // Of up to 32 bytes; bit i: byte i is undefined.
  std::uint32_t undefined_at(std::uint64_t address, unsigned bytes);
  bool settle(std::uint64_t address, std::uint64_t bytes);
  bool are_defined(const probes::At& at, const probes::Row& row) const;
  bool define_row(const probes::At& at, const probes::Row& row);
  bool is_of_host(std::uint64_t address) const;

  Session& session_;
  UndefinedBytes undefined_;
  UndefinedReads reads_;
};

}  // namespace heddle::checker
