// SPDX-License-Identifier: Apache-2.0
// Look-ups in tables of up to 256 bytes: table[index], where the table is at one place for all
// lanes and the index is known to be small, such as a byte. The CPU has no gather of bytes, but
// permutes the bytes of registers: the whole table is loaded, and each lane picks its byte.
//
// Nobody promises that the table has as many bytes as its index can say. All of them may be read
// where the variable is known and large enough, in shared memory, which is guarded on both sides,
// and where they lie in one page: some lane's byte is there. That is asked at run time, and
// otherwise the lanes are loaded one by one.
#include "compiler/passes/widen/access.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kPermutedBits = 4;  // of an index, by vpshufb: 16 bytes
constexpr unsigned kMaxIndexBits = 8;
constexpr std::uint64_t kPageBytes = 4096;

}  // namespace

struct Widener::Table {
  Value* base;  // the same for all lanes
  Value* index;
  std::int64_t offset;  // bytes, of the table from the base
  unsigned index_bits;
  std::uint64_t size() const { return std::uint64_t{1} << index_bits; }
};

std::optional<Widener::Table> Widener::table_of(Value* pointer) const {
  Table table{pointer, nullptr, 0, 0};
  while (!shape(table.base).is_uniform()) {
    auto* gep = dyn_cast<GEPOperator>(table.base);
    if (!gep) return {};
    SmallMapVector<Value*, APInt, 4> variables;
    APInt constant(64, 0);
    if (layout_.getIndexTypeSizeInBits(gep->getType()) != 64 ||
        !gep->collectOffset(layout_, 64, variables, constant)) {
      return {};
    }
    for (const auto& [variable, scale] : variables) {
      if (table.index || !scale.isOne()) return {};
      table.index = variable;
    }
    table.offset += constant.getSExtValue();
    table.base = gep->getPointerOperand();
  }
  if (!table.index) return {};
  const auto used = computeKnownBits(table.index, layout_).countMaxActiveBits();
  if (used > kMaxIndexBits) return {};
  table.index_bits = std::max(used, kPermutedBits);
  return table;
}

// i1: all bytes of the table may be read; null: for sure.
Value* Widener::may_read_all(const Table& table, Value* address, bool shared) {
  Value* some = mask_.all() ? nullptr : b_.CreateIsNotNull(mask_bits());
  const APInt size(64, table.size());
  if (shared || isDereferenceableAndAlignedPointer(address, Align(1), size, layout_)) return some;
  auto* at = b_.CreateAnd(b_.CreatePtrToInt(address, b_.getInt64Ty()), kPageBytes - 1);
  auto* fits = b_.CreateICmpULE(at, b_.getInt64(kPageBytes - table.size()));
  return some ? b_.CreateAnd(some, fits) : fits;
}

// The bytes at `indices` of a table of 2^bits: registers of 16 bytes are permuted, and of their
// results the higher bits of the index choose one.
Value* Widener::permute_pieces(Value* address, Value* indices, unsigned bits) {
  auto* bytes = indices->getType();
  auto* piece = FixedVectorType::get(b_.getInt8Ty(), 1U << kPermutedBits);
  SmallVector<int, kLanes> twice;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    twice.push_back(static_cast<int>(lane % piece->getNumElements()));
  }
  auto* low = b_.CreateAnd(indices, ConstantInt::get(bytes, piece->getNumElements() - 1));
  SmallVector<Value*, 16> found;
  for (std::uint64_t at = 0; at < std::uint64_t{1} << bits; at += piece->getNumElements()) {
    auto* part =
        b_.CreateAlignedLoad(piece, b_.CreateConstGEP1_64(b_.getInt8Ty(), address, at), Align(1));
    found.push_back(b_.CreateIntrinsic(Intrinsic::x86_avx2_pshuf_b, {},
                                       {b_.CreateShuffleVector(part, twice), low}));
  }
  for (unsigned bit = kPermutedBits; found.size() > 1; ++bit) {
    // The bit becomes the sign, which vpblendvb asks.
    const auto left = kMaxIndexBits - 1 - bit;
    auto* sign = left == 0 ? indices : b_.CreateShl(indices, ConstantInt::get(bytes, left));
    auto* odd = b_.CreateICmpSLT(sign, Constant::getNullValue(bytes));
    for (unsigned k = 0; k < found.size() / 2; ++k) {
      found[k] = b_.CreateSelect(odd, found[2 * k + 1], found[2 * k]);
    }
    found.truncate(found.size() / 2);
  }
  return found.front();
}

// The same with AVX512-VBMI: of two registers of 64 bytes at once.
Value* Widener::permute_registers(Value* address, Value* indices, unsigned bits) {
  constexpr unsigned kBytes = 64, kHalf = 2 * kBytes;
  auto* type = FixedVectorType::get(b_.getInt8Ty(), kBytes);
  SmallVector<int, kBytes> wide(kBytes, -1), narrow;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    wide[lane] = static_cast<int>(lane);
    narrow.push_back(static_cast<int>(lane));
  }
  auto* index = b_.CreateShuffleVector(indices, wide);
  const auto part = [&](std::uint64_t at) {
    return b_.CreateAlignedLoad(type, b_.CreateConstGEP1_64(b_.getInt8Ty(), address, at), Align(1));
  };
  const auto half = [&](std::uint64_t at) {
    return b_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_qi_512, {},
                              {part(at), index, part(at + kBytes)});
  };
  auto* found = b_.CreateShuffleVector(half(0), narrow);
  if (bits < kMaxIndexBits) return found;
  auto* high = b_.CreateICmpSLT(indices, Constant::getNullValue(indices->getType()));
  return b_.CreateSelect(high, b_.CreateShuffleVector(half(kHalf), narrow), found);
}

bool Widener::look_up(LoadInst& i) {
  if (!i.isSimple() || !i.getType()->isIntegerTy(8) || isa_.vector_bits < 256 ||
      !shape(i.getPointerOperand()).is_varying() || admitted(i.getPointerOperand())) {
    return false;
  }
  const auto table = table_of(i.getPointerOperand());
  if (!table) return false;
  auto* base = lanes_of(table->base).base;
  if (!base) return false;
  auto* address =
      b_.CreateConstGEP1_64(b_.getInt8Ty(), base, static_cast<std::uint64_t>(table->offset));
  auto* index = vector(table->index);
  const auto permuted = [&] {
    auto* bytes = b_.CreateTrunc(index, vector_type(b_.getInt8Ty()));
    const bool two_registers = table->index_bits >= 7 && isa_.has("avx512vbmi");
    return two_registers ? permute_registers(address, bytes, table->index_bits)
                         : permute_pieces(address, bytes, table->index_bits);
  };
  const auto one_by_one = [&] {
    return per_lane(i.getType(), [&](Value* lane) {
      auto* at = b_.CreateGEP(b_.getInt8Ty(), address, b_.CreateExtractElement(index, lane));
      return b_.CreateAlignedLoad(i.getType(), at, Align(1));
    });
  };
  auto* may = may_read_all(*table, address, i.getPointerAddressSpace() == kSharedSpace);
  define(i, Lanes::varying(may ? either(may, permuted, one_by_one) : permuted()));
  return true;
}

}  // namespace heddle::compiler
