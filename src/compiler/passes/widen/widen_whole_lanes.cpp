// SPDX-License-Identifier: Apache-2.0
// Small vectors of a thread, such as float2 or three bytes, at places that have nothing to do with
// those of other lanes. What a lane loads lies side by side: it is loaded at once, and the parts
// are brought into their vectors in registers. A gather for each part would touch every lane's
// place once more, and a CPU gathers one element at a time.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr int kWordBytes = 4;  // what a CPU gathers at least
constexpr unsigned kWordBits = 8 * kWordBytes;
constexpr unsigned kGroup = 8;  // lanes whose parts are exchanged: those of 256 bits

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
      access.address.shape.is_uniform()) {
    return false;
  }
  return !access.address.shape.is_affine() || load_cost(access, bytes, 0, kLanes) > kGatherCost;
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

std::vector<Lanes> Widener::load_pairs(const Access& access, Type* type) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of || vector_of->getNumElements() != 2) return {};
  auto* element = host_type(vector_of->getElementType());
  if (layout_.getTypeSizeInBits(element).getFixedValue() != 32 || !is_scattered(access, element)) {
    return {};
  }
  const auto address = row_addresses(access, FixedVectorType::get(element, 2), /*written=*/false);
  const auto found = transposed_pairs(b_, element, [&](unsigned lane) {
    return load_piece(access, b_.getDoubleTy(), address(lane));
  });
  std::vector<Lanes> result;
  for (const auto& pieces : found) result.push_back(Lanes::varying(concatenate(b_, pieces)));
  return result;
}

// The parts of `bits` each of what lanes loaded as one number.
static void cut(IRBuilderBase& b, Value* number, unsigned bits, Type* parts, unsigned count,
                std::vector<Lanes>& result) {
  auto* integers = FixedVectorType::get(b.getIntNTy(bits), kLanes);
  for (unsigned k = 0; k < count; ++k) {
    auto* shifted = b.CreateLShr(number, ConstantInt::get(number->getType(), k * bits));
    result.push_back(Lanes::varying(b.CreateBitCast(b.CreateTrunc(shifted, integers), parts)));
  }
}

// Bytes and shorts, of which a lane loads up to eight bytes: as one number, which is cut into
// parts.
std::vector<Lanes> Widener::load_packed(const Access& access, Type* type) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of) return {};
  auto* element = host_type(vector_of->getElementType());
  const auto bits = unsigned(layout_.getTypeSizeInBits(element).getFixedValue());
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
  cut(b_, number, bits, vector_type(element), parts, result);
  return result;
}

// Longer rows of bytes and shorts: as words, which are moved as rows of those. Of eight bytes and,
// where CPUs have no permutations of bytes across a register, of four where their parts become
// words anyway.
std::vector<Lanes> Widener::load_as_words(const Access& access, Type* type) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of || access.apart() || access.atomic() || access.is_volatile) return {};
  auto* element = host_type(vector_of->getElementType());
  const auto bits = unsigned(layout_.getTypeSizeInBits(element).getFixedValue());
  const unsigned row = bits * vector_of->getNumElements();
  if ((bits != 8 && bits != 16) || row % kWordBits != 0) return {};
  const bool short_row = row < 64 && isa_.vector_bits > 256;
  if (row <= 64 && (short_row || !access.parts_are_extended)) return {};
  if (!is_scattered(access, element) && interleaved_run(access, type) < 2) return {};
  std::vector<Lanes> result;
  const auto words = load_value(access, FixedVectorType::get(b_.getInt32Ty(), row / kWordBits));
  for (const auto& word : words.parts) {
    cut(b_, to_vector(word), bits, vector_type(element), kWordBits / bits, result);
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
