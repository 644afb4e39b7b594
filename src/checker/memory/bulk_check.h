// SPDX-License-Identifier: Apache-2.0
// memcheck of bulk copies and tensor copies: what the copy engine reads and writes for a thread is
// within its memory. Copies are of any number of bytes, so they are no accesses of AccessCheck.
#pragma once

#include <string_view>

#include "checker/memory/address_check.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class BulkCheck : public probes::Listener {
 public:
  explicit BulkCheck(Session& session) : session_(session), addresses_(session.memory) {}

  probes::EventMask events() const override { return mask(probes::Event::kAsync); }
  void operation(const probes::Operation& event) override;

 private:
  // One end of a lane's copy.
  struct End {
    unsigned lane;
    std::uint64_t address, bytes;
    bool writes;
  };
  void check(const probes::Operation& event, const End& end);
  void check_shared(const probes::Operation& event, const End& end, std::uint64_t offset, bool own);
  // `complete(finding)` says where the memory is.
  template <class Complete>
  void report(const probes::Operation& event, const End& end, Class id, std::string_view space,
              Complete complete);

  Session& session_;
  AddressCheck addresses_;
};

}  // namespace heddle::checker
