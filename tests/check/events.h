// SPDX-License-Identifier: Apache-2.0
// Events as the engine would tell them, of one made-up launch.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "checker/checks.h"

namespace heddle::checker::testing {

using Lanes = std::array<std::uint64_t, abi::kWarpSize>;
using Words = std::array<std::uint32_t, abi::kWarpSize>;

inline Lanes all(std::uint64_t value) {
  Lanes lanes;
  lanes.fill(value);
  return lanes;
}
// first, first + step, ...
inline Lanes row(std::uint64_t first, std::uint64_t step) {
  Lanes lanes;
  for (unsigned i = 0; i < lanes.size(); ++i) lanes[i] = first + i * step;
  return lanes;
}

// Sites live as long as the process.
inline const probes::Site& keep(const probes::Site& site) {
  static std::deque<probes::Site> all;
  return all.emplace_back(site);
}

// A launch of one block, which begins and ends as the test says.
struct World {
  explicit World(std::uint32_t threads = 32, std::uint32_t shared_bytes = 0,
                 std::uint32_t dynamic_offset = 0)
      : shared(shared_bytes + 64),
        launch{.id = 1,
               .kernel = "_Z5saxpyPf",
               .device = 0,
               .grid = {1, 1, 1},
               .block = {threads, 1, 1},
               .static_shared_bytes = dynamic_offset,
               .dynamic_shared_bytes = shared_bytes - dynamic_offset,
               .record = record,
               .params = {},
               .sites = {},
               .window = {},
               .cluster = {1, 1, 1}},
        block{launch, {3, 0, 0}, 0, std::span(shared.data(), shared_bytes), dynamic_offset} {}

  void allocate(std::uint64_t address, std::uint64_t bytes,
                probes::MemoryOrigin origin = probes::MemoryOrigin::kDevice,
                std::string_view name = "cudaMalloc") {
    tell({probes::MemoryChange::kAllocated, origin, 0, address, bytes, name, calls(1)});
  }
  void variable(std::uint64_t address, std::uint64_t bytes, std::string_view name,
                probes::MemoryOrigin origin) {
    tell({probes::MemoryChange::kAllocated, origin, 0, address, bytes, name, {}});
  }
  void free(std::uint64_t address, std::uint64_t bytes) {
    tell({probes::MemoryChange::kFreed, probes::MemoryOrigin::kDevice, 0, address, bytes,
          "cudaFree", calls(2)});
  }
  void refuse(std::uint64_t address) {
    tell({probes::MemoryChange::kRefused, probes::MemoryOrigin::kDevice, 0, address, 0, "cudaFree",
          calls(3)});
  }
  void tell(const probes::Memory& event) {
    for (auto* listener : wanting(probes::Event::kMemory)) listener->memory(event);
  }

  void transfer(const probes::Transfer& event) {
    for (auto* listener : wanting(probes::Event::kTransfer)) listener->transfer(event);
  }

  void api(probes::ApiChange change, int error, std::uintptr_t call) {
    const probes::Api event{change,       error,      "cudaErrorInvalidValue", "invalid argument",
                            "cudaMemcpy", calls(call)};
    for (auto* listener : wanting(probes::Event::kApi)) listener->api(event);
  }

  void fault(int error, std::string_view what, std::string_view place, std::uint32_t thread = 0,
             std::uint32_t threads = 1) {
    const probes::Fault event{launch, error, what, {3, 0, 0}, thread, threads, place};
    for (auto* listener : wanting(probes::Event::kFault)) listener->fault(event);
  }
  void host_access(std::uint64_t address, bool write, std::uintptr_t call = 4) {
    const probes::HostAccess event{address, write, calls(call)};
    for (auto* listener : wanting(probes::Event::kHostAccess)) listener->host_access(event);
  }
  void order(const probes::WorkOrder& event) {
    for (auto* listener : wanting(probes::Event::kWorkOrder)) listener->work_order(event);
  }
  bool is_over(std::uint64_t work) {
    bool over = true;
    for (auto* listener : wanting(probes::Event::kHostUse)) over &= listener->is_over(work);
    return over;
  }

  void begin() {
    for (auto* listener : wanting(probes::Event::kKernel)) listener->kernel_begin(launch);
    for (auto* listener : wanting(probes::Event::kBlock)) listener->block_begin(block);
  }
  void end(bool faulted = false) {
    if (!faulted) {
      for (auto* listener : wanting(probes::Event::kBlock)) listener->block_end(block);
    }
    for (auto* listener : wanting(probes::Event::kKernel)) listener->kernel_end(launch, faulted);
  }

  // The lanes that may access.
  std::uint32_t access(const probes::Site& site, const Lanes& addresses, const Lanes& objects,
                       std::uint32_t active = ~0u) {
    std::uint32_t in_shared = 0;
    const auto first = reinterpret_cast<std::uint64_t>(shared.data());
    for (unsigned i = 0; i < 32; ++i) {
      if (addresses[i] - first < block.shared.size()) in_shared |= 1u << i;
    }
    if (site.space == probes::Space::kShared) in_shared = active;
    const std::uint32_t local = site.space == probes::Space::kLocal ? active : 0;
    last_site = &keep(site);
    probes::Access event{{*last_site, block, 0, active},
                         std::span(addresses),
                         std::span(objects),
                         in_shared & active,
                         local,
                         0};
    event.row = probes::row_of(event.addresses, active);
    event.one_object = probes::is_one_value(event.objects, active);
    for (auto* listener : wanting(probes::Event::kAnswer)) {
      event.denied |= active & ~listener->admit(event);
    }
    return active & ~event.denied;
  }

  // The undefined bytes of what lanes load, by lane.
  Words loaded(const probes::Site& site, const Lanes& addresses, std::uint32_t active = ~0u) {
    Words undefined{};
    const probes::UndefinedLoad event{
        {site, block, 0, active}, std::span(addresses), std::span(undefined)};
    for (auto* listener : wanting(probes::Event::kUndefined)) listener->undefined_load(event);
    return undefined;
  }
  void stored(const probes::Site& site, const Lanes& addresses, const Words& undefined,
              std::uint32_t active = ~0u) {
    const probes::UndefinedStore event{
        {site, block, 0, active}, std::span(addresses), std::span(undefined)};
    for (auto* listener : wanting(probes::Event::kUndefined)) listener->undefined_store(event);
  }
  void object_begins(const probes::Site& site, const Lanes& addresses) {
    const probes::UndefinedObject event{{site, block, 0, ~0u}, std::span(addresses)};
    for (auto* listener : wanting(probes::Event::kUndefined)) listener->undefined_object(event);
  }
  // Of a stack object whose address is given away.
  void local_object(const probes::Site& site, const Lanes& addresses, std::uint32_t warp = 0) {
    const probes::LocalObject event{{keep(site), block, warp, ~0u}, std::span(addresses)};
    for (auto* listener : wanting(probes::Event::kLocal)) listener->local_object(event);
  }
  // `sources`: places in the array that `site` is in.
  void used(const probes::Site& site, const Lanes& addresses, const Words& sources,
            std::uint32_t active) {
    const probes::UndefinedUse event{
        {site, block, 0, active}, std::span(addresses), std::span(sources)};
    for (auto* listener : wanting(probes::Event::kUndefined)) listener->undefined_use(event);
  }

  // Told behind an access that was not admitted; words by variable.
  void values(const probes::Site& site, std::uint32_t lanes,
              const std::uint64_t (*words)[abi::kWarpSize]) {
    const probes::Values event{{site, block, 0, lanes}, words};
    for (auto* listener : wanting(probes::Event::kValues)) listener->values(event);
  }

  void barrier(const probes::Site& site, std::uint32_t warp, std::uint32_t active,
               std::uint32_t id = 0, std::uint32_t threads = 0) {
    const probes::Barrier event{{keep(site), block, warp, active}, id, threads, 0};
    for (auto* listener : wanting(probes::Event::kBarrier)) listener->barrier(event);
  }
  void open(std::vector<std::uint32_t> arrived, std::uint32_t id = 0, std::uint32_t threads = 0) {
    const probes::Opened event{block, id, threads, arrived};
    for (auto* listener : wanting(probes::Event::kOpened)) listener->opened(event);
  }
  void warp(const probes::Site& site, std::uint32_t warp, std::uint32_t active,
            std::uint32_t members) {
    Words masks, none{};
    masks.fill(members);
    const probes::WarpOperation event{
        {site, block, warp, active}, std::span(masks), std::span(none), std::span(none)};
    for (auto* listener : wanting(probes::Event::kWarp)) listener->warp_operation(event);
  }
  void exit(const probes::Site& site, std::uint32_t warp, std::uint32_t ended) {
    const probes::Exit event{{keep(site), block, warp, ended}, ended};
    for (auto* listener : wanting(probes::Event::kExit)) listener->exit(event);
  }

  // Of kWait, kMbarrier, kAsync or kArithmetic: the lanes' words.
  void operation(const probes::Site& site, std::uint32_t warp, std::uint32_t active,
                 const Lanes& a = {}, const Lanes& b = {}, const Lanes& c = {}) {
    const probes::Operation event{
        {keep(site), block, warp, active}, std::span(a), std::span(b), std::span(c)};
    for (auto* listener : wanting(site.event)) listener->operation(event);
  }
  void deadlock(std::uint64_t residents = 0) {
    const probes::Deadlock event{launch, residents};
    for (auto* listener : wanting(probes::Event::kDeadlock)) listener->deadlock(event);
  }

  std::uint64_t shared_begin() const { return reinterpret_cast<std::uint64_t>(shared.data()); }

  // Names of the classes found, in order.
  std::vector<std::string> found() {
    std::vector<std::string> names;
    for (const auto& finding : checks->findings().all()) {
      names.emplace_back(checker::row(finding.id).name);
    }
    return names;
  }
  Finding finding(std::size_t number = 0) { return checks->findings().all().at(number); }

  // As `heddle check` with these words.
  void ask_for(const std::vector<std::string>& words) {
    Options options;
    read_options(words, options);
    checks = std::make_unique<Checks>(options);
  }

  const probes::Site* last_site = nullptr;  // of access()
  std::vector<std::byte> shared;
  image::KernelRecord record;
  probes::Launch launch;
  probes::Block block;
  std::unique_ptr<Checks> checks = std::make_unique<Checks>(Options{});

 private:
  // Return addresses that tell calls apart.
  std::span<void* const> calls(std::uintptr_t which) {
    call_ = reinterpret_cast<void*>(which);
    return {&call_, 1};
  }
  std::vector<probes::Listener*> wanting(probes::Event event) {
    std::vector<probes::Listener*> wanting;
    for (auto* listener : checks->listeners()) {
      if (probes::has(listener->events(), event)) wanting.push_back(listener);
    }
    return wanting;
  }
  void* call_ = nullptr;
};

inline constexpr probes::Frame kFrame{"_Z5saxpyPf", "saxpy.cu", 9, 12};

inline probes::Site site_of(probes::Event event, std::uint64_t key) {
  probes::Site site{};
  site.event = event;
  site.key = key;
  site.frames = &kFrame;
  site.frame_count = 1;
  return site;
}

inline probes::Site access_site(std::uint32_t bytes, bool store = false, std::uint64_t key = 1,
                                probes::Space space = probes::Space::kGlobal) {
  auto site = site_of(probes::Event::kAccess, key);
  site.access = store ? probes::AccessKind::kStore : probes::AccessKind::kLoad;
  site.space = space;
  site.bytes = bytes;
  site.touched = bytes >= 32 ? ~0u : (1u << bytes) - 1;
  site.align = bytes;
  return site;
}

using Found = std::vector<std::string>;

}  // namespace heddle::checker::testing
