// SPDX-License-Identifier: Apache-2.0
// Small vectors of a thread, such as float4 or three bytes, at places that have nothing to do with
// those of other lanes. What a lane loads lies side by side: it is loaded at once, and the parts
// are brought into their vectors in registers. A gather for each part would touch every lane's
// place once more, and a CPU gathers one element at a time.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr int kWordBytes = 4;            // what a CPU gathers at least
constexpr unsigned kRegisterBytes = 16;  // what a lane loads at once
constexpr unsigned kGroup = 8;           // lanes whose parts are exchanged: those of 256 bits

// A shuffle of two vectors within each half: `low` for the lower one.
Value* within_halves(IRBuilderBase& b, Value* x, Value* y, ArrayRef<int> low) {
  const auto count = static_cast<int>(cast<FixedVectorType>(x->getType())->getNumElements());
  const int half = count / 2;
  SmallVector<int, kGroup> pick;
  for (int side = 0; side < 2; ++side) {
    for (const int at : low) {
      pick.push_back(at < half ? at + side * half : at - half + count + side * half);
    }
  }
  return b.CreateShuffleVector(x, y, pick);
}

}  // namespace

// Whether the ways for neighbouring lanes cost as much as a gather for each part.
bool Widener::is_scattered(const Access& access, Type* element) const {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element).getFixedValue());
  if (isa_.vector_bits < 256 || access.apart() || access.atomic() || access.is_volatile ||
      access.address.shape.is_uniform() || access.is_pattern(bytes, mask_.all())) {
    return false;
  }
  return !access.address.shape.is_affine() || load_cost(access, bytes, 0, kLanes) > kGatherCost;
}

// The addresses of all lanes; those of inactive ones are a place on the stack that may be read.
Value* Widener::readable_addresses(const Access& access, Type* type) {
  auto* pointers = address_vector(access);
  if (mask_.all()) return pointers;
  AllocaInst* nothing = nullptr;
  {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    nothing = b_.CreateAlloca(type, nullptr, "nothing");
    nothing->setAlignment(std::max(access.align, Align(kRegisterBytes)));
    b_.CreateAlignedStore(Constant::getNullValue(type), nothing, nothing->getAlign());
  }
  return b_.CreateSelect(mask_.vector, pointers, splat(nothing));
}

// Words at whose places those of a lane lie side by side: lanes as registers, transposed by eights.
// Lane k's part `part` and those behind it are loaded by load(k, part).
static SmallVector<SmallVector<Value*, 4>, 4> transposed(
    IRBuilderBase& b, unsigned parts, unsigned columns,
    function_ref<Value*(unsigned lane, unsigned part)> load) {
  SmallVector<SmallVector<Value*, 4>, 4> found(parts);
  const unsigned group = columns == 2 ? kGroup / 2 : kGroup;
  for (unsigned first = 0; first < kLanes; first += group) {
    for (unsigned part = 0; part < parts; part += columns) {
      // Two lanes a register, `columns` registers.
      SmallVector<Value*, 4> rows;
      for (unsigned k = 0; k < columns; ++k) {
        rows.push_back(concatenate(b, {load(first + k, part), load(first + k + columns, part)}));
      }
      if (columns == 2) {
        found[part].push_back(within_halves(b, rows[0], rows[1], {0, 2}));
        found[part + 1].push_back(within_halves(b, rows[0], rows[1], {1, 3}));
        continue;
      }
      auto* low01 = within_halves(b, rows[0], rows[1], {0, 4, 1, 5});
      auto* low23 = within_halves(b, rows[2], rows[3], {0, 4, 1, 5});
      auto* high01 = within_halves(b, rows[0], rows[1], {2, 6, 3, 7});
      auto* high23 = within_halves(b, rows[2], rows[3], {2, 6, 3, 7});
      found[part].push_back(within_halves(b, low01, low23, {0, 1, 4, 5}));
      found[part + 1].push_back(within_halves(b, low01, low23, {2, 3, 6, 7}));
      found[part + 2].push_back(within_halves(b, high01, high23, {0, 1, 4, 5}));
      found[part + 3].push_back(within_halves(b, high01, high23, {2, 3, 6, 7}));
    }
  }
  return found;
}

// float2 and its like.
static SmallVector<SmallVector<Value*, 4>, 4> transposed_pairs(
    IRBuilderBase& b, Type* element, function_ref<Value*(unsigned lane)> load) {
  SmallVector<SmallVector<Value*, 4>, 4> found(2);
  for (unsigned first = 0; first < kLanes; first += kGroup) {
    SmallVector<Value*, 2> rows;
    for (const unsigned k : {first, first + 2}) {
      Value* row = PoisonValue::get(FixedVectorType::get(b.getDoubleTy(), 4));
      for (const auto& [at, lane] : enumerate(std::array{k, k + 1, k + 4, k + 5})) {
        row = b.CreateInsertElement(row, load(lane), std::uint64_t{at});
      }
      rows.push_back(b.CreateBitCast(row, FixedVectorType::get(element, kGroup)));
    }
    found[0].push_back(within_halves(b, rows[0], rows[1], {0, 2, 4, 6}));
    found[1].push_back(within_halves(b, rows[0], rows[1], {1, 3, 5, 7}));
  }
  return found;
}

// float4, double2, float2 and their like, and several float4 or double2 side by side.
std::vector<Lanes> Widener::load_registers(const Access& access, Type* type) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of) return {};
  auto* element = host_type(vector_of->getElementType());
  const auto bits = layout_.getTypeSizeInBits(element).getFixedValue();
  const unsigned parts = vector_of->getNumElements();
  const bool pair = bits == 32 && parts == 2;
  const unsigned columns = bits == 32 ? 4 : 2;
  const bool whole = (bits == 32 || bits == 64) && parts % columns == 0;
  if ((!whole && !pair) || !is_scattered(access, element)) return {};
  auto* one = pair ? b_.getDoubleTy() : static_cast<Type*>(FixedVectorType::get(element, columns));
  const bool known = mask_.all() && access.address.shape.is_affine();
  auto* pointers =
      known ? nullptr : readable_addresses(access, FixedVectorType::get(element, parts));
  const auto load = [&](unsigned lane, unsigned part) {
    auto* at = known ? lane_address(access, lane) : b_.CreateExtractElement(pointers, lane);
    const auto distance = part * bits / 8;
    at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), at, distance);
    return load_piece(access, one, at, commonAlignment(access.align, distance));
  };
  const auto found =
      pair ? transposed_pairs(b_, element, [&](unsigned lane) { return load(lane, 0); })
           : transposed(b_, parts, columns, load);
  std::vector<Lanes> result;
  for (const auto& pieces : found) result.push_back(Lanes::varying(concatenate(b_, pieces)));
  return result;
}

// Bytes and shorts, of which a lane loads up to eight bytes: as one number, which is cut into
// parts.
std::vector<Lanes> Widener::load_packed(const Access& access, Type* type) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of) return {};
  auto* element = host_type(vector_of->getElementType());
  const auto bits = layout_.getTypeSizeInBits(element).getFixedValue();
  const unsigned parts = vector_of->getNumElements();
  if ((bits != 8 && bits != 16) || bits * parts > 64 || !is_scattered(access, element)) {
    return {};
  }
  auto* whole = b_.getIntNTy(PowerOf2Ceil(bits * parts));
  Value* number = nullptr;
  if (whole->getBitWidth() == bits * parts) {
    number = to_vector(load_value(access, whole));
  } else {
    auto* pointers = address_vector(access);
    auto* exact = b_.getIntNTy(bits * parts);
    number = per_lane(whole, [&](Value* lane) {
      auto* one = load_piece(access, exact, b_.CreateExtractElement(pointers, lane));
      return b_.CreateZExt(one, whole);
    });
  }
  std::vector<Lanes> result;
  for (unsigned k = 0; k < parts; ++k) {
    auto* shifted = b_.CreateLShr(number, ConstantInt::get(number->getType(), k * bits));
    auto* part = b_.CreateTrunc(shifted, vector_type(b_.getIntNTy(unsigned(bits))));
    result.push_back(Lanes::varying(b_.CreateBitCast(part, vector_type(element))));
  }
  return result;
}

// A byte, or a short at an even address, lies in one word of four bytes at an address that four
// divides. Its page holds the whole word.
bool Widener::is_within_word(const Access& access, unsigned bytes) const {
  return isa_.vector_bits >= 256 && !access.apart() && !access.atomic() && !access.is_volatile &&
         bytes < kWordBytes && access.align.value() % bytes == 0;
}

// Bytes and shorts at unrelated places: the CPU gathers the words that they lie in.
Value* Widener::gather_within_words(Type* type, Value* pointers) {
  auto* word = b_.getInt32Ty();
  auto* words = vector_type(word);
  auto* addresses = b_.CreatePtrToInt(pointers, vector_type(b_.getInt64Ty()));
  auto* whole = b_.CreateAnd(addresses, ConstantInt::getSigned(addresses->getType(), -kWordBytes));
  auto* found = b_.CreateMaskedGather(words, b_.CreateIntToPtr(whole, pointers->getType()),
                                      Align(kWordBytes), mask_vector(), PoisonValue::get(words));
  auto* byte =
      b_.CreateAnd(b_.CreateTrunc(addresses, words), ConstantInt::get(words, kWordBytes - 1));
  auto* shifted = b_.CreateLShr(found, b_.CreateShl(byte, ConstantInt::get(words, 3)));
  const auto bits = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  auto* part = b_.CreateTrunc(shifted, vector_type(b_.getIntNTy(bits)));
  return b_.CreateBitCast(part, vector_type(type));
}

}  // namespace heddle::compiler
