// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/access_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/describe.h"
#include "checker/memory/rights.h"
#include "probes/lane_vectors.h"
#include "probes/site_numbers.h"
#include "support/demangle.h"
#include "support/thread_own.h"

namespace heddle::checker {
namespace {

using probes::Event;
using probes::Space;

// The bytes of an access that the program uses, from its address on.
struct Touched {
  explicit Touched(const probes::Site& site) : last(std::max(site.bytes, 1u) - 1) {
    if (site.touched == 0 || site.bytes > 32) return;
    first = static_cast<unsigned>(std::countr_zero(site.touched));
    last = 31 - static_cast<unsigned>(std::countl_zero(site.touched));
  }
  std::uint64_t first = 0, last;
};

std::string_view action_of(const probes::Site& site) {
  if (site.event == Event::kAtomic) return "atomic";
  return site.is_store() ? "write" : "read";
}

// Behind static shared memory alone lies what the dynamic part would begin on.
std::uint64_t shared_bytes(const probes::Block& block) {
  const auto& launch = block.launch;
  return launch.dynamic_shared_bytes ? block.shared.size() : launch.static_shared_bytes;
}

// Where accesses to the block's shared memory have to be.
struct SharedBounds {
  SharedBounds(const probes::Site& site, const probes::Block& block) {
    begin = reinterpret_cast<std::uint64_t>(block.shared.data());
    bytes = shared_bytes(block);
    const auto* variable = site.space == Space::kShared ? site.variable : nullptr;
    if (!variable) return;
    begin += variable->bytes ? variable->offset : block.dynamic_offset;
    bytes = variable->bytes ? variable->bytes : bytes - block.dynamic_offset;
  }
  std::uint64_t begin, bytes;
};

// Findings of this thread that their variables are to be told of.
struct Unexplained {
  std::uint64_t number;
  const probes::Site* site;
  unsigned lane;
};
std::vector<Unexplained>& unexplained() {
  return support::ThreadOwn<std::vector<Unexplained>, struct OfUnexplained>::get();
}

// The space in the words of CUDA. `lane`: that the finding is about.
std::string_view space_of(const probes::Access& event, unsigned lane) {
  if ((event.shared | event.remote) >> lane & 1) return "__shared__";
  if (event.local >> lane & 1) return "__local__";
  if (event.site.space == Space::kConstant) return "__constant__";
  return "__global__";
}

}  // namespace

AccessCheck::AccessCheck(Session& session)
    : session_(session),
      addresses_(session.memory),
      last_(std::make_unique<std::array<Last, kWorkers * kSites>>()) {}

probes::EventMask AccessCheck::events() const {
  return Event::kBlock | Event::kAccess | Event::kLocal | Event::kAtomic | Event::kAnswer |
         Event::kValues | (session_.options.shortcuts ? mask(Event::kDoubtful) : 0);
}

// Told right behind the access.
void AccessCheck::values(const probes::Values& event) {
  for (const auto& [number, site, lane] : unexplained()) {
    if (site != &event.site || (event.active >> lane & 1) == 0) continue;
    session_.findings.amend(number, [&](Finding& finding) {
      finding.sides.front().variables = variables_of(event, lane);
    });
  }
  unexplained().clear();
}

// In order where the lowest and the highest address are in the memory where the site's accesses
// were in order before.
probes::Pass AccessCheck::passes(const probes::RowAccess& event) {
  using probes::Pass;
  if (!session_.options.shortcuts) return Pass::no();
  const std::uint64_t align = std::max(event.site.align, 1u) - 1;
  const probes::Rows& rows = event.rows;
  if (((rows.first | static_cast<std::uint64_t>(rows.stride | rows.pitch)) & align) != 0) {
    return Pass::no();
  }
  const Touched touched(event.site);
  const auto is_in = [&](std::uint64_t begin, std::uint64_t bytes) {
    // Below the beginning it wraps around, to more than any memory has.
    return event.low + touched.first - begin < bytes && event.high + touched.last - begin < bytes;
  };
  if (event.shared) {
    const SharedBounds bounds(event.site, event.block);
    return is_in(bounds.begin, bounds.bytes) ? Pass::in(bounds.begin, bounds.bytes) : Pass::no();
  }
  const auto* last = last_of(event);
  const auto* range = last ? last->load(std::memory_order_relaxed) : nullptr;
  if (!range || !range->live.load(std::memory_order_relaxed)) return Pass::no();
  if (is_of_other_device(event, *range)) return Pass::no();
  if (may_not_write(session_, event, *range)) return Pass::no();
  const bool good = is_in(range->begin, range->bytes()) &&
                    (event.object == 0 || event.object - range->begin < range->bytes());
  return good ? Pass::in(range->begin, range->bytes()) : Pass::no();
}

// The memory that all lanes were found to go to.
probes::Pass AccessCheck::untold(const probes::Access& event) {
  using probes::Pass;
  if (!session_.options.shortcuts || (event.local | event.remote) != 0) return Pass::no();
  if (event.shared != 0) {
    const SharedBounds bounds(event.site, event.block);
    return event.shared == event.active ? Pass::in(bounds.begin, bounds.bytes) : Pass::no();
  }
  const auto* last = last_of(event);
  const auto* range = last ? last->load(std::memory_order_relaxed) : nullptr;
  const bool good = is_in(range, event, event.active) && !is_of_other_device(event, *range) &&
                    !may_not_write(session_, event, *range);
  return good ? Pass::in(range->begin, range->bytes()) : Pass::no();
}

std::uint32_t AccessCheck::admit(const probes::Access& event) {
  // The code itself says so, whatever the address.
  if (event.site.space == Space::kConstant && event.site.is_store()) {
    report(event, Class::kConstantWrite, event.active, [](Finding& finding, unsigned) {
      finding.notes.emplace_back("It is a __grid_constant__ parameter of the kernel");
    });
    return session_.launches.covers(event.block.launch) ? 0 : event.active;
  }
  std::uint32_t wrong = check_alignment(event, event.active);
  std::uint32_t rest = event.active & ~wrong;
  wrong |= check_shared(event, event.shared & rest & ~event.remote);
  wrong |= check_remote(event, event.remote & rest);
  wrong |= check_local(event, event.local & rest);
  wrong |= check_global(event, rest & ~(event.shared | event.local | event.remote));
  // What is not checked fails as it does without a tool.
  if (wrong && !session_.launches.covers(event.block.launch)) wrong = 0;
  if (wrong) lost_.note(event, wrong);
  return event.active & ~wrong;
}

template <class Complete>
void AccessCheck::report(const probes::Access& event, Class id, std::uint32_t lanes,
                         Complete complete) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(lanes));
  const unsigned lane = first_lane(lanes);
  const auto number = session_.findings.report(id, event.site.key, 0, count, [&] {
    Finding finding;
    finding.headline = fmt::format("Invalid {} {} of size {}", space_of(event, lane),
                                   action_of(event.site), bytes_text(event.site.bytes));
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.address = event.addresses[lane];
    complete(finding, lane);
    return finding;
  });
  if (number && event.site.local_count != 0) unexplained().push_back({*number, &event.site, lane});
}

std::uint32_t AccessCheck::check_alignment(const probes::Access& event, std::uint32_t lanes) {
  const std::uint64_t mask = std::max(event.site.align, 1u) - 1;
  if (mask == 0) return 0;
  const auto wrong = lanes & ~probes::lanes_below(event.addresses.data(), 0, mask, 1);
  if (wrong == 0) return 0;
  report(event, Class::kMisaligned, wrong, [&](Finding& finding, unsigned lane) {
    const auto address = event.addresses[lane];
    finding.notes.push_back(
        fmt::format("Address {:#x} is misaligned: it must be a multiple of {}", address, mask + 1));
    if (const auto* range = session_.memory.live_at(address)) {
      finding.object = object_of(*range, address);
      finding.traces = traces_of(*range);
    }
  });
  return wrong;
}

std::uint32_t AccessCheck::check_shared(const probes::Access& event, std::uint32_t lanes) {
  if (!lanes) return 0;
  const probes::Site& site = event.site;
  const probes::Block& block = event.block;
  const auto begin = reinterpret_cast<std::uint64_t>(block.shared.data());
  const auto* variable = site.space == Space::kShared ? site.variable : nullptr;
  const auto [first, bytes] = SharedBounds(site, block);
  const Touched touched(site);
  // Below the beginning an offset wraps around.
  const auto is_in = [&, first = first, size = std::uint64_t{bytes}](std::uint64_t byte) {
    return probes::lanes_below(event.addresses.data(), first - byte, ~std::uint64_t{0}, size);
  };
  const std::uint32_t wrong = lanes & ~(is_in(touched.first) & is_in(touched.last));
  if (!wrong) return 0;
  report(event, Class::kOutOfBounds, wrong, [&](Finding& finding, unsigned lane) {
    Object object;
    object.bytes = bytes;
    object.relation = relation_of(event.addresses[lane], first, bytes);
    object.kind = "__shared__ memory of the block";
    if (variable) {
      object.kind = variable->bytes ? "__shared__ variable" : "dynamic __shared__ array";
      object.name = support::demangle(variable->name);
    }
    finding.address = event.addresses[lane] - begin;
    finding.object = std::move(object);
  });
  return wrong;
}

// Shared memory of another block of the cluster: as large as the own one. The code does not tell
// the variable.
std::uint32_t AccessCheck::check_remote(const probes::Access& event, std::uint32_t lanes) {
  if (!lanes) return 0;
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  const std::uint64_t bytes = shared_bytes(event.block);
  const std::uint64_t distance = std::uint64_t{1} << event.block.cluster_shift;
  const Touched touched(event.site);
  const std::uint64_t ends = bytes - std::min(bytes, touched.last);
  const auto wrong =
      lanes & ~probes::lanes_below(event.addresses.data(), begin, distance - 1, ends);
  if (!wrong) return 0;
  report(event, Class::kOutOfBounds, wrong, [&](Finding& finding, unsigned lane) {
    const auto offset = (event.addresses[lane] - begin) & (distance - 1);
    Object object;
    object.bytes = bytes;
    object.relation = relation_of(offset, 0, bytes);
    object.kind = "__shared__ memory of another block of the cluster";
    finding.address = offset;
    finding.object = std::move(object);
  });
  return wrong;
}

std::uint32_t AccessCheck::check_local(const probes::Access& event, std::uint32_t lanes) {
  const auto* variable = event.site.variable;
  if (!lanes) return 0;
  // Through pointers, the code does not tell how large the object is.
  if (event.site.space != Space::kLocal || !variable || variable->bytes == 0) {
    return check_given_local(event, lanes);
  }
  const Touched touched(event.site);
  std::uint32_t wrong = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (event.objects[lane] == 0) return;
    const auto offset = event.addresses[lane] - event.objects[lane];
    if (offset + touched.first >= variable->bytes || offset + touched.last >= variable->bytes) {
      wrong |= 1u << lane;
    }
  });
  if (!wrong) return 0;
  report(event, Class::kOutOfBounds, wrong, [&](Finding& finding, unsigned lane) {
    Object object;
    object.kind = "local array";
    object.name = variable->name;
    object.bytes = variable->bytes;
    object.relation = relation_of(event.addresses[lane], event.objects[lane], variable->bytes);
    finding.object = std::move(object);
  });
  return wrong;
}

std::uint32_t AccessCheck::check_given_local(const probes::Access& event, std::uint32_t lanes) {
  const Touched touched(event.site);
  std::uint32_t wrong = 0;
  std::optional<LocalObjects::Bounds> of_first;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto address = event.addresses[lane];
    const auto left = locals_.left(event, lane, address + touched.first, address + touched.last,
                                   event.objects[lane]);
    if (!left) return;
    if (wrong == 0) of_first = left;
    wrong |= 1u << lane;
  });
  if (!wrong) return 0;
  report(event, Class::kOutOfBounds, wrong, [&](Finding& finding, unsigned lane) {
    Object object;
    object.kind = "local variable";
    object.bytes = of_first->bytes;
    object.relation = relation_of(event.addresses[lane], of_first->begin, of_first->bytes);
    finding.object = std::move(object);
    if (of_first->of_other_thread) {
      finding.notes.emplace_back("There lies the local memory of another thread");
    }
  });
  return wrong;
}

std::atomic<const MemoryRange*>* AccessCheck::last_of(const probes::At& event) {
  if (event.block.worker >= kWorkers) return nullptr;
  return &(*last_)[event.block.worker * kSites + event.site.id % kSites].range;
}

bool AccessCheck::is_in(const MemoryRange* range, const probes::Access& event,
                        std::uint32_t lanes) const {
  if (!range || !range->live.load(std::memory_order_relaxed)) return false;
  if (may_not_write(session_, event, *range)) return false;
  const Touched touched(event.site);
  std::uint32_t in = 0;
  const std::uint64_t begin = range->begin, size = range->bytes();
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    const std::uint64_t first = event.addresses[lane] + touched.first - begin;
    const std::uint64_t last = event.addresses[lane] + touched.last - begin;
    const std::uint64_t object = event.objects[lane];
    const bool is_own = (object == 0) | (object - begin < size);
    in |= static_cast<std::uint32_t>((first < size) & (last < size) & is_own) << lane;
  }
  return (lanes & ~in) == 0;
}

std::uint32_t AccessCheck::check_global(const probes::Access& event, std::uint32_t lanes) {
  if (!lanes) return 0;
  auto* last = last_of(event);
  const auto* known = last ? last->load(std::memory_order_relaxed) : nullptr;
  const bool of_cluster = event.site.parameter == probes::kClusterPointer;
  if (!of_cluster && is_in(known, event, lanes) && may_use(session_, event, *known)) return 0;
  const Touched touched(event.site);
  std::uint32_t wrong = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto address = event.addresses[lane];
    const MemoryRange* home = nullptr;
    auto fault = addresses_.check(
        {event.site, address + touched.first, address + touched.last, event.objects[lane]}, &home);
    if (!fault && home && may_not_write(session_, event, *home)) {
      fault = AddressFault{Class::kConstantWrite, home};
    }
    if (!fault && home && !may_use(session_, event, *home))
      fault = AddressFault{Class::kPeerAccess, home};
    // Its object is no memory of that kind, whatever lies there.
    if (!fault && of_cluster) fault = AddressFault{Class::kOutOfBounds, home};
    if (fault) {
      wrong |= 1u << lane;
      const bool is_told =
          fault->id == Class::kNullPointer && (lost_.lanes(event) >> lane & 1) != 0;
      if (!is_told) report_global(event, lane, address, *fault);
    } else if (last) {
      last->store(home, std::memory_order_relaxed);
    }
  });
  return wrong;
}

void AccessCheck::report_global(const probes::Access& event, unsigned lane, std::uint64_t address,
                                const AddressFault& fault) {
  if (fault.id == Class::kUseAfterFree &&
      session_.is_freed_out_of_order(address, event.block.launch.work)) {
    return;
  }
  report(event, fault.id, 1u << lane, [&](Finding& finding, unsigned) {
    if (fault.id == Class::kPeerAccess) {
      const int owner = fault.range->device;
      finding.notes.push_back(fmt::format(
          "The memory is of {}, the kernel runs on device {}, which has no access to it",
          owner < 0 ? "a pool of host memory" : fmt::format("device {}", owner),
          event.block.launch.device));
    }
    if (fault.id == Class::kConstantWrite && fault.range && fault.range->mapped) {
      finding.notes.push_back(
          fmt::format("cuMemSetAccess lets device {} only read it", event.block.launch.device));
    }
    if (fault.id == Class::kOutOfBounds && event.site.parameter == probes::kClusterPointer) {
      finding.notes.emplace_back("The pointer is one to shared memory of the block's cluster");
    }
    if (fault.range) {
      finding.object = object_of(*fault.range, address);
      finding.traces = traces_of(*fault.range);
    } else if (fault.is_null_page) {
      finding.notes.push_back(
          address == 0 ? "The pointer is null"
                       : fmt::format("Address {:#x} is a null pointer with an offset", address));
    } else if (fault.id == Class::kHostPointer) {
      finding.notes.push_back(
          fmt::format("Address {:#x} is ordinary host memory, which kernels cannot use", address));
    } else {
      finding.notes.push_back(fmt::format("Address {:#x} is in no memory of the GPU", address));
    }
  });
}

}  // namespace heddle::checker
