// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/init_check.h"

#include <fmt/format.h>

#include <bit>

#include "checker/describe.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using probes::AccessKind;
using probes::Event;
using probes::MemoryOrigin;

// What the program gets without a value, and only kernels and calls of the runtime write. The host
// writes pinned and managed memory as it likes, variables begin with their values.
bool begins_undefined(MemoryOrigin origin) {
  return origin == MemoryOrigin::kDevice || origin == MemoryOrigin::kPool ||
         origin == MemoryOrigin::kHeap;
}

template <class Each>
void for_each_lane(std::uint32_t lanes, Each each) {
  for (; lanes; lanes &= lanes - 1) each(first_lane(lanes));
}

std::uint32_t used_bytes_of_all(const probes::Site& site) {
  return site.bytes >= 32 ? ~0u : (1u << site.bytes) - 1;
}
// The bytes from each address on that the site uses.
std::uint32_t used_bytes(const probes::Site& site) {
  const std::uint32_t all = used_bytes_of_all(site);
  return site.touched ? site.touched & all : all;
}

// Between lanes that are farther apart lies more than is worth a look.
constexpr std::uint64_t kMostLookedThrough = 8192;

template <class Each>
void for_each_row(const probes::Transfer& event, Each each) {
  for (std::uint64_t z = 0; z < event.depth; ++z) {
    for (std::uint64_t y = 0; y < event.height; ++y) {
      each(event.to.address + z * event.to.slice + y * event.to.pitch,
           event.from.address + z * event.from.slice + y * event.from.pitch);
    }
  }
}

}  // namespace

// It answers, so that each access is one as the program wrote it (probes/listener.h).
probes::EventMask InitCheck::events() const {
  return Event::kBlock | Event::kAccess | Event::kAtomic | Event::kAnswer | Event::kMemory |
         Event::kTransfer;
}

void InitCheck::block_begin(const probes::Block& block) {
  undefined_.set(reinterpret_cast<std::uint64_t>(block.shared.data()), block.shared.size(), true);
}

void InitCheck::memory(const probes::Memory& event) {
  if (event.change == probes::MemoryChange::kAllocated) {
    undefined_.set(event.address, event.bytes, begins_undefined(event.origin));
  } else if (event.change == probes::MemoryChange::kFreed) {
    // Its use is memcheck's to report. What is freed of the heap is told without its size.
    const auto* range = session_.memory.freed_at(event.address);
    if (range) undefined_.set(range->begin, range->bytes(), false);
  }
}

// All is defined that the access touches or lies between, or it makes it so.
bool InitCheck::passes(const probes::RowAccess& event) {
  if (!session_.options.shortcuts) return false;
  const probes::Site& site = event.site;
  const std::uint64_t bytes = event.high - event.low + site.bytes;
  if (bytes > kMostLookedThrough) return false;
  if (site.event == Event::kAtomic) return !undefined_.any(event.low, bytes);
  if (site.copy != 0 && !copies_.empty()) return false;
  if (site.access == AccessKind::kLoad) {
    return (site.decided == 0 && site.copy == 0) || !undefined_.any(event.low, bytes);
  }
  if (!undefined_.any(event.low, bytes)) return true;
  if (!event.is_solid() || used_bytes(site) != used_bytes_of_all(site)) return false;
  undefined_.set(event.low, bytes, false);
  return true;
}

std::uint32_t InitCheck::admit(const probes::Access& event) {
  const std::uint32_t lanes = event.active & ~event.local & ~event.denied;
  if (lanes == 0) return event.active;
  if (event.site.event == Event::kAtomic) {
    update(event, lanes);
  } else if (event.site.access == AccessKind::kLoad) {
    load(event, lanes);
  } else {
    store(event, lanes);
  }
  return event.active;
}

void InitCheck::load(const probes::Access& event, std::uint32_t lanes) {
  const probes::Site& site = event.site;
  if (site.decided == 0 && site.copy == 0) return;
  CopiesInRegisters::Lanes undefined{};
  std::uint32_t any = 0, wrong = 0, first = 0;
  const unsigned bytes = std::min(site.bytes, 32u);
  for_each_lane(lanes, [&](unsigned lane) {
    undefined[lane] = undefined_.at(event.addresses[lane], bytes);
    any |= undefined[lane];
    if ((undefined[lane] & site.decided) == 0) return;
    if (wrong == 0) first = undefined[lane] & site.decided;
    wrong |= 1u << lane;
  });
  if (site.copy) copies_.loaded(event, undefined, any != 0);
  if (wrong) report(event, wrong, first);
}

void InitCheck::store(const probes::Access& event, std::uint32_t lanes) {
  const probes::Site& site = event.site;
  if (site.bytes > 32) {
    for_each_lane(lanes,
                  [&](unsigned lane) { undefined_.set(event.addresses[lane], site.bytes, false); });
    return;
  }
  CopiesInRegisters::Lanes undefined{};
  const bool some = site.copy && copies_.find(event, undefined);
  const std::uint32_t used = used_bytes(site);
  for_each_lane(lanes, [&](unsigned lane) {
    const auto address = event.addresses[lane];
    std::uint32_t left = some ? undefined[lane] >> site.copied_from & used : 0;
    // The host may write there, and nobody tells.
    if (left && !((event.shared | event.remote) >> lane & 1) && is_of_host(address)) left = 0;
    undefined_.put(address, used, left);
  });
}

void InitCheck::update(const probes::Access& event, std::uint32_t lanes) {
  const std::uint32_t used = used_bytes(event.site);
  // What an exchange finds there may be dropped.
  const bool reads = event.site.atomic() != probes::AtomicOp::kExchange;
  std::uint32_t wrong = 0, first = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto undefined = undefined_.at(event.addresses[lane], std::min(event.site.bytes, 32u));
    if (undefined && reads) {
      if (wrong == 0) first = undefined;
      wrong |= 1u << lane;
    }
    if (undefined) undefined_.put(event.addresses[lane], used, 0);
  });
  if (wrong) report(event, wrong, first);
}

bool InitCheck::is_of_host(std::uint64_t address) const {
  const auto* range = session_.memory.live_at(address);
  return !range || range->origin == MemoryOrigin::kHost ||
         range->origin == MemoryOrigin::kRegistered || range->origin == MemoryOrigin::kManaged;
}

void InitCheck::transfer(const probes::Transfer& event) {
  if (event.refused) return;
  if (event.kind == probes::TransferKind::kSet) {
    for_each_row(event, [&](auto to, auto) { undefined_.set(to, event.width, false); });
    return;
  }
  // Kernels copy to shared memory, of which no range is known.
  const bool of_kernel = event.trace.empty();
  if (of_kernel || !is_of_host(event.to.address)) {
    for_each_row(event, [&](auto to, auto from) { undefined_.copy(to, from, event.width); });
    return;
  }
  bool all = true;
  for_each_row(event, [&](auto, auto from) { all = all && undefined_.all(from, event.width); });
  if (all) report(event);
}

void InitCheck::report(const probes::Access& event, std::uint32_t lanes, std::uint32_t undefined) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(lanes));
  session_.findings.report(Class::kUninitialised, event.site.key, 0, count, [&] {
    const unsigned lane = first_lane(lanes);
    const auto byte = event.addresses[lane] + static_cast<unsigned>(std::countr_zero(undefined));
    const bool is_shared = (event.shared | event.remote) >> lane & 1;
    Finding finding;
    finding.headline = fmt::format(
        "Uninitialized {} memory {} of size {}", is_shared ? "__shared__" : "__global__",
        event.site.event == Event::kAtomic ? "atomic" : "read", bytes_text(event.site.bytes));
    finding.kernel = kernel_of(event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.address = byte;
    if (const auto* range = session_.memory.live_at(byte)) {
      finding.object = object_of(*range, byte);
      finding.traces = traces_of(*range);
    } else if (is_shared) {
      const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
      finding.address = byte - begin;
      if (const auto* variable = event.site.variable) {
        const auto first =
            begin + (variable->bytes ? variable->offset : event.block.dynamic_offset);
        Object object;
        object.kind = variable->bytes ? "__shared__ variable" : "dynamic __shared__ array";
        object.bytes = variable->bytes ? variable->bytes
                                       : event.block.shared.size() - event.block.dynamic_offset;
        object.name = support::demangle(variable->name);
        object.relation = relation_of(byte, first, object.bytes);
        finding.object = std::move(object);
      }
    }
    return finding;
  });
}

void InitCheck::report(const probes::Transfer& event) {
  session_.findings.report(Class::kUninitialised, place_key(event.trace), 0, 1, [&] {
    Finding finding;
    const auto bytes = event.width * event.height * event.depth;
    finding.headline = fmt::format("Uninitialized __global__ memory read of {} by {}",
                                   bytes_text(bytes), event.name);
    finding.address = event.from.address;
    finding.notes.push_back("Nothing that is copied has been written");
    finding.traces.push_back({"called", frames_of(event.trace)});
    if (const auto* range = session_.memory.live_at(event.from.address)) {
      finding.object = object_of(*range, event.from.address);
      for (auto& trace : traces_of(*range)) finding.traces.push_back(std::move(trace));
    }
    return finding;
  });
}

}  // namespace heddle::checker
