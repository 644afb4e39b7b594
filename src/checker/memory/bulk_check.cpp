// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/bulk_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {

using probes::AsyncOp;

void BulkCheck::operation(const probes::Operation& event) {
  if (event.site.event != probes::Event::kAsync) return;
  const auto op = event.site.async_op();
  if (op != AsyncOp::kBulk && op != AsyncOp::kBulkReduce) return;
  if (!session_.launches.covers(event.block.launch)) return;
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    const auto bytes = event.c[lane];
    if (bytes == 0) continue;
    if (event.b[lane] != 0) check(event, {lane, event.b[lane], bytes, false});
    check(event, {lane, event.a[lane], bytes, true});
  }
}

void BulkCheck::check(const probes::Operation& event, const End& end) {
  const probes::Block& block = event.block;
  const auto own = reinterpret_cast<std::uint64_t>(block.shared.data());
  const auto distance = std::uint64_t{1} << block.cluster_shift;
  const auto* dim = block.launch.cluster;
  const std::uint64_t blocks = std::uint64_t{dim[0]} * dim[1] * dim[2];
  // The block's rank in its cluster is not told: as many blocks may lie before it as behind it.
  const auto ahead = end.address - own + (blocks - 1) * distance;
  if (block.cluster_shift != 0 && ahead < (2 * blocks - 1) * distance &&
      !session_.memory.live_at(end.address)) {
    return check_shared(event, end, ahead & (distance - 1), ahead / distance == blocks - 1);
  }
  const MemoryRange* home = nullptr;
  const auto last = end.address + end.bytes - 1;
  auto fault = addresses_.check({event.site, end.address, last, 0}, &home);
  if (!fault && home && end.writes && home->origin == probes::MemoryOrigin::kConstant) {
    fault = AddressFault{Class::kConstantWrite, home};
  }
  if (!fault) return;
  if (fault->id == Class::kUseAfterFree &&
      session_.is_freed_out_of_order(end.address, block.launch.work)) {
    return;
  }
  report(event, end, fault->id, "__global__", [&](Finding& finding) {
    finding.address = end.address;
    if (fault->range) {
      finding.object = object_of(*fault->range, end.address);
      finding.traces = traces_of(*fault->range);
    } else {
      finding.notes.push_back(fmt::format("Address {:#x} is in no memory of the GPU", end.address));
    }
  });
}

void BulkCheck::check_shared(const probes::Operation& event, const End& end, std::uint64_t offset,
                             bool own) {
  const auto& launch = event.block.launch;
  const std::uint64_t size =
      launch.dynamic_shared_bytes ? event.block.shared.size() : launch.static_shared_bytes;
  if (offset < size && end.bytes <= size - offset) return;
  report(event, end, Class::kOutOfBounds, "__shared__", [&](Finding& finding) {
    finding.address = offset;
    Object object;
    object.kind = own ? "__shared__ memory of the block"
                      : "__shared__ memory of another block of the cluster";
    object.bytes = size;
    object.relation = relation_of(offset, 0, size);
    finding.object = std::move(object);
  });
}

template <class Complete>
void BulkCheck::report(const probes::Operation& event, const End& end, Class id,
                       std::string_view space, Complete complete) {
  session_.findings.report(id, event.site.key, end.writes ? 1 : 0, 1, [&] {
    Finding finding;
    finding.headline = fmt::format("Invalid {} {} of size {} by a bulk copy", space,
                                   end.writes ? "write" : "read", bytes_text(end.bytes));
    finding.kernel = kernel_of(event.block.launch);
    finding.sides.push_back(side_of(event, end.lane));
    complete(finding);
    return finding;
  });
}

}  // namespace heddle::checker
