// SPDX-License-Identifier: Apache-2.0
// memcheck, accesses of kernels: is each lane's access aligned and within its object? Lanes whose
// access is wrong are kept from memory, so that the kernel goes on and later errors are found too.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "checker/memory/address_check.h"
#include "checker/memory/local_objects.h"
#include "checker/memory/lost_pointers.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class AccessCheck : public probes::Listener {
 public:
  explicit AccessCheck(Session& session);

  probes::EventMask events() const override;
  probes::Pass passes(const probes::RowAccess& event) override;
  probes::Pass untold(const probes::Access& event) override;
  std::uint32_t admit(const probes::Access& event) override;
  void values(const probes::Values& event) override;
  void block_begin(const probes::Block& block) override {
    locals_.block_begin(block);
    lost_.block_begin(block);
  }
  void block_end(const probes::Block& block) override {
    locals_.block_end(block);
    lost_.block_end(block);
  }
  void local_object(const probes::LocalObject& event) override { locals_.begin(event); }

 private:
  // Returns the lanes of `lanes` whose access is wrong.
  std::uint32_t check_alignment(const probes::Access& event, std::uint32_t lanes);
  std::uint32_t check_shared(const probes::Access& event, std::uint32_t lanes);
  std::uint32_t check_remote(const probes::Access& event, std::uint32_t lanes);
  std::uint32_t check_local(const probes::Access& event, std::uint32_t lanes);
  std::uint32_t check_given_local(const probes::Access& event, std::uint32_t lanes);
  std::uint32_t check_global(const probes::Access& event, std::uint32_t lanes);

  // Reports the access of the lowest lane of `lanes`, as `make(finding, lane)` completes it.
  template <class Complete>
  void report(const probes::Access& event, Class id, std::uint32_t lanes, Complete complete);
  void report_global(const probes::Access& event, unsigned lane, std::uint64_t address,
                     const AddressFault& fault);

  // Whether the launch's device has access to the range.

  // The last range where a site's accesses were in order, for each block under way: most accesses
  // are there again.
  struct Last {
    std::atomic<const MemoryRange*> range{nullptr};
  };
  static constexpr std::size_t kWorkers = 256, kSites = 32;
  std::atomic<const MemoryRange*>* last_of(const probes::At& event);
  bool is_in(const MemoryRange* range, const probes::Access& event, std::uint32_t lanes) const;

  Session& session_;
  AddressCheck addresses_;
  LocalObjects locals_;
  LostPointers lost_;
  std::unique_ptr<std::array<Last, kWorkers * kSites>> last_;
};

}  // namespace heddle::checker
