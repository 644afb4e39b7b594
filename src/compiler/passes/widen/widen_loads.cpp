// SPDX-License-Identifier: Apache-2.0
// Loads. An affine address becomes contiguous vector loads: the 32 lanes are halved until the lanes
// of a piece lie side by side, are all at one address, or fit a small window.
#include "compiler/passes/widen/access.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;

Value* Widener::load_range(const Access& access, Type* type, unsigned first, unsigned count) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  const bool free = mask_.all() || access.safe;
  auto* wide = FixedVectorType::get(type, count);
  if (count == 1) {
    auto* one = load_piece(access, type, lane_address(access, first));
    return b_.CreateInsertElement(PoisonValue::get(wide), one, std::uint64_t{0});
  }
  if (access.stride_is(bytes, first, count)) {
    auto* address = lane_address(access, first);
    if (free) return load_piece(access, wide, address);
    return load_masked(access, wide, address, slice(b_, mask_.vector, first, count));
  }
  if (free && access.stride_is(0, first, count)) {
    auto* one = load_piece(access, type, lane_address(access, first));
    return b_.CreateVectorSplat(count, one);
  }
  if (free && access.repeats(first, count)) {
    auto* half = load_range(access, type, first, count / 2);
    return concatenate(b_, {half, half});
  }
  std::int64_t low = 0;
  unsigned elements =
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
  auto align = access.align;
  const std::uint64_t size = std::uint64_t{count} * bytes;
  const auto known = computeKnownBits(start, layout_);
  const auto skew = known.One.getLoBits(Log2_64(size)).getZExtValue();
  if ((known.Zero | known.One).countr_one() >= Log2_64(size) && skew % bytes == 0) {
    // Loads that cross no cache line, and that the windows next to this one have too.
    start = b_.CreateConstGEP1_64(b_.getInt8Ty(), start, -skew);
    low -= static_cast<std::int64_t>(skew);
    elements += static_cast<unsigned>(skew / bytes);
    align = Align(size);
  }
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
    Value* loaded = load_piece(access, FixedVectorType::get(type, length), address, align);
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
  if (access.tears(bytes)) return nullptr;
  const int cost = load_cost(access, bytes, 0, kLanes);
  if (cost >= kImpossible || (has_gather(bytes) && cost > kGatherCost)) return nullptr;
  if (cost > kGatherCost && access.is_pattern(bytes, mask_.all())) return nullptr;
  return load_range(access, type, 0, kLanes);
}

Lanes Widener::load_value(const Access& access, Type* type) {
  if (is_better_near(access, type)) return load_near(access, type);
  if (is_tuple(type)) {
    if (auto parts = load_as_words(access, type); !parts.empty()) {
      return Lanes::tuple(std::move(parts));
    }
    if (auto parts = load_interleaved(access, type); !parts.empty()) {
      return Lanes::tuple(std::move(parts));
    }
    if (auto parts = load_rows(access, type); !parts.empty()) {
      return Lanes::tuple(std::move(parts));
    }
    if (auto parts = load_pairs(access, type); !parts.empty()) {
      return Lanes::tuple(std::move(parts));
    }
    if (auto parts = load_packed(access, type); !parts.empty()) {
      return Lanes::tuple(std::move(parts));
    }
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
    return Lanes::uniform(load_piece(access, host, lane_address(access, 0)));
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
  const bool pattern = access.address.shape.is_affine() && access.is_pattern(bytes, mask_.all());
  if (is_within_word(access, bytes)) return Lanes::varying(gather_within_words(host, pointers));
  if (access.apart() || (!has_gather(bytes) && !pattern)) {
    return Lanes::varying(per_lane(host, [&](Value* lane) {
      return load_piece(access, host, b_.CreateExtractElement(pointers, lane));
    }));
  }
  return Lanes::varying(b_.CreateMaskedGather(vector_type(host), pointers, access.align,
                                              mask_vector(), PoisonValue::get(vector_type(host))));
}

// Whether loading whole lanes is better than loading each part by itself, for which the lanes of
// one part may be all at one address, say. In units of one vector instruction.
bool Widener::load_whole_lanes(const Access& access, Type* type, unsigned run, unsigned lanes) {
  auto* vector_of = cast<FixedVectorType>(type);
  auto* element = host_type(vector_of->getElementType());
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element).getFixedValue());
  const unsigned parts = vector_of->getNumElements();
  const unsigned vectors = std::max(1u, lanes * bytes * parts * 8 / isa_.vector_bits);
  const unsigned loads = std::max(lanes / run, vectors);
  const unsigned whole = loads + (loads - vectors) + vectors * (parts - 1);
  // The parts' windows overlap: their loads are made once.
  const int first = load_cost(access, bytes, 0, kLanes);
  const int apart = first >= kImpossible ? kImpossible : first + (first + 1) / 2 * (int(parts) - 1);
  const int gathers = static_cast<int>(parts) * kGatherCost;
  if (const auto rows = rows_of(type); rows && rows->cost() < whole) return false;
  return static_cast<int>(whole) < (has_gather(bytes) ? std::min(apart, gathers) : apart);
}

std::vector<Lanes> Widener::load_interleaved(const Access& access, Type* type) {
  const auto run = mask_.all() || access.safe ? interleaved_run(access, type) : 0;
  if (run == 0) return {};
  const unsigned lanes = access.repeats(0, kLanes) ? kLanes / 2 : kLanes;
  if (!load_whole_lanes(access, type, run, lanes)) return {};
  auto* vector_of = cast<FixedVectorType>(type);
  auto* element = host_type(vector_of->getElementType());
  const unsigned parts = vector_of->getNumElements();
  if (const auto triples = triples_of(element, parts);
      triples && lanes == kLanes && run >= Triples::kLanesOfThree) {
    auto* chunk = FixedVectorType::get(element, Triples::kLanesOfThree);
    std::vector<Lanes> result;
    for (auto* part : triples->load(b_, [&](unsigned lane, unsigned which) {
           const auto distance = which * TransposedRows::kChunkBytes;
           auto* at =
               b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), lane_address(access, lane), distance);
           return load_piece(access, chunk, at, commonAlignment(access.align, distance));
         })) {
      result.push_back(Lanes::varying(part));
    }
    return result;
  }
  SmallVector<Value*, kLanes> pieces;
  for (unsigned first = 0; first < lanes; first += run) {
    auto* whole = FixedVectorType::get(element, run * parts);
    pieces.push_back(load_piece(access, whole, lane_address(access, first)));
  }
  auto* all = concatenate(b_, pieces);
  std::vector<Lanes> result;
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<int, kLanes> pick;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      pick.push_back(static_cast<int>(lane % lanes * parts + part));
    }
    result.push_back(Lanes::varying(b_.CreateShuffleVector(all, pick)));
  }
  return result;
}

namespace {

// All lanes of an affine address lie so close together that, one of them being in the block's
// shared memory, all of them are in it or in its guards.
bool within_guard(const Shape& shape) {
  if (!shape.is_affine() || !shape.terms.empty()) return false;
  if (!shape.offsets) return true;
  const auto [low, high] = std::minmax_element(shape.offsets->begin(), shape.offsets->end());
  return *high - *low < static_cast<std::int64_t>(abi::kSharedGuardBytes) - kGuardSlack;
}

}  // namespace

// Each part of the row becomes a word or a float.
static bool parts_are_extended(const LoadInst& i) {
  const auto extends = [](const User* user) {
    return isa<ZExtInst, SExtInst, UIToFPInst, SIToFPInst>(user) &&
           user->getType()->getScalarSizeInBits() == 32;
  };
  return i.getType()->isVectorTy() && all_of(i.users(), [&](const User* user) {
           return isa<ExtractElementInst>(user) && all_of(user->users(), extends);
         });
}

void Widener::load(LoadInst& i) {
  if (load_neighbours(i) || look_up(i) || load_beside(i)) return;
  // LLVM knows how large its own objects are.
  const auto* object = getUnderlyingObject(i.getPointerOperand(), 0);
  const bool may_be_near =
      i.isSimple() && !isa<AllocaInst, GlobalVariable>(object) && !admitted(i.getPointerOperand());
  const auto access_at = [&](const Lanes& address) {
    const bool shared = i.getPointerAddressSpace() == kSharedSpace;
    const bool safe = shared && !i.isVolatile() && within_guard(address.shape);
    return Access{address,
                  i.getAlign(),
                  i.isVolatile(),
                  i.getOrdering(),
                  i.getSyncScopeID(),
                  safe,
                  may_be_near,
                  shared,
                  is_local(i.getPointerOperand()),
                  0,
                  parts_are_extended(i)};
  };
  const auto load_unwrapped = [&](const Access& access) {
    const auto other = unwrapped(i.getPointerOperand());
    if (!other) return load_ordered(access, i.getType());
    const auto near = access_at(other->address);
    const auto load = [&](const Access& from) {
      return materialise(load_ordered(from, i.getType()));
    };
    auto* result = either(other->certain, [&] { return load(near); }, [&] { return load(access); });
    return from_aggregate(result, i.getType());
  };
  if (admitted(i.getPointerOperand())) {
    return define(i, access_admitted(
                         i.getPointerOperand(), i.getType(), [&](const Lanes& address, bool some) {
                           auto access = access_at(address);
                           access.safe &= !some;
                           return some ? load_ordered(access, i.getType()) : load_unwrapped(access);
                         }));
  }
  const auto access = access_at(lanes_of(i.getPointerOperand()));
  auto* before = b_.GetInsertBlock();
  auto result = load_unwrapped(access);
  if (result.base && b_.GetInsertBlock() == before) {
    if (auto* made = dyn_cast<LoadInst>(result.base)) {
      made->copyMetadata(
          i, {LLVMContext::MD_range, LLVMContext::MD_invariant_load, LLVMContext::MD_noundef,
              LLVMContext::MD_tbaa, LLVMContext::MD_nonnull, LLVMContext::MD_align});
    }
  }
  define(i, std::move(result));
}

}  // namespace heddle::compiler
