// SPDX-License-Identifier: Apache-2.0
// Stores of structures by some lanes. Side by side they go out as whole vectors where all lanes
// store, and else as vectors under masks, in which a lane has a bit for each member. Without
// AVX-512, and at unrelated places, a lane's structure goes out at once, not member by member.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kLargestLane = 64;

bool is_number(const Type* type) {
  return type->isFloatingPointTy() || (type->isIntegerTy() && !type->isIntegerTy(1));
}

}  // namespace

bool Widener::store_some(const Access& access, Type* type, const Lanes& value) {
  if (mask_.all() || access.is_volatile || access.atomic()) return false;
  const unsigned run = interleaved_run(access, type);
  if (run == 0) return false;
  auto* vector_of = cast<FixedVectorType>(type);
  auto* element = host_type(vector_of->getElementType());
  const auto bytes = layout_.getTypeStoreSize(element).getFixedValue();
  const unsigned parts = vector_of->getNumElements();
  if (!is_number(element)) return false;
  const auto lanes_of_register = static_cast<unsigned>(isa_.vector_bits / 8 / bytes);
  // AVX2's masked stores of words take as long as some lanes' structures one by one, or longer.
  const bool masks = isa_.vector_bits >= 512;
  const bool fits = run * parts % lanes_of_register == 0;
  const auto whole = [&]() -> Value* {
    const auto mask = std::exchange(mask_, Mask{});
    store_value(access, type, value);
    mask_ = mask;
    return nullptr;
  };
  const auto under_masks = [&]() -> Value* {
    auto* words = b_.CreateSExt(mask_.vector, vector_type(b_.getIntNTy(unsigned(bytes) * 8)));
    for (unsigned first = 0; first < kLanes; first += run) {
      const auto pieces = interleave_by_steps(value, first, run);
      for (unsigned at = 0; at < run * parts; at += lanes_of_register) {
        SmallVector<int, 64> whose;
        for (unsigned k = 0; k < lanes_of_register; ++k) {
          whose.push_back(static_cast<int>(first + (at + k) / parts));
        }
        auto* active = b_.CreateShuffleVector(words, whose);
        auto* mask = b_.CreateICmpSLT(active, Constant::getNullValue(active->getType()));
        auto* to = b_.CreateConstGEP1_64(b_.getInt8Ty(), lane_address(access, first), at * bytes);
        auto piece = access;
        piece.align = commonAlignment(access.align, at * bytes);
        auto* words_here = pieces.size() > 1 ? pieces[at / lanes_of_register]
                                             : slice(b_, pieces[0], at, lanes_of_register);
        store_masked(piece, words_here, to, mask);
      }
    }
    return nullptr;
  };
  const auto lane_by_lane = [&]() -> Value* {
    const bool done = store_rows(access, type, value) || store_whole_lanes(access, type, value);
    if (!done) store_parts(access, type, value);
    return nullptr;
  };
  auto* all = b_.CreateICmpEQ(mask_bits(), b_.getInt32(~0u));
  if (masks && fits) {
    either(all, whole, under_masks);
  } else {
    either(all, whole, lane_by_lane);
  }
  return true;
}

// Brings the lanes' structures into memory one after another, and copies those of active lanes.
bool Widener::store_whole_lanes(const Access& access, Type* type, const Lanes& value) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of || access.is_volatile || access.atomic() || access.address.shape.is_uniform()) {
    return false;
  }
  auto* element = host_type(vector_of->getElementType());
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element).getFixedValue());
  const unsigned parts = vector_of->getNumElements();
  const auto size = std::uint64_t{bytes} * parts;
  if (!is_number(element) || size > kLargestLane || has_scatter(bytes) ||
      layout_.getTypeSizeInBits(element).getFixedValue() != bytes * 8) {
    return false;
  }
  if (access.address.shape.is_affine() && store_cost(access, bytes, 0, kLanes) < kImpossible) {
    return false;
  }
  const auto all = interleave_by_steps(value, 0, kLanes);
  AllocaInst* kept = nullptr;
  {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    auto* room = ArrayType::get(all[0]->getType(), all.size());
    kept = b_.CreateAlloca(room, nullptr, "structures");
    kept->setAlignment(Align(abi::kVectorAlign));
  }
  for (const auto& [at, registers] : enumerate(all)) {
    auto* to = b_.CreateConstInBoundsGEP1_64(registers->getType(), kept, at);
    b_.CreateStore(registers, to);
  }
  auto* pointers = address_vector(access);
  per_lane(b_.getVoidTy(), [&](Value* lane) -> Value* {
    auto* offset = b_.CreateMul(b_.CreateZExt(lane, b_.getInt64Ty()), b_.getInt64(size));
    auto* from = b_.CreateInBoundsGEP(b_.getInt8Ty(), kept, offset);
    auto* to = b_.CreateExtractElement(pointers, lane);
    for (std::uint64_t at = 0; at < size;) {
      const auto step = std::min<std::uint64_t>(8, bit_floor(size - at));
      auto* number =
          b_.CreateAlignedLoad(b_.getIntNTy(unsigned(step * 8)),
                               b_.CreateConstGEP1_64(b_.getInt8Ty(), from, at), Align(1));
      auto piece = access;
      piece.align = commonAlignment(access.align, at);
      store_piece(piece, number, b_.CreateConstGEP1_64(b_.getInt8Ty(), to, at));
      at += step;
    }
    return nullptr;
  });
  return true;
}

}  // namespace heddle::compiler
