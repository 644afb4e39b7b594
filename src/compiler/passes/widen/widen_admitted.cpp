// SPDX-License-Identifier: Apache-2.0
// Accesses of which a tool says which lanes may make them (heddle.probe.admit). Nearly always all
// may: then the access is the one of a plain run. The others load zeros and store nowhere.
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The values that make up the lanes of a loaded value, which are all of one form.
void leaves(Lanes& lanes, SmallVectorImpl<Value**>& out) {
  if (lanes.parts.empty()) {
    out.push_back(lanes.vector ? &lanes.vector : &lanes.base);
    return;
  }
  for (auto& part : lanes.parts) leaves(part, out);
}

}  // namespace

Value* Widener::admitted(Value* pointer) {
  return admitted_.lookup(pointer->stripPointerCasts());
}

// Somewhere to read zeros from and to write to when no lane may go where all of them want to.
Value* Widener::empty_sink() {
  if (!sink_) {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    sink_ = b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), pseudo::kSinkBytes), nullptr, "sink");
    sink_->setAlignment(Align(abi::kVectorAlign));
  }
  b_.CreateMemSet(sink_, b_.getInt8(0), pseudo::kSinkBytes, sink_->getAlign());
  return sink_;
}

// Restricts what follows to the lanes that are admitted. One place for all lanes is touched without
// a look at the mask: it becomes the sink when no lane may.
Lanes Widener::restrict_to(Value* admitted, Lanes address) {
  mask_.vector = b_.CreateBitCast(admitted, vector_type(b_.getInt1Ty()));
  if (address.base && address.shape.is_uniform()) {
    // A branch, so that the sink is cleared only where it is needed.
    auto* place = address.base;
    address.base = either(
        b_.CreateICmpNE(admitted, b_.getInt32(0)), [&] { return place; },
        [&]() -> Value* { return empty_sink(); });
  }
  return address;
}

Lanes Widener::zero_outside(Lanes lanes) {
  SmallVector<Value**, 4> all;
  leaves(lanes, all);
  for (auto** leaf : all) {
    if ((*leaf)->getType() != vector_type((*leaf)->getType()->getScalarType())) continue;
    *leaf = b_.CreateSelect(mask_.vector, *leaf, Constant::getNullValue((*leaf)->getType()));
  }
  return lanes;
}

// `access(address, some)` makes the access, of some lanes in the second call, and returns what it
// loads, of `type` (null: it stores).
Lanes Widener::access_admitted(Value* pointer, Type* type, AccessAt access) {
  auto* may = admitted(pointer);
  const auto address = lanes_of(pointer);
  const bool one_place = address.base && address.shape.is_uniform();
  std::optional<Lanes> form;
  const auto values = [&](Lanes lanes) {
    SmallVector<Value*, 2> result;
    if (!type) return result;
    if (!one_place) lanes = from_aggregate(materialise(lanes), type);
    SmallVector<Value**, 4> all;
    leaves(lanes, all);
    for (auto** leaf : all) result.push_back(*leaf);
    if (!form) form = std::move(lanes);
    return result;
  };
  auto results = either_each(
      b_.CreateICmpEQ(may, mask_bits()), [&] { return values(access(address, false)); },
      [&] {
        const auto mask = mask_;
        const auto there = restrict_to(may, address);
        auto loaded = access(there, true);
        if (type && !one_place) {
          loaded = zero_outside(from_aggregate(materialise(loaded), type));
        }
        mask_ = mask;
        return values(std::move(loaded));
      });
  if (!type) return {};
  SmallVector<Value**, 4> all;
  leaves(*form, all);
  for (const auto& [leaf, value] : zip_equal(all, results)) *leaf = value;
  return *form;
}

}  // namespace heddle::compiler
