// SPDX-License-Identifier: Apache-2.0
// Looks at the bits that say which bytes of memory are undefined
// (probes::Listener::undefined_bits): nearly always none is, and nobody needs to be told of the
// access.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/lane_rows.h"
#include "image/kernel_abi.h"
#include "llvm/IR/Constants.h"
#include "probes/listener.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kWordBits = 64, kVectorWords = 8;
constexpr unsigned kAddressBits = probes::Listener::kUndefinedAddressBits;
// So many bytes between the first and the last that are touched are looked at: a column of 32 rows.
constexpr std::uint64_t kMostBytes = 8192;
// Lanes that lie apart have their bits in a word of 32, of which the first seven may be others'.
constexpr std::uint64_t kMostGathered = 16;
// Lanes of which all lie in so many bytes have their bits looked at together: a block's histogram.
constexpr std::uint64_t kNearBytes = 1024;

}  // namespace

// i1: what the access says of undefined values, nobody needs to be told: of defined memory, a load
// gives none, and a store of none changes nothing, or what the code can change itself. Null: the
// code cannot find out. `active`: the lanes that make it.
Value* Widener::is_defined(CallInst& i, StringRef name, Value* active) {
  if (name != pseudo::kProbeLoaded && name != pseudo::kProbeStored) return nullptr;
  const auto bytes = cast<ConstantInt>(i.getArgOperand(2))->getZExtValue();
  if (bytes == 0) return nullptr;
  auto* defined = is_memory_defined(i.getArgOperand(1), bytes);
  if (!defined || name == pseudo::kProbeLoaded) return defined;
  Value* none = b_.getTrue();
  auto* stored = i.getArgOperand(3);
  if (const auto* known = dyn_cast<Constant>(stored)) {
    if (!known->isNullValue()) return nullptr;
  } else {
    auto* lanes = vector(stored);
    auto* some = masked(b_.CreateICmpNE(lanes, Constant::getNullValue(lanes->getType())));
    none = b_.CreateICmpEQ(bits_of(some), b_.getInt32(0));
  }
  return either(
      b_.CreateAnd(none, defined), [&]() -> Value* { return b_.getTrue(); },
      [&]() -> Value* { return define_bytes(i.getArgOperand(1), bytes, none, active); });
}

// Where `may`, the bits of what the lanes `active` store become zeros. i1: whether they do.
Value* Widener::define_bytes(Value* address, std::uint64_t bytes, Value* may, Value* active) {
  const auto arguments = probe_in_rows(address, ConstantPointerNull::get(b_.getPtrTy()));
  const auto rows = arguments.empty() ? std::nullopt : LaneRows::of(arguments);
  if (!rows) return b_.getFalse();
  auto* bits = block_field(b_.getPtrTy(), offsetof(abi::BlockContext, undefined));
  const auto yes = [&]() -> Value* { return b_.getTrue(); };
  const auto call = [&]() -> Value* {
    auto* made =
        probe_call("heddle_rt_define_rows", b_.getVoidTy(),
                   {warp_.getArg(kBlockArgument), active, arguments[0], arguments[2], arguments[3],
                    arguments[4], b_.getInt32(static_cast<std::uint32_t>(bytes))});
    changes_nothing(*made);
    return b_.getTrue();
  };
  may = b_.CreateAnd(may, b_.CreateIsNotNull(bits));
  return either(
      may,
      [&]() -> Value* {
        auto* whole = fills_bytes(*rows, bytes, active);
        if (!whole) return call();
        const auto clear = [&] {
          auto* at = b_.CreateInBoundsGEP(b_.getInt8Ty(), bits, b_.CreateLShr(rows->first, 3));
          b_.CreateMemSet(at, b_.getInt8(0), kLanes * bytes / 8, Align(1), /*isVolatile=*/true);
          return yes();
        };
        return either(whole, clear, call);
      },
      [&]() -> Value* { return b_.getFalse(); });
}

// i1: all lanes store side by side, to what has whole bytes of bits. Null: they never do.
Value* Widener::fills_bytes(const LaneRows& rows, std::uint64_t bytes, Value* active) {
  if (rows.rows != 1 || rows.known_stride() != bytes) return nullptr;
  auto* last = b_.CreateAdd(rows.first, b_.getInt64(kLanes * bytes - 1));
  auto* is_far = b_.CreateLShr(b_.CreateOr(rows.first, last), kAddressBits);
  auto* in_byte = b_.CreateAnd(rows.first, b_.getInt64(7));
  auto* fits = b_.CreateICmpEQ(b_.CreateOr(is_far, in_byte), b_.getInt64(0));
  return b_.CreateAnd(fits, b_.CreateICmpEQ(active, b_.getInt32(~0u)));
}

Value* Widener::is_memory_defined(Value* address, std::uint64_t bytes) {
  auto* bits = block_field(b_.getPtrTy(), offsetof(abi::BlockContext, undefined));
  auto* no_object = ConstantPointerNull::get(b_.getPtrTy());
  const auto arguments = probe_in_rows(address, no_object);
  const auto rows = arguments.empty() ? std::nullopt : LaneRows::of(arguments);
  const auto* stride = rows ? dyn_cast<ConstantInt>(rows->stride) : nullptr;
  const auto length =
      stride
          ? static_cast<std::uint64_t>(std::abs(stride->getSExtValue())) * (rows->width - 1) + bytes
          : kMostBytes + 1;
  if (!rows || length * rows->rows > kMostBytes) return are_lanes_defined(bits, address, bytes);
  // Also of lanes that do not come, whose addresses may be any: there are no bits of those that are
  // too large.
  Value* all = nullptr;
  for (auto* end : ends_of(*rows, bytes - 1)) all = all ? b_.CreateOr(all, end) : end;
  auto* is_far = b_.CreateICmpNE(b_.CreateLShr(all, kAddressBits), b_.getInt64(0));
  auto* cannot = b_.CreateOr(is_far, b_.CreateIsNull(bits));
  auto* row = either(
      cannot, [&]() -> Value* { return b_.getFalse(); },
      [&]() -> Value* {
        Value* some = b_.getInt64(0);
        for (unsigned k = 0; k < rows->rows; ++k) {
          Value* low = begin_of_row(*rows, k);
          if (stride->isNegative()) {
            low = b_.CreateAdd(low, b_.getInt64(bytes - length));
          }
          some = b_.CreateOr(some, some_undefined(bits, low, length));
        }
        return b_.CreateICmpEQ(some, b_.getInt64(0));
      });
  if (mask_.all()) return row;
  // What lanes that do not come would touch may be undefined.
  return either(
      row, [&]() -> Value* { return b_.getTrue(); },
      [&]() -> Value* {
        auto* lanes = are_lanes_defined(bits, address, bytes);
        return lanes ? lanes : b_.getFalse();
      });
}

// Not 0: some of `count` bytes from `address` on are undefined, or of few behind them.
Value* Widener::some_undefined(Value* bits, Value* address, std::uint64_t count) {
  // The first word may lack up to seven bits of the 64.
  constexpr unsigned kMostInLast = kWordBits - 8;
  if (count % kWordBits > kMostInLast) count = alignTo(count, kWordBits);
  const auto words = count / kWordBits + 1;
  auto* i64 = b_.getInt64Ty();
  auto* first = b_.CreateInBoundsGEP(b_.getInt8Ty(), bits, b_.CreateLShr(address, 3));
  auto* shift = b_.CreateAnd(address, b_.getInt64(7));
  const auto load = [&](Type* type, std::uint64_t word) {
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), first, word * 8);
    // Calls change the bits; LLVM takes them to change nothing that code can see.
    return b_.CreateAlignedLoad(type, at, Align(1), true);
  };
  const auto mask_of = [&](Value* ones) {
    return b_.CreateSub(b_.CreateShl(b_.getInt64(1), ones), b_.getInt64(1));
  };
  Value* some = b_.CreateLShr(load(i64, 0), shift);
  if (words == 1) return b_.CreateAnd(some, b_.getInt64((std::uint64_t{1} << count) - 1));
  auto* in_last = b_.CreateAdd(shift, b_.getInt64(count % kWordBits));
  some = b_.CreateOr(some, b_.CreateAnd(load(i64, words - 1), mask_of(in_last)));
  std::uint64_t word = 1;
  Value* vectors = nullptr;
  for (; word + kVectorWords < words; word += kVectorWords) {
    auto* next = load(FixedVectorType::get(i64, kVectorWords), word);
    vectors = vectors ? b_.CreateOr(vectors, next) : next;
  }
  if (vectors) some = b_.CreateOr(some, b_.CreateOrReduce(vectors));
  for (; word + 1 < words; ++word) some = b_.CreateOr(some, load(i64, word));
  return some;
}

// The same of the bytes of each lane that comes.
Value* Widener::are_lanes_defined(Value* bits, Value* address, std::uint64_t bytes) {
  if (!has_gather(4) || bytes > kMostGathered) return nullptr;
  auto* type = vector_type(b_.getInt64Ty());
  auto* lanes = b_.CreatePtrToInt(vector(address), type);
  lanes = b_.CreateSelect(mask_vector(), lanes, Constant::getNullValue(type));
  auto* is_far =
      b_.CreateICmpNE(b_.CreateLShr(b_.CreateOrReduce(lanes), kAddressBits), b_.getInt64(0));
  auto* cannot = b_.CreateOr(is_far, b_.CreateIsNull(bits));
  return either(
      cannot, [&]() -> Value* { return b_.getFalse(); },
      [&]() -> Value* {
        if (!has_gather(8)) return gather_defined(bits, lanes, bytes);
        // Lanes that lie near each other, as where a warp stores what it keeps side by side: their
        // words have all that lies between, and a few loads cost less than a gather.
        auto* none = b_.CreateSelect(mask_vector(), lanes, Constant::getAllOnesValue(type));
        auto *first = b_.CreateIntMinReduce(none), *last = b_.CreateIntMaxReduce(lanes);
        auto* begin = b_.CreateAnd(first, b_.getInt64(~std::uint64_t{7}));
        auto* near = b_.CreateICmpULE(b_.CreateSub(last, begin), b_.getInt64(kNearBytes - bytes));
        near = b_.CreateAnd(near, b_.CreateICmpULE(first, last));
        auto* all_between = either(
            near,
            [&]() -> Value* {
              return b_.CreateICmpEQ(undefined_near(bits, begin), b_.getInt64(0));
            },
            [&]() -> Value* { return b_.getFalse(); });
        return either(
            all_between, [&]() -> Value* { return b_.getTrue(); },
            [&] { return gather_defined(bits, lanes, bytes); });
      });
}

// Not 0: some of the kNearBytes from `begin` on, a multiple of 8, are undefined.
Value* Widener::undefined_near(Value* bits, Value* begin) {
  auto* type = FixedVectorType::get(b_.getInt64Ty(), kVectorWords);
  auto* at = b_.CreateInBoundsGEP(b_.getInt8Ty(), bits, b_.CreateLShr(begin, 3));
  Value* some = nullptr;
  for (std::uint64_t byte = 0; byte < kNearBytes / 8; byte += kVectorWords * 8) {
    auto* place = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), at, byte);
    auto* words = b_.CreateAlignedLoad(type, place, Align(1), true);
    some = some ? b_.CreateOr(some, words) : words;
  }
  return b_.CreateOrReduce(some);
}

// i1: all bytes of these lanes are defined.
Value* Widener::gather_defined(Value* bits, Value* lanes, std::uint64_t bytes) {
  auto* words = vector_type(b_.getInt32Ty());
  auto* places = b_.CreateGEP(b_.getInt8Ty(), bits, b_.CreateLShr(lanes, 3));
  auto* gathered =
      b_.CreateMaskedGather(words, places, Align(1), mask_vector(), Constant::getNullValue(words));
  auto* shift = b_.CreateTrunc(b_.CreateAnd(lanes, 7), words);
  auto* own = b_.CreateAnd(b_.CreateLShr(gathered, shift), (std::uint64_t{1} << bytes) - 1);
  return b_.CreateICmpEQ(bits_of(b_.CreateICmpNE(own, Constant::getNullValue(words))),
                         b_.getInt32(0));
}

}  // namespace heddle::compiler
