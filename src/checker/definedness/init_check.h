// SPDX-License-Identifier: Apache-2.0
// initcheck: reads of memory that nobody has written. Allocations and the shared memory of a block
// begin undefined; stores, copies and sets define. Copying undefined bytes is no error, the copy is
// undefined, too. An error is a load whose value decides something (Site::decided), an atomic
// operation, and a copy to the host of what nobody has written at all.
#pragma once

#include "checker/definedness/copies_in_registers.h"
#include "checker/definedness/undefined_bytes.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class InitCheck : public probes::Listener {
 public:
  explicit InitCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override { copies_.forget(block); }
  bool passes(const probes::RowAccess& event) override;
  std::uint32_t admit(const probes::Access& event) override;
  void memory(const probes::Memory& event) override;
  void transfer(const probes::Transfer& event) override;

 private:
  void load(const probes::Access& event, std::uint32_t lanes);
  void store(const probes::Access& event, std::uint32_t lanes);
  void update(const probes::Access& event, std::uint32_t lanes);
  void report(const probes::Access& event, std::uint32_t lanes, std::uint32_t undefined);
  void report(const probes::Transfer& event);
  bool is_of_host(std::uint64_t address) const;

  Session& session_;
  UndefinedBytes undefined_;
  CopiesInRegisters copies_;
};

}  // namespace heddle::checker
