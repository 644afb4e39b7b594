// SPDX-License-Identifier: Apache-2.0
// Probe events: calls of the engine with what the warp's lanes give.
#include <utility>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/access.h"
#include "image/kernel_abi.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kWarpRows = 3;  // of heddle_rt_probe_warp
constexpr unsigned kWordRows = 3;  // of heddle_rt_probe_operation, twice as wide
constexpr unsigned kWidestRow = 5, kNarrowestRow = 2;  // log2 of lanes

// `make` with the lanes of an address as they are where its index does not wrap around, and as they
// are anyway; either(condition, yes, no) makes the code for both.
template <class Lanes, class Unwrapped, class Either>
Value* in_both_cases(Lanes& lanes, const Unwrapped& other, Either either,
                     function_ref<Value*()> make) {
  if (!other) return make();
  const auto near = [&]() -> Value* {
    auto known = std::exchange(lanes, other->address);
    auto* made = make();
    lanes = std::move(known);
    return made;
  };
  return either(other->certain, near, make);
}

}  // namespace

// Room for the lanes' values of one event. All events of a function share it.
Value* Widener::probe_storage() {
  if (probe_storage_) return probe_storage_;
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  static_assert(kWordRows * sizeof(std::uint64_t) >= kWarpRows * sizeof(std::uint32_t));
  probe_storage_ =
      b_.CreateAlloca(ArrayType::get(b_.getInt64Ty(), kWordRows * kLanes), nullptr, "event");
  probe_storage_->setAlignment(Align(abi::kVectorAlign));
  return probe_storage_;
}

// Stores the lanes of each value in a row of their own. `rare`: of an event that hardly ever is.
// Addresses that are known as rows are made by the engine then: as vectors they would be made ahead
// of loops, and kept over barriers.
Value* Widener::probe_rows(ArrayRef<Value*> rows, bool rare) {
  std::uint64_t offset = 0;
  for (auto* row : rows) {
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), probe_storage(), offset);
    const bool is_address = row->getType()->isPointerTy();
    const auto known = rare && is_address
                           ? probe_in_rows(row, ConstantPointerNull::get(b_.getPtrTy()))
                           : SmallVector<Value*, 5>();
    if (!known.empty()) {
      auto* made = probe_call("heddle_rt_lanes_of_rows", b_.getVoidTy(),
                              {at, known[0], known[2], known[3], known[4]});
      made->getCalledFunction()->setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Mod));
      offset += kLanes * sizeof(std::uint64_t);
      continue;
    }
    auto* lanes = vector(row);
    if (is_address) lanes = b_.CreatePtrToInt(lanes, vector_type(b_.getInt64Ty()));
    b_.CreateAlignedStore(lanes, at, Align(abi::kVectorAlign));
    offset += layout_.getTypeStoreSize(lanes->getType()).getFixedValue();
  }
  return probe_storage();
}

// heddle.probe.loaded, stored, object and use. An access that not all lanes may make is one of
// those that may.
bool Widener::undefined_probe(CallInst& i, StringRef name) {
  if (!pseudo::is_of_undefined(name)) return false;
  auto* active = admitted(i.getArgOperand(1));
  if (!active) active = mask_bits();
  const bool is_load = name == pseudo::kProbeLoaded;
  const bool is_one = is_load && shape(&i).is_uniform();
  const auto tell = [&]() -> Value* {
    undefined_call(i, name, active);
    if (!is_load) return nullptr;
    auto* second = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), probe_storage(), kLanes);
    Value* all =
        b_.CreateAlignedLoad(vector_type(b_.getInt32Ty()), second, Align(abi::kVectorAlign));
    // Lanes that do not come have zeros.
    if (is_one) all = b_.CreateOrReduce(all);
    return all;
  };
  const auto nothing = [&]() -> Value* {
    if (!is_load) return nullptr;
    return Constant::getNullValue(is_one ? b_.getInt32Ty() : vector_type(b_.getInt32Ty()));
  };
  const auto ask = [&]() -> Value* {
    auto* defined = is_defined(i, name, active);
    return defined ? either(defined, nothing, tell) : tell();
  };
  Value* loaded = nullptr;
  if (name == pseudo::kProbeUse) {
    // Hardly ever is there one.
    active = bits_of(masked(vector(i.getArgOperand(2))));
    either(b_.CreateICmpEQ(active, b_.getInt32(0)), nothing, tell);
  } else {
    auto* address = i.getArgOperand(1);
    loaded = in_both_cases(
        lanes_of(address), unwrapped(address),
        [&](Value* condition, auto yes, auto no) { return either(condition, yes, no); }, ask);
  }
  if (is_load) define(i, is_one ? Lanes::uniform(loaded) : Lanes::varying(loaded));
  return true;
}

void Widener::undefined_call(CallInst& i, StringRef name, Value* active) {
  SmallVector<Value*, 2> rows{i.getArgOperand(1)};
  if (name == pseudo::kProbeStored) rows.push_back(i.getArgOperand(3));
  if (name == pseudo::kProbeUse) rows.push_back(i.getArgOperand(3));
  SmallVector<Value*, 6> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                   scalar(i.getArgOperand(0)), active, probe_rows(rows, true)};
  if (name != pseudo::kProbeObject) {
    arguments.push_back(b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), probe_storage(), kLanes));
  }
  auto* made = probe_call(("heddle_rt_probe_" + name.substr(name.rfind('.') + 1)).str(),
                          b_.getVoidTy(), arguments);
  // It answers in the event's storage.
  made->getCalledFunction()->setMemoryEffects(MemoryEffects::readOnly() |
                                              MemoryEffects::inaccessibleOrArgMemOnly());
}

CallInst* Widener::probe_call(StringRef target, Type* result, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 9> types;
  for (auto* argument : arguments) types.push_back(argument->getType());
  auto callee =
      warp_.getParent()->getOrInsertFunction(target, FunctionType::get(result, types, false));
  cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
  return b_.CreateCall(callee, arguments);
}

// What the lanes of `values` add to lane 0's, as rows of 2^width_log2 lanes: from each lane to the
// next, and from each row to the next.
struct Widener::RowForm {
  unsigned width_log2;

  std::optional<std::pair<std::int64_t, std::int64_t>> of(const Offsets* values) const {
    if (!values) return std::pair<std::int64_t, std::int64_t>(0, 0);
    const unsigned width = 1u << width_log2;
    const auto wrapping = [&](unsigned lane) {
      return static_cast<std::uint64_t>((*values)[lane]) - static_cast<std::uint64_t>((*values)[0]);
    };
    const std::uint64_t stride = wrapping(1);
    const std::uint64_t pitch = width < kLanes ? wrapping(width) : 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (wrapping(lane) != stride * (lane % width) + pitch * (lane / width)) return std::nullopt;
    }
    return std::pair(static_cast<std::int64_t>(stride), static_cast<std::int64_t>(pitch));
  }
};

// The widest rows that the addresses form.
std::optional<Widener::RowForm> Widener::rows_of(const Shape& shape) const {
  if (!shape.is_affine()) return std::nullopt;
  for (unsigned width_log2 = kWidestRow; width_log2 >= kNarrowestRow; --width_log2) {
    const RowForm form{width_log2};
    const bool fits = form.of(shape.offsets) && all_of(shape.terms, [&](const Term& term) {
                        return form.of(term.coefficients).has_value();
                      });
    if (fits) return form;
  }
  return std::nullopt;
}

// A field of the BlockContext.
Value* Widener::block_field(Type* type, std::uint64_t offset) {
  auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument), offset);
  return b_.CreateLoad(type, at);
}

// The arguments of heddle_rt_probe_rows behind the mask; empty where the lanes do not tell.
SmallVector<Value*, 5> Widener::probe_in_rows(Value* address, Value* object) {
  const auto& lanes = lanes_of(address);
  const auto& objects = lanes_of(object);
  if (!lanes.base || !objects.base || !objects.shape.is_uniform()) return {};
  const auto form = rows_of(lanes.shape);
  if (!form) return {};
  auto* i64 = b_.getInt64Ty();
  const auto number = [&](std::int64_t value) {
    return b_.getInt64(static_cast<std::uint64_t>(value));
  };
  const auto [stride_now, pitch_now] = *form->of(lanes.shape.offsets);
  Value* first = b_.CreatePtrToInt(lanes.base, i64);
  Value* stride = number(stride_now);
  Value* pitch = number(pitch_now);
  first = b_.CreateAdd(first, number(lanes.shape.offset(0)));
  for (const auto& term : lanes.shape.terms) {
    const auto [along, across] = *form->of(term.coefficients);
    auto* scale = scalar(term.scale);
    const auto add = [&](Value* sum, std::int64_t factor) {
      return factor == 0 ? sum : b_.CreateAdd(sum, b_.CreateMul(scale, number(factor)));
    };
    first = add(first, (*term.coefficients)[0]);
    stride = add(stride, along);
    pitch = add(pitch, across);
  }
  return {first, b_.CreatePtrToInt(objects.base, i64), stride, pitch,
          b_.getInt32(form->width_log2)};
}

bool Widener::probe(CallInst& i, StringRef name) {
  if (undefined_probe(i, name)) return true;
  SmallVector<Value*, 9> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                   scalar(i.getArgOperand(0)), mask_bits()};
  const auto lanes_where = [&](Value* condition) {
    arguments.push_back(bits_of(masked(vector(condition))));
  };
  const auto call = [&](StringRef target) {
    changes_nothing(*probe_call(target, b_.getVoidTy(), arguments));
  };
  StringRef target;
  if (name == pseudo::kProbeAccess || name == pseudo::kProbeAdmit) {
    access_probe(i, arguments);
    return true;
  }
  if (name == pseudo::kProbeBranch) {
    target = "heddle_rt_probe_branch";
    lanes_where(i.getArgOperand(1));
  } else if (name == pseudo::kProbeBarrier) {
    target = "heddle_rt_probe_barrier";
    arguments.push_back(of_warp(i.getArgOperand(1)));
    arguments.push_back(of_warp(i.getArgOperand(2)));
    lanes_where(i.getArgOperand(3));
  } else if (name == pseudo::kProbeWarp || name == pseudo::kProbeMatrix) {
    static_assert(kWarpRows == 3);
    const auto unless_in_step =
        name == pseudo::kProbeWarp ? &Widener::tell_warp_op : &Widener::tell_matrix_op;
    (this->*unless_in_step)(i, [&] {
      arguments.push_back(probe_rows({i.getArgOperand(1), i.getArgOperand(2), i.getArgOperand(3)}));
      call("heddle_rt_probe_warp");
    });
    return true;
  } else if (name == pseudo::kProbeOperation) {
    target = "heddle_rt_probe_operation";
    static_assert(kWordRows == 3);
    arguments.push_back(probe_rows({i.getArgOperand(2), i.getArgOperand(3), i.getArgOperand(4)}));
    lanes_where(i.getArgOperand(1));
  } else if (name == pseudo::kProbeFence) {
    target = "heddle_rt_probe_fence";
  } else if (name == pseudo::kProbeExit) {
    lanes_where(i.getArgOperand(1));
    tell_end(arguments.back(), [&] { call("heddle_rt_probe_exit"); });
    return true;
  } else {
    return false;
  }
  call(target);
  return true;
}

// `head`: block, warp, site and lanes.
void Widener::access_probe(CallInst& i, SmallVector<Value*, 9> head) {
  const auto ask = [&]() -> Value* {
    const auto rows = probe_in_rows(i.getArgOperand(1), i.getArgOperand(2));
    const auto tell = [&]() -> Value* {
      auto arguments = head;
      if (rows.empty()) {
        arguments.push_back(probe_rows({i.getArgOperand(1), i.getArgOperand(2)}));
      } else {
        arguments.append(rows.begin(), rows.end());
      }
      auto* made = probe_call(rows.empty() ? "heddle_rt_probe_access" : "heddle_rt_probe_rows",
                              b_.getInt32Ty(), arguments);
      changes_nothing(*made);
      return made;
    };
    auto* untold = rows.empty() ? are_lanes_untold(i) : is_untold(i, rows);
    if (!untold) return tell();
    auto* all = mask_bits();
    return either(untold, [&] { return all; }, tell);
  };
  auto* address = i.getArgOperand(1);
  auto* answer = in_both_cases(
      lanes_of(address), unwrapped(address),
      [&](Value* condition, auto yes, auto no) { return either(condition, yes, no); }, ask);
  if (!pseudo::is(&i, pseudo::kProbeAdmit)) return;
  define(i, lanes_of(i.getArgOperand(1)));
  admitted_[&i] = answer;
  tell_locals(i, answer);
}

// A listener may look at the program's memory; it changes only its own.
void Widener::changes_nothing(CallInst& probe) {
  probe.getCalledFunction()->setMemoryEffects(MemoryEffects::readOnly() |
                                              MemoryEffects::inaccessibleMemOnly());
}

}  // namespace heddle::compiler
