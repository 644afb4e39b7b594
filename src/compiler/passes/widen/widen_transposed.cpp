// SPDX-License-Identifier: Apache-2.0
// Rows of words: what a lane loads or stores lies side by side, and lanes lie apart (float4 at
// unrelated places; items that a thread has in a row in shared memory). A row is moved in registers
// of 16 bytes, which are transposed:
//
//     lane 0: a0 a1 a2 a3          part 0: a0 b0 c0 d0
//     lane 1: b0 b1 b2 b3   <=>    part 1: a1 b1 c1 d1     in each 16 bytes of a wider register
//     lane 2: c0 c1 c2 c3          part 2: a2 b2 c2 d2
//     lane 3: d0 d1 d2 d3          part 3: a3 b3 c3 d3
//
// CPUs gather and scatter one element at a time: 4 times as many accesses.
#include "compiler/passes/widen/access.h"
#include "compiler/passes/widen/transposed_rows.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

// The shape of the tuple as rows, where there is one: words of four bytes by fours, of eight by
// twos; of nine the last ones are moved with three of those before.
std::optional<TransposedRows> Widener::rows_of(Type* type) const {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of || isa_.vector_bits < 256) return std::nullopt;
  auto* element = host_type(vector_of->getElementType());
  const auto bits = layout_.getTypeSizeInBits(element).getFixedValue();
  if (bits != 32 && bits != 64) return std::nullopt;
  const TransposedRows rows{element, vector_of->getNumElements(), unsigned(bits) / 8,
                            isa_.vector_bits / 8 / TransposedRows::kChunkBytes};
  if (rows.parts < rows.columns()) return std::nullopt;
  return rows;
}

std::optional<Triples> Widener::triples_of(Type* element, std::size_t parts) const {
  const auto bits = layout_.getTypeSizeInBits(element).getFixedValue();
  if (parts != 3 || bits != Triples::kWordBytes * 8 || isa_.vector_bits < 256) return std::nullopt;
  return Triples{isa_.vector_bits / 8 / TransposedRows::kChunkBytes};
}

// The addresses of all lanes; those of inactive ones are a place on the stack that may be read, or
// written.
Value* Widener::addresses_or_nothing(const Access& access, Type* type, bool written) {
  auto* pointers = address_vector(access);
  if (mask_.all()) return pointers;
  AllocaInst* nothing = nullptr;
  {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    nothing = b_.CreateAlloca(type, nullptr, "nothing");
    nothing->setAlignment(std::max(access.align, Align(TransposedRows::kChunkBytes)));
    if (!written) {
      b_.CreateAlignedStore(Constant::getNullValue(type), nothing, nothing->getAlign());
    }
  }
  return b_.CreateSelect(mask_.vector, pointers, splat(nothing));
}

// Where a lane's row begins.
std::function<Value*(unsigned lane)> Widener::row_addresses(const Access& access, Type* type,
                                                            bool written) {
  const bool guarded =
      access.safe && !written && layout_.getTypeStoreSize(type).getFixedValue() <= kGuardSlack;
  if (access.address.shape.is_affine() && (mask_.all() || guarded)) {
    return [this, &access](unsigned lane) { return lane_address(access, lane); };
  }
  auto* pointers = addresses_or_nothing(access, type, written);
  return [this, pointers](unsigned lane) { return b_.CreateExtractElement(pointers, lane); };
}

// float4, double2 and their like, and several of them side by side.
std::vector<Lanes> Widener::load_rows(const Access& access, Type* type) {
  const auto rows = rows_of(type);
  if (!rows || !is_scattered(access, rows->element)) return {};
  auto* chunk = FixedVectorType::get(rows->element, rows->columns());
  const auto address = row_addresses(access, FixedVectorType::get(rows->element, rows->parts),
                                     /*written=*/false);
  const auto found = rows->load(b_, [&](unsigned lane, unsigned part) {
    const auto distance = part * rows->bytes;
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), address(lane), distance);
    return load_piece(access, chunk, at, commonAlignment(access.align, distance));
  });
  std::vector<Lanes> result;
  for (auto* part : found) result.push_back(Lanes::varying(part));
  return result;
}

bool Widener::store_rows(const Access& access, Type* type, const Lanes& value) {
  const auto rows = rows_of(type);
  if (!rows || access.apart() || access.atomic() || access.is_volatile ||
      access.address.shape.is_uniform()) {
    return false;
  }
  if (access.address.shape.is_affine() &&
      store_cost(access, rows->bytes, 0, kLanes) <= 2 * kMaxRuns) {
    return false;
  }
  SmallVector<Value*, 16> parts;
  for (const auto& part : value.parts) parts.push_back(to_vector(part));
  const auto address = row_addresses(access, FixedVectorType::get(rows->element, rows->parts),
                                     /*written=*/true);
  rows->store(b_, parts, [&](Value* chunk, unsigned lane, unsigned part) {
    auto piece = access;
    const auto distance = part * rows->bytes;
    piece.align = commonAlignment(access.align, distance);
    store_piece(piece, chunk,
                b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), address(lane), distance));
  });
  return true;
}

}  // namespace heddle::compiler
