// SPDX-License-Identifier: Apache-2.0
// Loads and stores. An affine address becomes contiguous vector accesses: the 32 lanes are halved
// until the lanes of a piece lie side by side, are all at one address, or fit a small window.
#include "compiler/passes/widen/access.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kSharedSpace = 3;

// Costs in the unit of one contiguous vector access.
constexpr int kImpossible = 1000;
constexpr int kGatherCost = 24;
constexpr int kScatterCost = 32;
constexpr unsigned kMaxWindowPieces = 8;

}  // namespace

struct Widener::Access {
  Lanes address;
  Align align;
  bool is_volatile = false;
  // Inactive lanes may be loaded from as well: shared memory is guarded on both sides.
  bool safe = false;
  std::int64_t displacement = 0;  // bytes, of a part of a tuple
  // Lanes lie side by side unless an index wraps around among them: asked at run time.
  bool perhaps_contiguous = false;

  std::int64_t offset(unsigned lane) const { return address.shape.offset(lane) + displacement; }
  // Terms contribute equally to all these lanes.
  bool same_terms(unsigned first, unsigned count) const {
    for (const auto& term : address.shape.terms) {
      for (unsigned i = 1; i < count; ++i) {
        if ((*term.coefficients)[first + i] != (*term.coefficients)[first]) return false;
      }
    }
    return true;
  }
  // Both halves of these lanes are at the same addresses.
  bool repeats(unsigned first, unsigned count) const {
    if (count < 2) return false;
    const auto same = [&](unsigned lane) {
      const auto other = lane + count / 2;
      return offset(lane) == offset(other) && all_of(address.shape.terms, [&](const Term& term) {
               return (*term.coefficients)[lane] == (*term.coefficients)[other];
             });
    };
    return all_of(seq(first, first + count / 2), same);
  }
  bool stride_is(std::int64_t stride, unsigned first, unsigned count) const {
    if (!same_terms(first, count)) return false;
    for (unsigned i = 1; i < count; ++i) {
      if (offset(first + i) - offset(first) != static_cast<std::int64_t>(i) * stride) return false;
    }
    return true;
  }
  // The elements between the lowest and the highest address of these lanes, 0 when they do not form
  // a window of whole elements.
  unsigned window(unsigned bytes, unsigned first, unsigned count, std::int64_t& low) const {
    if (!same_terms(first, count)) return 0;
    std::int64_t high = low = offset(first);
    for (unsigned i = 1; i < count; ++i) {
      low = std::min(low, offset(first + i));
      high = std::max(high, offset(first + i));
    }
    if (high - low >= static_cast<std::int64_t>(abi::kSharedGuardBytes) - 64) return 0;
    for (unsigned i = 0; i < count; ++i) {
      if ((offset(first + i) - low) % bytes != 0) return 0;
    }
    return static_cast<unsigned>((high - low) / bytes + 1);
  }
};

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

// Masked accesses that the instruction set has; LLVM would make a branch for each lane of the
// others.
bool Widener::has_masked(unsigned bytes) const {
  return isa_.vector_bits >= 512 || (isa_.vector_bits >= 256 && bytes >= 4);
}
bool Widener::has_gather(unsigned bytes) const {
  return isa_.vector_bits >= 256 && bytes >= 4;
}
bool Widener::has_scatter(unsigned bytes) const {
  return isa_.vector_bits >= 512 && bytes >= 4;
}

int Widener::load_cost(const Access& access, unsigned bytes, unsigned first, unsigned count) const {
  const bool free = mask_.all() || access.safe;
  if (access.stride_is(bytes, first, count)) return free || has_masked(bytes) ? 1 : kImpossible;
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
    return mask_.all() || has_masked(bytes) ? 1 : kImpossible;
  }
  if (count == 1) return mask_.all() ? 1 : kImpossible;
  if (!mask_.all() && count <= 8) return kImpossible;
  return store_cost(access, bytes, first, count / 2) +
         store_cost(access, bytes, first + count / 2, count / 2);
}

Value* Widener::load_range(const Access& access, Type* type, unsigned first, unsigned count) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  const bool free = mask_.all() || access.safe;
  auto* wide = FixedVectorType::get(type, count);
  if (count == 1) {
    auto* one =
        b_.CreateAlignedLoad(type, lane_address(access, first), access.align, access.is_volatile);
    return b_.CreateInsertElement(PoisonValue::get(wide), one, std::uint64_t{0});
  }
  if (access.stride_is(bytes, first, count)) {
    auto* address = lane_address(access, first);
    if (free) return b_.CreateAlignedLoad(wide, address, access.align, access.is_volatile);
    return b_.CreateMaskedLoad(wide, address, access.align, slice(b_, mask_.vector, first, count),
                               PoisonValue::get(wide));
  }
  if (free && access.stride_is(0, first, count)) {
    auto* one =
        b_.CreateAlignedLoad(type, lane_address(access, first), access.align, access.is_volatile);
    return b_.CreateVectorSplat(count, one);
  }
  if (free && access.repeats(first, count)) {
    auto* half = load_range(access, type, first, count / 2);
    return concatenate(b_, {half, half});
  }
  std::int64_t low = 0;
  const auto elements =
      free && count * bytes * 8 <= isa_.vector_bits ? access.window(bytes, first, count, low) : 0;
  if (!elements || elements > kMaxWindowPieces * count) {
    return concatenate(b_, {load_range(access, type, first, count / 2),
                            load_range(access, type, first + count / 2, count / 2)});
  }
  // Whole vectors over the window, of which each lane picks its element. Every page that they touch
  // holds an element of some lane.
  unsigned lowest = first;
  for (unsigned i = 0; i < count; ++i) {
    if (access.offset(first + i) == low) lowest = first + i;
  }
  auto* start = lane_address(access, lowest);
  Value* result = nullptr;
  for (unsigned piece = 0; piece * count < elements; ++piece) {
    const unsigned length = std::min(count, elements - piece * count);
    SmallVector<int, kLanes> pick(count, -1);
    bool used = false;
    for (unsigned i = 0; i < count; ++i) {
      const auto at = static_cast<unsigned>((access.offset(first + i) - low) / bytes);
      if (at / count == piece) {
        pick[i] = static_cast<int>(at % count);
        used = true;
      }
    }
    if (!used) continue;
    auto* address =
        b_.CreateConstGEP1_64(b_.getInt8Ty(), start, std::uint64_t{piece} * count * bytes);
    Value* loaded = b_.CreateAlignedLoad(FixedVectorType::get(type, length), address, access.align,
                                         access.is_volatile);
    if (length < count) {
      SmallVector<int, kLanes> widen(count, -1);
      for (unsigned i = 0; i < length; ++i) widen[i] = static_cast<int>(i);
      loaded = b_.CreateShuffleVector(loaded, widen);
    }
    if (!result) {
      result = b_.CreateShuffleVector(loaded, pick);
      continue;
    }
    for (unsigned i = 0; i < count; ++i) {
      pick[i] = pick[i] < 0 ? static_cast<int>(i) : pick[i] + static_cast<int>(count);
    }
    result = b_.CreateShuffleVector(result, loaded, pick);
  }
  return result;
}

Value* Widener::load_affine(const Access& access, Type* type) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (layout_.getTypeSizeInBits(type).getFixedValue() != bytes * 8) return nullptr;
  const int cost = load_cost(access, bytes, 0, kLanes);
  if (cost >= kImpossible || (has_gather(bytes) && cost > kGatherCost)) return nullptr;
  return load_range(access, type, 0, kLanes);
}

// --- loads

Lanes Widener::load_value(const Access& access, Type* type) {
  if (is_tuple(type)) {
    std::vector<Lanes> parts;
    for (unsigned i = 0; i < tuple_size(type); ++i) {
      auto part = access;
      part.displacement += tuple_offset(layout_, type, i);
      part.align = commonAlignment(access.align, static_cast<std::uint64_t>(part.displacement));
      parts.push_back(load_value(part, tuple_part(type, i)));
    }
    return Lanes::tuple(std::move(parts));
  }
  auto* host = host_type(type);
  if (access.address.shape.is_uniform()) {
    return Lanes::uniform(
        b_.CreateAlignedLoad(host, lane_address(access, 0), access.align, access.is_volatile));
  }
  if (host->isIntegerTy(1)) {
    // A bool in memory is a byte.
    auto byte = load_value(access, b_.getInt8Ty());
    return Lanes::varying(b_.CreateTrunc(to_vector(byte), vector_type(host)));
  }
  if (access.address.shape.is_affine()) {
    if (auto* result = load_affine(access, host)) return Lanes::varying(result);
  }
  auto* pointers = address_vector(access);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(host).getFixedValue());
  if (access.is_volatile || !has_gather(bytes)) {
    return Lanes::varying(per_lane(host, [&](Value* lane) -> Value* {
      return b_.CreateAlignedLoad(host, b_.CreateExtractElement(pointers, lane), access.align,
                                  access.is_volatile);
    }));
  }
  const auto gather = [&]() -> Value* {
    return b_.CreateMaskedGather(vector_type(host), pointers, access.align, mask_vector(),
                                 PoisonValue::get(vector_type(host)));
  };
  if (!access.perhaps_contiguous || !mask_.all()) return Lanes::varying(gather());
  auto& context = b_.getContext();
  auto* near = BasicBlock::Create(context, "side.by.side", &warp_);
  auto* far = BasicBlock::Create(context, "apart", &warp_);
  auto* done = BasicBlock::Create(context, "loaded", &warp_);
  b_.CreateCondBr(side_by_side(pointers, bytes), near, far);
  b_.SetInsertPoint(near);
  auto* first = b_.CreateExtractElement(pointers, std::uint64_t{0});
  auto* whole = b_.CreateAlignedLoad(vector_type(host), first, access.align);
  b_.CreateBr(done);
  b_.SetInsertPoint(far);
  auto* gathered = gather();
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  auto* result = b_.CreatePHI(vector_type(host), 2);
  result->addIncoming(whole, near);
  result->addIncoming(gathered, far);
  return Lanes::varying(result);
}

// Unsigned 32-bit index arithmetic may wrap around: `base + lane`, extended to 64 bits, is then no
// longer known to be affine, though it is in all but the one warp that straddles 2^32.
bool Widener::may_be_side_by_side(const Value* pointer) const {
  const auto* gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || gep->getNumIndices() == 0) return false;
  const auto* index = dyn_cast<CastInst>(gep->getOperand(gep->getNumOperands() - 1));
  if (!index || !isa<ZExtInst, SExtInst>(index)) return false;
  const auto inner = shape(index->getOperand(0));
  if (!inner.is_affine()) return false;
  for (unsigned lane = 1; lane < kLanes; ++lane) {
    if (inner.offset(lane) - inner.offset(0) != lane) return false;
  }
  return true;
}

Value* Widener::side_by_side(Value* pointers, unsigned bytes) {
  auto* i64 = b_.getInt64Ty();
  auto* addresses = b_.CreatePtrToInt(pointers, FixedVectorType::get(i64, kLanes));
  auto* first = b_.CreateExtractElement(addresses, std::uint64_t{0});
  SmallVector<Constant*, kLanes> steps;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    steps.push_back(ConstantInt::get(i64, std::uint64_t{lane} * bytes));
  }
  auto* expected = b_.CreateAdd(b_.CreateVectorSplat(kLanes, first), ConstantVector::get(steps));
  return b_.CreateICmpEQ(bits_of(b_.CreateICmpEQ(addresses, expected)), b_.getInt32(~0u));
}

namespace {

// All lanes of an affine address lie so close together that, one of them being in the block's
// shared memory, all of them are in it or in its guards.
bool within_guard(const Shape& shape) {
  if (!shape.is_affine() || !shape.terms.empty()) return false;
  if (!shape.offsets) return true;
  const auto [low, high] = std::minmax_element(shape.offsets->begin(), shape.offsets->end());
  return *high - *low < static_cast<std::int64_t>(abi::kSharedGuardBytes) - 64;
}

}  // namespace

void Widener::load(LoadInst& i) {
  const auto& address = lanes_of(i.getPointerOperand());
  const bool safe =
      i.getPointerAddressSpace() == kSharedSpace && !i.isVolatile() && within_guard(address.shape);
  Access access{address,
                i.getAlign(),
                i.isVolatile() || i.isAtomic(),
                safe,
                0,
                may_be_side_by_side(i.getPointerOperand())};
  auto* before = b_.GetInsertBlock();
  auto result = load_value(access, i.getType());
  if (result.base && b_.GetInsertBlock() == before) {
    if (auto* made = dyn_cast<LoadInst>(result.base)) {
      made->copyMetadata(
          i, {LLVMContext::MD_range, LLVMContext::MD_invariant_load, LLVMContext::MD_noundef,
              LLVMContext::MD_tbaa, LLVMContext::MD_nonnull});
    }
  }
  define(i, std::move(result));
}

// --- stores

void Widener::store_range(const Access& access, Type* type, Value* value, unsigned first,
                          unsigned count) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (access.stride_is(bytes, first, count)) {
    auto* address = lane_address(access, first);
    auto* piece = slice(b_, value, first, count);
    if (mask_.all()) {
      b_.CreateAlignedStore(piece, address, access.align, access.is_volatile);
    } else {
      b_.CreateMaskedStore(piece, address, access.align, slice(b_, mask_.vector, first, count));
    }
    return;
  }
  store_range(access, type, value, first, count / 2);
  store_range(access, type, value, first + count / 2, count / 2);
}

bool Widener::store_affine(const Access& access, Type* type, const Lanes& value) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (layout_.getTypeSizeInBits(type).getFixedValue() != bytes * 8) return false;
  const int cost = store_cost(access, bytes, 0, kLanes);
  if (cost >= kImpossible || (has_scatter(bytes) && cost > kScatterCost)) return false;
  store_range(access, type, to_vector(value), 0, kLanes);
  return true;
}

void Widener::store_value(const Access& access, Type* type, const Lanes& value) {
  if (is_tuple(type)) {
    if (store_interleaved(access, type, value)) return;
    for (unsigned i = 0; i < tuple_size(type); ++i) {
      auto part = access;
      part.displacement += tuple_offset(layout_, type, i);
      part.align = commonAlignment(access.align, static_cast<std::uint64_t>(part.displacement));
      store_value(part, tuple_part(type, i), value.parts[i]);
    }
    return;
  }
  auto* host = host_type(type);
  if (access.address.shape.is_uniform()) {
    // All lanes write one place: the last active one wins.
    auto* one = value.base && value.shape.is_uniform() ? value.base : nullptr;
    if (!one) {
      auto* lane =
          mask_.all()
              ? static_cast<Value*>(b_.getInt32(kLanes - 1))
              : b_.CreateSub(b_.getInt32(kLanes - 1),
                             b_.CreateBinaryIntrinsic(Intrinsic::ctlz, mask_bits(), b_.getFalse()));
      // An empty mask cannot be here, but the index must stay in range for LLVM.
      lane = b_.CreateAnd(lane, b_.getInt32(kLanes - 1));
      one = b_.CreateExtractElement(to_vector(value), lane);
    }
    b_.CreateAlignedStore(one, lane_address(access, 0), access.align, access.is_volatile);
    return;
  }
  if (host->isIntegerTy(1)) {
    auto* bytes = b_.CreateZExt(to_vector(value), vector_type(b_.getInt8Ty()));
    return store_value(access, b_.getInt8Ty(), Lanes::varying(bytes));
  }
  if (access.address.shape.is_affine() && store_affine(access, host, value)) return;
  auto* pointers = address_vector(access);
  auto* values = to_vector(value);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(host).getFixedValue());
  if (access.is_volatile || !has_scatter(bytes)) {
    per_lane(b_.getVoidTy(), [&](Value* lane) -> Value* {
      b_.CreateAlignedStore(b_.CreateExtractElement(values, lane),
                            b_.CreateExtractElement(pointers, lane), access.align,
                            access.is_volatile);
      return nullptr;
    });
    return;
  }
  if (!access.perhaps_contiguous || !mask_.all()) {
    b_.CreateMaskedScatter(values, pointers, access.align, mask_vector());
    return;
  }
  auto& context = b_.getContext();
  auto* near = BasicBlock::Create(context, "side.by.side", &warp_);
  auto* far = BasicBlock::Create(context, "apart", &warp_);
  auto* done = BasicBlock::Create(context, "stored", &warp_);
  b_.CreateCondBr(side_by_side(pointers, bytes), near, far);
  b_.SetInsertPoint(near);
  auto* first = b_.CreateExtractElement(pointers, std::uint64_t{0});
  b_.CreateAlignedStore(values, first, access.align);
  b_.CreateBr(done);
  b_.SetInsertPoint(far);
  b_.CreateMaskedScatter(values, pointers, access.align, mask_vector());
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

// float4 and its kin, side by side in all 32 lanes: interleaves the parts and stores whole vectors.
bool Widener::store_interleaved(const Access& access, Type* type, const Lanes& value) {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  if (!vector_of || !mask_.all() || !isPowerOf2_32(vector_of->getNumElements())) return false;
  auto* element = host_type(vector_of->getElementType());
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element).getFixedValue());
  const unsigned parts = vector_of->getNumElements();
  if (element->isIntegerTy(1) || !access.address.shape.is_affine()) return false;
  // The largest runs of lanes that lie side by side.
  unsigned run = kLanes;
  const auto contiguous = [&](unsigned length) {
    for (unsigned first = 0; first < kLanes; first += length) {
      if (!access.stride_is(std::int64_t{bytes} * parts, first, length)) return false;
    }
    return true;
  };
  while (run >= 4 && !contiguous(run)) run /= 2;
  if (run < 4) return false;
  SmallVector<Value*, 4> vectors;
  for (const auto& part : value.parts) vectors.push_back(to_vector(part));
  auto* all = concatenate(b_, vectors);
  for (unsigned first = 0; first < kLanes; first += run) {
    SmallVector<int, 128> order;
    for (unsigned lane = first; lane < first + run; ++lane) {
      for (unsigned part = 0; part < parts; ++part)
        order.push_back(static_cast<int>(part * kLanes + lane));
    }
    b_.CreateAlignedStore(b_.CreateShuffleVector(all, order), lane_address(access, first),
                          access.align, access.is_volatile);
  }
  return true;
}

void Widener::store(StoreInst& i) {
  const Access access{lanes_of(i.getPointerOperand()),
                      i.getAlign(),
                      i.isVolatile() || i.isAtomic(),
                      false,
                      0,
                      may_be_side_by_side(i.getPointerOperand())};
  store_value(access, i.getValueOperand()->getType(), lanes_of(i.getValueOperand()));
}

// A stack object: 32 copies side by side, one a lane.
void Widener::alloca(AllocaInst& i) {
  const auto size = i.getAllocationSize(layout_);
  if (!size) return fail(i, "stack object of run-time size");
  const auto stride = alignTo(size->getFixedValue(), i.getAlign());
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  auto* storage =
      b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), stride * kLanes), nullptr, i.getName());
  storage->setAlignment(std::max(i.getAlign(), Align(abi::kVectorAlign)));
  define(i, Lanes::affine(shape(&i), storage));
}

}  // namespace heddle::compiler
