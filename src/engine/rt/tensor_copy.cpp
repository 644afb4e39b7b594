// SPDX-License-Identifier: Apache-2.0
// Tensor copies of compiled kernels (PTX ISA, "cp.async.bulk.tensor",
// "cp.reduce.async.bulk.tensor"): one call moves the whole box, of one lane.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"
#include "engine/rt/bulk_events.h"
#include "engine/rt/bulk_reduce.h"
#include "engine/rt/tensor_box.h"
#include "engine/rt/tensor_elements.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

namespace heddle::engine {
namespace {

using abi::BlockContext;
using image::TensorCopy;
using image::TensorMap;
using image::TensorType;

constexpr std::uint64_t kBoxAlign = 128;       // in shared memory
constexpr std::int64_t kCoordinateAlign = 16;  // bytes
constexpr std::uint64_t kSwizzledPiece = 16;
constexpr std::uint64_t kWritten = 16;

// Bytes that lie side by side on both sides.
struct Piece {
  std::byte* shared;
  std::uint64_t address, bytes;
  std::uint64_t begin, end;  // what of it the tensor has
};

struct Request {
  std::uint32_t copy;  // a TensorCopy
  std::byte* shared;
  TensorMap map;
  BoxPlace at;

  TensorCopy::Kind kind() const {
    return static_cast<TensorCopy::Kind>(copy & TensorCopy::kKindMask);
  }
  image::BulkOp op() const { return static_cast<image::BulkOp>(copy >> TensorCopy::kOpShift); }
  unsigned rank() const { return copy >> TensorCopy::kRankShift & 0xf; }
  bool is_im2col() const { return (copy & TensorCopy::kIm2col) != 0; }
  bool writes_tiles() const { return kind() != TensorCopy::kLoad && !is_im2col(); }
};

// Why the copy cannot be made; none where it can.
std::optional<Fault::Refused> refused(const Request& r) {
  using Refused = Fault::Refused;
  const TensorMap& map = r.map;
  if (map.magic != TensorMap::kMagic || map.type >= TensorType::kCount || map.rank < 1 ||
      map.rank > TensorMap::kMostRank || map.swizzle > 3) {
    return Refused::kNoMap;
  }
  if (map.rank != r.rank()) return Refused::kRank;
  if (map.is_im2col && !r.is_im2col()) return Refused::kTilesByColumns;
  if (!map.is_im2col && r.is_im2col()) return Refused::kColumnsByTiles;
  for (unsigned d = 0; d < map.rank; ++d) {
    if (map.steps[d] == 0 || (!map.is_im2col && map.box[d] == 0)) return Refused::kNoMap;
  }
  // As an H200 has it; the documents do not say so.
  const auto first = std::int64_t{r.at.coordinates[0]} * bytes_of(map.type);
  if (first % kCoordinateAlign != 0) return Refused::kCoordinate;
  const bool reaches_below = std::any_of(r.at.coordinates, r.at.coordinates + map.rank,
                                         [](std::int32_t c) { return c < 0; });
  if (reaches_below && r.writes_tiles()) return Refused::kNegative;
  const bool reduces_none = r.kind() == TensorCopy::kReduce && !reduces(r.op(), map.type);
  return reduces_none ? std::optional(Refused::kReduction) : std::nullopt;
}

template <class Use>  // void (const Piece&)
void each_piece(const BlockContext& block, const Request& r, const TensorBox& box, Use use) {
  // Distances from the block's shared memory, which begins at a page, as its shared addresses.
  const auto address = static_cast<std::uint64_t>(r.shared - block.cluster_shared);
  const auto size = r.map.swizzle ? kSwizzledPiece : box.row_bytes();
  box.each_row([&](const BoxRow& row) {
    for (std::uint64_t at = 0; at < box.row_bytes(); at += size) {
      const auto bytes = std::min(size, box.row_bytes() - at);
      const auto place = swizzled(address + row.place + at, r.map.swizzle);
      const auto in_piece = [&](std::uint64_t k) { return std::clamp(k, at, at + bytes) - at; };
      use(Piece{block.cluster_shared + place, row.address + at, bytes, in_piece(row.begin),
                in_piece(row.end)});
    }
  });
}

std::byte* global(const Piece& piece) {
  return reinterpret_cast<std::byte*>(piece.address + piece.begin);
}

void load(const Piece& piece, const TensorMap& map) {
  if (piece.begin == 0 && piece.end == kSwizzledPiece && piece.bytes == kSwizzledPiece) {
    std::memcpy(piece.shared, global(piece), kSwizzledPiece);
  } else {
    const auto bytes = piece.end - piece.begin;
    fill_elements(piece.shared, piece.begin, map);
    if (bytes != 0) std::memcpy(piece.shared + piece.begin, global(piece), bytes);
    fill_elements(piece.shared + piece.end, piece.bytes - piece.end, map);
  }
  if (changes_elements(map.type)) {
    change_elements(piece.shared + piece.begin, piece.end - piece.begin);
  }
}

void carry_out(const Request& r, const Piece& piece) {
  if (r.kind() == TensorCopy::kLoad) return load(piece, r.map);
  if (piece.end == piece.begin) return;
  // An H200 writes the last 16 bytes of a line whole, though the tensor ends within them.
  const auto whole = (piece.end + kWritten - 1) / kWritten * kWritten;
  const auto end = r.writes_tiles() ? std::min(whole, piece.bytes) : piece.end;
  const auto bytes = end - piece.begin;
  if (r.kind() == TensorCopy::kStore) {
    std::memcpy(global(piece), piece.shared + piece.begin, bytes);
  } else {
    bulk_reduce(global(piece), piece.shared + piece.begin, bytes, r.op(), r.map.type);
  }
}

constexpr const char* kName = "cp.async.bulk.tensor";

// Reductions change what they find, so nothing becomes defined or undefined by them.
void tell_of(const BlockRunner& runner, const Request& r, const Piece& piece, bool further) {
  const auto bytes = piece.end - piece.begin;
  const auto at = [](const std::byte* p) { return reinterpret_cast<std::uint64_t>(p); };
  const auto shared = at(piece.shared) + piece.begin;
  if (r.kind() == TensorCopy::kStore) {
    return tell_of_copy(runner, kName, at(global(piece)), shared, bytes, further);
  }
  if (r.kind() == TensorCopy::kReduce) return;
  tell_of_copy(runner, kName, shared, at(global(piece)), bytes, further);
  tell_of_fill(runner, kName, at(piece.shared), piece.begin, true);
  tell_of_fill(runner, kName, at(piece.shared) + piece.end, piece.bytes - piece.end,
               further || bytes != 0);
}

Request request(std::uint32_t copy, void* shared, const void* map,
                const std::array<std::int32_t, TensorMap::kMostRank>& coordinates,
                std::uint64_t offsets) {
  Request r{copy, static_cast<std::byte*>(shared), {}, {}};
  std::memcpy(&r.map, map, sizeof r.map);
  std::ranges::copy(coordinates, r.at.coordinates);
  for (unsigned k = 0; k < TensorMap::kMostSpatial; ++k) {
    r.at.offsets[k] = static_cast<std::uint16_t>(offsets >> (16 * k));
  }
  return r;
}

[[noreturn]] void refuse(BlockRunner& runner, Fault::Kind kind, Fault::Refused why,
                         const void* return_address) {
  Fault fault = runner.fault_here(kind);
  fault.refused = why;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(return_address) - 1;
  runner.abandon(fault);
}

}  // namespace
}  // namespace heddle::engine

using namespace heddle::engine;
namespace probes = heddle::probes;

// Answers the bytes of the whole box.
HEDDLE_RT std::uint32_t heddle_rt_tensor(heddle::abi::BlockContext* block, std::uint32_t copy,
                                         void* shared, const void* map, std::int32_t c0,
                                         std::int32_t c1, std::int32_t c2, std::int32_t c3,
                                         std::int32_t c4, std::uint64_t offsets) {
  auto& runner = *static_cast<BlockRunner*>(block->engine);
  const auto r = request(copy, shared, map, {c0, c1, c2, c3, c4}, offsets);
  const void* caller = __builtin_return_address(0);
  if (const auto why = refused(r)) refuse(runner, Fault::Kind::kInstruction, *why, caller);
  if (reinterpret_cast<std::uintptr_t>(shared) % kBoxAlign != 0) {
    refuse(runner, Fault::Kind::kMisaligned, {}, caller);
  }
  const TensorBox box(r.map, r.at);
  if (runner.grid().listeners) {
    bool further = false;
    each_piece(*block, r, box, [&](const Piece& piece) {
      tell_of(runner, r, piece, std::exchange(further, true));
    });
  }
  each_piece(*block, r, box, [&](const Piece& piece) { carry_out(r, piece); });
  return static_cast<std::uint32_t>(box.bytes());
}

// For tools, before it: the copy as bulk copies of its pieces, of thread `thread` of the block.
HEDDLE_RT void heddle_rt_tell_tensor(heddle::abi::BlockContext* block, const probes::Site* site,
                                     std::uint32_t thread, std::uint32_t copy, void* shared,
                                     const void* map, std::int32_t c0, std::int32_t c1,
                                     std::int32_t c2, std::int32_t c3, std::int32_t c4,
                                     std::uint64_t offsets) {
  auto& runner = *static_cast<BlockRunner*>(block->engine);
  const auto* tools = runner.grid().listeners;
  if (!tools) return;
  const auto r = request(copy, shared, map, {c0, c1, c2, c3, c4}, offsets);
  if (refused(r)) return;
  const unsigned lane = thread % heddle::abi::kWarpSize;
  const HostThread::Listening listening(runner.host_thread());
  const auto tell = [&](std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    if (bytes == 0) return;
    std::uint64_t words[3][heddle::abi::kWarpSize] = {};
    words[0][lane] = to;
    words[1][lane] = from;
    words[2][lane] = bytes;
    const probes::At at{*site, runner.block_told(), thread / heddle::abi::kWarpSize, 1u << lane};
    const probes::Operation event{at, std::span(words[0]), std::span(words[1]),
                                  std::span(words[2])};
    tools->tell(probes::Event::kAsync, [&](probes::Listener& l) { l.operation(event); });
  };
  const TensorBox box(r.map, r.at);
  each_piece(*block, r, box, [&](const Piece& piece) {
    const auto shared = reinterpret_cast<std::uint64_t>(piece.shared);
    const auto inside = shared + piece.begin, outside = piece.address + piece.begin;
    const auto bytes = piece.end - piece.begin;
    if (r.kind() != TensorCopy::kLoad) return tell(outside, inside, bytes);
    tell(inside, outside, bytes);
    tell(shared, 0, piece.begin);
    tell(shared + piece.end, 0, piece.bytes - piece.end);
  });
}
