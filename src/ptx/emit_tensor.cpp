// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor (PTX ISA, "Tensor copy"): the engine moves
// the box at once and answers its bytes, which the mbarrier is told.
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;
using image::TensorCopy;
using image::TensorMap;

namespace {

// [map, {coordinates}]
struct Place {
  Value* map = nullptr;
  SmallVector<Value*, TensorMap::kMostRank> coordinates;
};

unsigned take_rank(Emitter& e) {
  return static_cast<unsigned>(e.need_any({"1d", "2d", "3d", "4d", "5d"})[0] - '0');
}

// Complains where the operand is something else.
Place take_place(Emitter& e, unsigned k, unsigned rank) {
  auto& b = e.b;
  Place place;
  const auto& operand = e.operand(k);
  if (operand.kind != Operand::Kind::kAddress || operand.parts.size() != 2 ||
      operand.parts[1].kind != Operand::Kind::kVector || operand.parts[1].parts.size() != rank) {
    e.fail("[tensor map, {coordinates}] is needed, one coordinate for each dimension");
    return place;
  }
  const auto& base = operand.parts[0];
  place.map = e.place(base);
  if (!place.map) place.map = b.CreateIntToPtr(e.read(base, {Type::Kind::kBits, 64}), b.getPtrTy());
  place.map = b.CreateAddrSpaceCast(place.map, b.getPtrTy());
  if (operand.bits) place.map = b.CreateGEP(b.getInt8Ty(), place.map, b.getInt64(operand.bits));
  for (const auto& coordinate : operand.parts[1].parts) {
    place.coordinates.push_back(e.read(coordinate, {Type::Kind::kSigned, 32}));
  }
  place.coordinates.resize(TensorMap::kMostRank, b.getInt32(0));
  return place;
}

// {offsets} of .im2col: 16 bits each.
Value* take_offsets(Emitter& e, unsigned k, unsigned rank) {
  auto& b = e.b;
  Value* all = b.getInt64(0);
  const auto& operand = e.operand(k);
  if (operand.kind != Operand::Kind::kVector || operand.parts.size() != rank - 2) {
    e.fail("{offsets} of the inner dimensions but the first are needed");
    return all;
  }
  for (unsigned i = 0; i < operand.parts.size(); ++i) {
    auto* one = b.CreateZExt(e.read(operand.parts[i], {Type::Kind::kBits, 16}), b.getInt64Ty());
    all = b.CreateOr(all, b.CreateShl(one, std::uint64_t{16} * i));
  }
  return all;
}

Value* copy(Emitter& e, std::uint32_t what, Value* shared, const Place& place, Value* offsets) {
  SmallVector<Value*, 12> arguments{e.b.getInt32(what), shared, place.map};
  arguments.append(place.coordinates.begin(), place.coordinates.end());
  arguments.push_back(offsets);
  return e.library("__heddle_tensor", e.b.getInt32Ty(), arguments);
}

// How the box lies in the tensor, as bits of a TensorCopy.
std::uint32_t take_mode(Emitter& e, unsigned rank, StringRef im2col) {
  e.take("tile");
  const bool is_im2col = e.take(im2col);
  if (is_im2col && rank < 3) e.fail("." + im2col + " is of tensors of 3 to 5 dimensions");
  return rank << TensorCopy::kRankShift | (is_im2col ? TensorCopy::kIm2col : 0);
}

// .DIM.TO.global{.MODE}.mbarrier::complete_tx::bytes [to], [map, {..}], [mbarrier]{, {offsets}}
//                                                                       {, blocks}{, policy}
void emit_load(Emitter& e, unsigned rank, StringRef to_space) {
  auto& b = e.b;
  const auto mode = take_mode(e, rank, "im2col");
  const bool has_offsets = (mode & TensorCopy::kIm2col) != 0;
  e.need_any({"mbarrier::complete_tx::bytes"});
  const bool multicast = e.take("multicast::cluster");
  const bool has_policy = e.take("L2::cache_hint");
  const unsigned operands = 3 + (has_offsets ? 1 : 0) + (multicast ? 1 : 0) + (has_policy ? 1 : 0);
  e.expect_operands(operands, operands);
  if (multicast && to_space != "shared::cluster") {
    return e.fail(".multicast::cluster is of copies to .shared::cluster");
  }
  auto* to = take_generic_address(e, 0, to_space);
  const auto place = take_place(e, 1, rank);
  auto* barrier = take_generic_address(e, 2, to_space);
  auto* offsets = has_offsets ? take_offsets(e, 3, rank) : b.getInt64(0);
  if (!e.error().empty()) return;
  const auto load = [&](Value* box, Value* told) {
    auto* bytes = copy(e, TensorCopy::kLoad | mode, box, place, offsets);
    mbarrier(e, abi::MbarrierOp::kComplete, told, b.getInt32(0), bytes);
  };
  if (!multicast) return load(to, barrier);
  for_each_block(e, has_offsets ? 4 : 3, [&](Value* rank_of_block) {
    load(map_shared(e, to, rank_of_block), map_shared(e, barrier, rank_of_block));
  });
}

// .DIM.global.shared::cta{.MODE}.bulk_group [map, {..}], [from]{, policy}
void emit_from_shared(Emitter& e, unsigned rank, std::uint32_t what) {
  const auto mode = take_mode(e, rank, "im2col_no_offs");
  e.need_any({"bulk_group"});
  const unsigned operands = 2 + (e.take("L2::cache_hint") ? 1 : 0);
  e.expect_operands(operands, operands);
  const auto place = take_place(e, 0, rank);
  auto* from = take_generic_address(e, 1, "shared");
  if (e.error().empty()) copy(e, what | mode, from, place, e.b.getInt64(0));
}

}  // namespace

void emit_tensor(Emitter& e) {
  const auto rank = take_rank(e);
  const auto to_space = take_space(e), from_space = take_space(e);
  if (to_space.starts_with("shared") && from_space == "global") return emit_load(e, rank, to_space);
  if (to_space != "global" || from_space != "shared") {
    return e.fail("tensor copies go between .global and .shared::cluster or .shared::cta");
  }
  emit_from_shared(e, rank, TensorCopy::kStore);
}

void emit_tensor_reduce(Emitter& e, image::BulkOp op) {
  const auto rank = take_rank(e);
  const auto to_space = take_space(e), from_space = take_space(e);
  if (to_space != "global" || from_space != "shared") {
    return e.fail("tensor reductions go from .shared::cta to .global");
  }
  emit_from_shared(e, rank,
                   TensorCopy::kReduce | static_cast<std::uint32_t>(op) << TensorCopy::kOpShift);
}

// .prefetch.tensor.DIM.L2.global{.MODE} [map, {..}]{, {offsets}}{, policy}: nothing happens.
void emit_tensor_prefetch(Emitter& e) {
  const auto rank = take_rank(e);
  e.need_any({"L2"});
  take_space(e);
  const bool has_offsets = (take_mode(e, rank, "im2col") & TensorCopy::kIm2col) != 0;
  const unsigned operands = 1 + (has_offsets ? 1 : 0) + (e.take("L2::cache_hint") ? 1 : 0);
  e.expect_operands(operands, operands);
  take_place(e, 0, rank);
  if (has_offsets) take_offsets(e, 1, rank);
}

}  // namespace heddle::ptx
