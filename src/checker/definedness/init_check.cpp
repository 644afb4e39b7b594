// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/init_check.h"

#include <fmt/format.h>

#include <bit>

#include "checker/definedness/host_writes.h"
#include "checker/describe.h"
#include "probes/lane_vectors.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using probes::AccessKind;
using probes::Event;
using probes::MemoryOrigin;

// What the program gets without a value, and only kernels and calls of the runtime write. Variables
// begin with their values.
bool begins_undefined(MemoryOrigin origin) {
  return origin == MemoryOrigin::kDevice || origin == MemoryOrigin::kPool ||
         origin == MemoryOrigin::kHeap || origin == MemoryOrigin::kArray;
}

bool is_in_shared(const probes::Block& block, std::uint64_t address) {
  return address - reinterpret_cast<std::uint64_t>(block.shared.data()) < block.shared.size();
}

// What the place says that decides.
const char* what_it_does(const probes::UndefinedUse& event, unsigned lane) {
  const auto use = event.site.use();
  if (use == probes::Use::kStored && event.addresses[lane] == 0) return "Is printed";
  switch (use) {
    case probes::Use::kBranch:
      return "Decides a branch";
    case probes::Use::kAddress:
      return "Is an address";
    case probes::Use::kStored:
      return "A result is stored";
    case probes::Use::kAtomic:
      return "Is added to memory";
    case probes::Use::kDivisor:
      return "Is a divisor";
    case probes::Use::kWarp:
      return "The warp looks at it";
    default:
      return "The barrier looks at it";
  }
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
  return Event::kBlock | Event::kAtomic | Event::kAnswer | Event::kUndefined | Event::kMemory |
         Event::kTransfer;
}

void InitCheck::block_begin(const probes::Block& block) {
  undefined_.set(reinterpret_cast<std::uint64_t>(block.shared.data()), block.shared.size(), true);
}

void InitCheck::memory(const probes::Memory& event) {
  if (event.change == probes::MemoryChange::kAllocated) {
    undefined_.set(event.address, event.bytes,
                   begins_undefined(event.origin) || fill_for_host(event));
  } else if (event.change == probes::MemoryChange::kFreed) {
    // Its use is memcheck's to report. What is freed of the heap is told without its size.
    const auto* range = session_.memory.freed_at(event.address);
    if (range) undefined_.set(range->begin, range->bytes(), false);
  }
}

const std::byte* InitCheck::undefined_bits() const {
  return session_.options.shortcuts ? undefined_.bits() : nullptr;
}

// Of other accesses it is told by compiled code.
probes::Pass InitCheck::passes(const probes::RowAccess& event) {
  using probes::Pass;
  if (event.site.event != Event::kAtomic) return Pass::all();
  const std::uint64_t bytes = event.high - event.low + event.site.bytes;
  const bool defined = session_.options.shortcuts && bytes <= kMostLookedThrough &&
                       !undefined_.any(event.low, bytes);
  if (!defined) return Pass::no();
  // Where code leaves it out, it looks at the bits each time (widen_untold.cpp).
  return Pass::all();
}

std::uint32_t InitCheck::admit(const probes::Access& event) {
  const std::uint32_t lanes = event.active & ~event.local & ~event.denied;
  if (lanes != 0 && event.site.event == Event::kAtomic) update(event, lanes);
  return event.active;
}

// Most accesses go to a row of memory that has been written: a look at a few words.
bool InitCheck::are_defined(const probes::At& at, const probes::Row& row) const {
  constexpr std::uint64_t kWide = 1024;
  if (!row.known) return false;
  const auto first = row.lowest(at.active);
  const auto bytes = row.highest(at.active) - first + at.site.bytes;
  return bytes <= kWide && !undefined_.any(first, bytes);
}

// Lanes side by side define all bytes from the first to the last. False: they lie in another way.
bool InitCheck::define_row(const probes::At& at, const probes::Row& row) {
  const auto lanes = at.active >> first_lane(at.active);
  const bool solid = row.known && (lanes & (lanes + 1)) == 0 &&
                     row.stride == std::int64_t{at.site.bytes} &&
                     used_bytes(at.site) == used_bytes_of_all(at.site);
  if (solid)
    undefined_.set(row.lowest(at.active), std::popcount(lanes) * std::uint64_t{at.site.bytes},
                   false);
  return solid;
}

std::uint32_t InitCheck::undefined_at(std::uint64_t address, unsigned bytes) {
  const auto undefined = undefined_.at(address, bytes);
  if (undefined == 0 || !settle(address, bytes)) return undefined;
  return undefined_.at(address, bytes);
}

// False: only kernels and calls of the runtime write there.
bool InitCheck::settle(std::uint64_t address, std::uint64_t bytes) {
  const auto* range = session_.memory.live_at(address);
  if (!range || !is_shared_with_host(range->origin)) return false;
  settle_host_writes(undefined_, *range, address, bytes);
  return true;
}

void InitCheck::undefined_load(const probes::UndefinedLoad& event) {
  const unsigned bytes = event.site.bytes;
  if (bytes > 32 || are_defined(event, probes::row_of(event.addresses, event.active))) return;
  std::uint32_t wrong = 0;
  for_each_lane(event.active, [&](unsigned lane) {
    event.undefined[lane] = undefined_at(event.addresses[lane], bytes);
    if (event.undefined[lane]) wrong |= 1u << lane;
  });
  if (wrong) reads_.note(event, wrong, event.undefined);
}

void InitCheck::undefined_store(const probes::UndefinedStore& event) {
  const probes::Site& site = event.site;
  const std::uint32_t used = used_bytes(site);
  std::uint32_t some = 0;
  for_each_lane(event.active, [&](unsigned lane) { some |= event.undefined[lane]; });
  const auto row = probes::row_of(event.addresses, event.active);
  if (some == 0 && (are_defined(event, row) || define_row(event, row))) return;
  for_each_lane(event.active, [&](unsigned lane) {
    const auto address = event.addresses[lane];
    if (site.bytes > 32) return undefined_.set(address, site.bytes, false);
    std::uint32_t left = event.undefined[lane] & used;
    if (left) {
      // The host may write there, and nobody tells.
      const auto* range = session_.memory.live_at(address);
      if (range && is_shared_with_host(range->origin)) left = 0;
    }
    // A block's shared memory begins a line, and one host thread runs it.
    undefined_.put(address, used, left, is_in_shared(event.block, address));
  });
}

void InitCheck::undefined_object(const probes::UndefinedObject& event) {
  for_each_lane(event.active, [&](unsigned lane) {
    undefined_.set(event.addresses[lane], event.site.bytes, true);
  });
}

void InitCheck::undefined_use(const probes::UndefinedUse& event) {
  std::uint32_t lanes = event.active;
  if (event.site.use() == probes::Use::kStored) {
    // What goes to shared or local memory is looked at where it is used.
    for_each_lane(event.active, [&](unsigned lane) {
      // Without an address: to printf.
      const auto address = event.addresses[lane];
      if (address != 0 && !session_.memory.live_at(address)) lanes &= ~(1u << lane);
    });
  }
  if (lanes == 0 || !session_.launches.covers(event.block.launch)) return;
  while (lanes != 0) {
    const unsigned first = first_lane(lanes);
    std::uint32_t same = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      if (event.sources[lane] == event.sources[first]) same |= 1u << lane;
    });
    report(event, first, static_cast<std::uint64_t>(std::popcount(same)));
    lanes &= ~same;
  }
}

void InitCheck::update(const probes::Access& event, std::uint32_t lanes) {
  // Most go to a few counters, or to others near them, that have been written.
  const auto bytes = event.site.bytes;
  const auto [low, high, all] = probes::extent_of(event.addresses.data(), lanes);
  if (high >> probes::Listener::kUndefinedAddressBits == 0) {
    if (high - low <= kMostLookedThrough) {
      if (!undefined_.any(low, high - low + bytes)) return;
    } else if (std::has_single_bit(bytes) && bytes <= 16 && all % bytes == 0) {
      std::uint32_t any = 0;
      for_each_lane(lanes, [&](unsigned lane) {
        any |= undefined_.at_aligned(event.addresses[lane], bytes);
      });
      if (any == 0) return;
    }
  }
  const std::uint32_t used = used_bytes(event.site);
  // What an exchange finds there may be dropped.
  const bool reads = event.site.atomic() != probes::AtomicOp::kExchange;
  std::uint32_t wrong = 0, first = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto undefined = undefined_at(event.addresses[lane], std::min(event.site.bytes, 32u));
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
  return !range || is_shared_with_host(range->origin);
}

void InitCheck::transfer(const probes::Transfer& event) {
  if (event.refused) return;
  if (event.kind == probes::TransferKind::kRead) {
    // Parts may be there for nothing (rows that pad a matrix), and which results depend on which
    // is not told.
    if (!is_of_host(event.from.address) && is_all_undefined(event)) {
      report(event, "Nothing that it reads there has been written");
    }
    return;
  }
  if (event.kind == probes::TransferKind::kSet) {
    for_each_row(event, [&](auto to, auto) { undefined_.set(to, event.width, false); });
    return;
  }
  for_each_row(event, [&](auto, auto from) { settle(from, event.width); });
  // Kernels copy to shared memory, of which no range is known.
  const bool of_kernel = event.trace.empty();
  if (of_kernel || !is_of_host(event.to.address)) {
    for_each_row(event, [&](auto to, auto from) { undefined_.copy(to, from, event.width); });
    return;
  }
  if (is_all_undefined(event)) {
    report(event, "Nothing that is copied has been written");
  }
  if (session_.memory.live_at(event.to.address)) {
    for_each_row(event, [&](auto to, auto) { undefined_.set(to, event.width, false); });
  }
}

bool InitCheck::is_all_undefined(const probes::Transfer& event) const {
  bool all = true;
  for_each_row(event, [&](auto, auto from) { all = all && undefined_.all(from, event.width); });
  return all;
}

void InitCheck::describe(Finding& finding, const probes::Block& block, const probes::Site& read,
                         std::uint64_t byte) const {
  finding.address = byte;
  if (const auto* range = session_.memory.live_at(byte)) {
    finding.object = object_of(*range, byte);
    finding.traces = traces_of(*range);
    return;
  }
  const auto* variable = read.variable;
  if (!is_in_shared(block, byte)) {
    if (!variable || *variable->name != 0) return;
    finding.notes.push_back(
        fmt::format("It belongs to a local variable of {}", bytes_text(variable->bytes)));
    return;
  }
  const auto begin = reinterpret_cast<std::uint64_t>(block.shared.data());
  finding.address = byte - begin;
  if (!variable) return;
  const auto first = begin + (variable->bytes ? variable->offset : block.dynamic_offset);
  Object object;
  object.kind = variable->bytes ? "__shared__ variable" : "dynamic __shared__ array";
  object.bytes = variable->bytes ? variable->bytes : block.shared.size() - block.dynamic_offset;
  object.name = support::demangle(variable->name);
  object.relation = relation_of(byte, first, object.bytes);
  finding.object = std::move(object);
}

void InitCheck::report(const probes::Access& event, std::uint32_t lanes, std::uint32_t undefined) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(lanes));
  session_.findings.report(Class::kUninitialised, event.site.key, 0, count, [&] {
    const unsigned lane = first_lane(lanes);
    const auto byte = event.addresses[lane] + static_cast<unsigned>(std::countr_zero(undefined));
    const bool is_shared = (event.shared | event.remote) >> lane & 1;
    Finding finding;
    finding.headline =
        fmt::format("Uninitialized {} memory atomic of size {}",
                    is_shared ? "__shared__" : "__global__", bytes_text(event.site.bytes));
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    describe(finding, event.block, event.site, byte);
    return finding;
  });
}

// Told at the read, and where the value decides something, if that stands elsewhere.
void InitCheck::report(const probes::UndefinedUse& event, unsigned lane, std::uint64_t count) {
  const auto* source = event.source(lane);
  const bool is_read = source && source->access != AccessKind::kNone;
  const auto key = source ? source->key : event.site.key;
  session_.findings.report(Class::kUninitialised, key, is_read ? 0 : event.site.key, count, [&] {
    Finding finding;
    tell_kernel(finding, event.block.launch);
    auto use = side_of(event, lane);
    if (!is_read) {
      const std::string name = source && source->variable ? source->variable->name : "";
      const bool is_shuffle = source && source->bytes == 0;
      finding.headline = is_shuffle     ? "Value of a lane used that took no part in the shuffle"
                         : name.empty() ? "Uninitialized variable used"
                                        : fmt::format("Uninitialized variable \"{}\" used", name);
      use.action = what_it_does(event, lane);
      finding.sides.push_back(std::move(use));
      const auto* declared = source ? source->user() : nullptr;
      if (declared) {
        finding.notes.push_back(fmt::format("{} at {}:{}",
                                            is_shuffle ? "The shuffle is" : "It is declared",
                                            declared->file, declared->line));
      }
      return finding;
    }
    const auto byte = reads_.find(event, *source, lane);
    // Of a product, another lane may have read it.
    const bool is_shared =
        byte ? is_in_shared(event.block, *byte) : source->space == probes::Space::kShared;
    const bool is_local = source->space == probes::Space::kLocal ||
                          (byte && !is_shared && !session_.memory.live_at(*byte));
    finding.headline = fmt::format("Uninitialized {} memory read of size {}",
                                   is_shared  ? "__shared__"
                                   : is_local ? "__local__"
                                              : "__global__",
                                   bytes_text(source->bytes));
    finding.sides.push_back(
        side_of(probes::At{*source, event.block, event.warp, event.active}, lane));
    const auto *from = source->user(), *to = event.site.user();
    if (from && to && (from->line != to->line || std::string_view(from->file) != to->file)) {
      finding.sides[0].action = "Read";
      use.action = what_it_does(event, lane);
      finding.sides.push_back(std::move(use));
    }
    if (byte) describe(finding, event.block, *source, *byte);
    return finding;
  });
}

void InitCheck::report(const probes::Transfer& event, const char* why) {
  session_.findings.report(Class::kUninitialised, place_key(event.trace), 0, 1, [&] {
    Finding finding;
    const auto bytes = event.width * event.height * event.depth;
    finding.headline = fmt::format("Uninitialized __global__ memory read of {} by {}",
                                   bytes_text(bytes), event.name);
    finding.address = event.from.address;
    finding.notes.emplace_back(why);
    finding.traces.push_back({"called", frames_of(event.trace)});
    if (const auto* range = session_.memory.live_at(event.from.address)) {
      finding.object = object_of(*range, event.from.address);
      for (auto& trace : traces_of(*range)) finding.traces.push_back(std::move(trace));
    }
    return finding;
  });
}

}  // namespace heddle::checker
