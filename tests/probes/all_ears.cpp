// SPDX-License-Identifier: Apache-2.0
// A listener to everything, for any program: LD_PRELOAD it. What programs compute must not change,
// and what is told must fit together; else a line on stderr, which the settings matrix objects to.
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>

#include "probes/listener.h"

namespace {

namespace probes = heddle::probes;

class AllEars : public probes::Listener {
 public:
  AllEars() { heddle_add_listener(this); }

  probes::EventMask events() const override { return probes::all_events(); }

  void kernel_begin(const probes::Launch& launch) override {
    expect(launch.block[0] * launch.block[1] * launch.block[2] > 0, "a launch has threads");
  }
  void block_begin(const probes::Block& block) override { ended(block) = 0; }
  void block_end(const probes::Block& block) override {
    const auto* dim = block.launch.block;
    expect(ended(block) == dim[0] * dim[1] * dim[2], "all threads of a block end");
  }
  void access(const probes::Access& event) override { check(event); }
  void atomic(const probes::Access& event) override { check(event); }
  void branch(const probes::Branch& event) override {
    at(event);
    expect((event.taken & ~event.active) == 0, "only active lanes take a branch");
  }
  void barrier(const probes::Barrier& event) override {
    at(event);
    expect((event.predicate & ~event.active) == 0, "only active lanes have a predicate");
  }
  void warp_operation(const probes::WarpOperation& event) override { at(event); }
  void fence(const probes::Fence& event) override { at(event); }
  void exit(const probes::Exit& event) override {
    at(event);
    expect((event.ended & ~event.active) == 0, "only active lanes end");
    ended(event.block) += static_cast<unsigned>(std::popcount(event.ended));
  }

  void api(const probes::Api& event) override {
    expect(event.error != 0, "an error of a call is one");
    expect(!event.error_name.empty(), "an error has a name");
  }
  void transfer(const probes::Transfer& event) override {
    expect(event.width > 0 && event.height > 0 && event.depth > 0, "a transfer has bytes");
    expect(event.to.address != 0 || event.from.address != 0, "a transfer has memory");
    expect((event.kind == probes::TransferKind::kCopy) == (event.from.address != 0),
           "only copies have a source");
  }

 private:
  void at(const probes::At& event) {
    const auto* dim = event.block.launch.block;
    const auto threads = dim[0] * dim[1] * dim[2];
    expect(event.active != 0, "an event has lanes");
    expect(event.warp * 32 + 31 - static_cast<unsigned>(std::countl_zero(event.active)) < threads,
           "an event's lanes are threads of the block");
  }
  void check(const probes::Access& event) {
    at(event);
    expect((event.shared & event.local) == 0, "memory is shared or local, not both");
    expect(((event.shared | event.local) & ~event.active) == 0, "only active lanes touch memory");
    for (std::uint32_t rest = event.active; rest; rest &= rest - 1) {
      const auto address = event.addresses[static_cast<unsigned>(std::countr_zero(rest))];
      // The program would fault: none that is run with this does.
      expect(address > 4096, "an active lane's address is an address");
      const auto offset = address - reinterpret_cast<std::uint64_t>(event.block.shared.data());
      if (event.site.space == probes::Space::kShared) {
        expect(offset + event.site.bytes <= event.block.shared.size(),
               "shared memory is in bounds");
      }
    }
  }
  static void expect(bool holds, const char* what) {
    static std::atomic<bool> told{false};
    if (!holds && !told.exchange(true)) std::fprintf(stderr, "all_ears: not so: %s\n", what);
  }
  // Threads of the block that a worker runs. (A host thread may have several blocks under way.)
  unsigned& ended(const probes::Block& block) { return ended_[block.worker % ended_.size()]; }
  std::array<unsigned, 65536> ended_{};
};

AllEars listener;

}  // namespace
