// SPDX-License-Identifier: Apache-2.0
// Addresses of loads and stores, and what the ways to access them cost.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

Value* Widener::lane_address(const Access& access, unsigned lane) {
  auto* result = access.address.base;
  for (const auto& term : access.address.shape.terms) {
    const auto coefficient = (*term.coefficients)[lane];
    if (coefficient == 0) continue;
    auto* bytes =
        b_.CreateMul(scalar(term.scale), b_.getInt64(static_cast<std::uint64_t>(coefficient)));
    result = b_.CreateGEP(b_.getInt8Ty(), result, bytes);
  }
  if (const auto offset = access.offset(lane)) {
    result = b_.CreateConstGEP1_64(b_.getInt8Ty(), result, static_cast<std::uint64_t>(offset));
  }
  return result;
}

Value* Widener::address_vector(const Access& access) {
  auto* pointers = to_vector(access.address);
  if (access.displacement == 0) return pointers;
  return b_.CreateConstGEP1_64(b_.getInt8Ty(), pointers,
                               static_cast<std::uint64_t>(access.displacement));
}

// --- cost of the recursive split, so that a gather is used where it is better

bool Widener::has_gather(unsigned bytes) const {
  return isa_.vector_bits >= 256 && bytes >= 4;
}
bool Widener::has_scatter(unsigned bytes) const {
  return isa_.vector_bits >= 512 && bytes >= 4;
}

int Widener::load_cost(const Access& access, unsigned bytes, unsigned first, unsigned count) const {
  const bool free = mask_.all() || access.safe;
  if (access.stride_is(bytes, first, count)) return 1;
  if (free && access.stride_is(0, first, count)) return 1;
  if (free && access.repeats(first, count)) return load_cost(access, bytes, first, count / 2);
  if (!free) {
    if (count <= 8) return kImpossible;
  } else if (count == 1) {
    return 1;
  } else if (count * bytes * 8 <= isa_.vector_bits) {
    std::int64_t low;
    const auto elements = access.window(bytes, first, count, low);
    if (elements && elements <= kMaxWindowPieces * count) {
      return static_cast<int>((elements + count - 1) / count) * 2;
    }
  }
  return load_cost(access, bytes, first, count / 2) +
         load_cost(access, bytes, first + count / 2, count / 2);
}

int Widener::store_cost(const Access& access, unsigned bytes, unsigned first,
                        unsigned count) const {
  if (access.stride_is(bytes, first, count)) {
    return 1;
  }
  if (count == 1) return mask_.all() ? 1 : kImpossible;
  if (!mask_.all() && count <= 8) return kImpossible;
  return store_cost(access, bytes, first, count / 2) +
         store_cost(access, bytes, first + count / 2, count / 2);
}

// float4 and the like: whole lanes are loaded or stored, neighbours together, and their parts
// (de)interleaved in registers. Returns the lanes of a piece, 0 when this way is not open.
unsigned Widener::interleaved_run(const Access& access, Type* type) const {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of) return 0;
  const auto parts = vector_of->getNumElements();
  if (parts != 3 && !isPowerOf2_32(parts)) return 0;
  auto* element = host_type(vector_of->getElementType());
  if (element->isIntegerTy(1) || !access.address.shape.is_affine() ||
      access.address.shape.is_uniform())
    return 0;
  const auto bytes = layout_.getTypeStoreSize(element).getFixedValue();
  if (layout_.getTypeSizeInBits(element).getFixedValue() != bytes * 8) return 0;
  const auto stride = static_cast<std::int64_t>(bytes * vector_of->getNumElements());
  unsigned run = kLanes;
  const auto contiguous = [&](unsigned length) {
    for (unsigned first = 0; first < kLanes; first += length) {
      if (!access.stride_is(stride, first, length)) return false;
    }
    return true;
  };
  while (!contiguous(run)) run /= 2;
  return run;
}

// A stack object: 32 copies side by side, one a lane.
void Widener::alloca(AllocaInst& i) {
  const auto stride = alignTo(i.getAllocationSize(layout_)->getFixedValue(), i.getAlign());
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  auto* storage =
      b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), stride * kLanes), nullptr, i.getName());
  storage->setAlignment(std::max(i.getAlign(), Align(abi::kVectorAlign)));
  define(i, Lanes::affine(shape(&i), storage));
}

}  // namespace heddle::compiler
