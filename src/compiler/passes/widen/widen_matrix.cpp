// SPDX-License-Identifier: Apache-2.0
// Matrix operations: the words of all lanes go through memory to a function of the engine that was
// compiled for the same instruction set, and so does the result.
#include "compiler/ir/matrix_ops.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// What a vector is in one lane, without the vector where it was made of numbers and of what all
// lanes share: addresses of lines of a tile mostly are. Else LLVM would make all 32 and take eight.
Value* in_lane(IRBuilderBase& b, Value* value, unsigned lane) {
  if (!value->getType()->isVectorTy()) return value;
  if (auto* constant = dyn_cast<Constant>(value)) {
    if (auto* element = constant->getAggregateElement(lane)) return element;
  } else if (auto* splat = getSplatValue(value)) {
    return splat;
  } else if (auto* shuffle = dyn_cast<ShuffleVectorInst>(value)) {
    const int from = shuffle->getMaskValue(lane);
    const int count = static_cast<int>(
        cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
    if (from >= 0) {
      return in_lane(b, shuffle->getOperand(from < count ? 0 : 1),
                     static_cast<unsigned>(from % count));
    }
  } else if (isa<ZExtInst, SExtInst, TruncInst>(value)) {
    auto* cast = llvm::cast<CastInst>(value);
    return b.CreateCast(cast->getOpcode(), in_lane(b, cast->getOperand(0), lane),
                        cast->getType()->getScalarType());
  } else if (auto* gep = dyn_cast<GetElementPtrInst>(value); gep && gep->getNumIndices() == 1) {
    return b.CreateGEP(gep->getSourceElementType(), in_lane(b, gep->getPointerOperand(), lane),
                       in_lane(b, gep->getOperand(1), lane));
  } else if (auto* operation = dyn_cast<BinaryOperator>(value)) {
    const auto is_cheap = [](Value* v) { return isa<Constant>(v) || getSplatValue(v); };
    auto *left = operation->getOperand(0), *right = operation->getOperand(1);
    if (!operation->isIntDivRem() && (is_cheap(left) || is_cheap(right))) {
      return b.CreateBinOp(operation->getOpcode(), in_lane(b, left, lane), in_lane(b, right, lane));
    }
  }
  return b.CreateExtractElement(value, lane);
}

// Where a value is made, and behind the calls that read what was in its place before: at the next
// call it would have to lie in registers until then, or on the stack.
void move_behind(IRBuilderBase& b, Value& value, Value& place) {
  auto* made = dyn_cast<Instruction>(&value);
  if (!made || isa<PHINode>(made) || made->getParent() != b.GetInsertBlock()) return;
  const auto reads_later = [&](const User* user) {
    const auto* call = dyn_cast<CallInst>(user);
    return call && call->getParent() == made->getParent() && made->comesBefore(call);
  };
  auto* next = made->getNextNode();  // none: it is the last so far
  if (next && none_of(place.users(), reads_later)) b.SetInsertPoint(next);
}

}  // namespace

// Where all lanes take part: eight pieces of 16 bytes.
bool Widener::load_neighbours(LoadInst& i) {
  if (!i.hasMetadata(kNeighbours) || !mask_.all() || admitted(i.getPointerOperand())) return false;
  auto* pointers = vector(i.getPointerOperand());
  auto* piece = FixedVectorType::get(b_.getInt32Ty(), 4);
  SmallVector<Value*, kLanes / 4> pieces;
  for (unsigned lane = 0; lane < kLanes; lane += 4) {
    pieces.push_back(b_.CreateAlignedLoad(piece, in_lane(b_, pointers, lane), i.getAlign()));
  }
  define(i, Lanes::varying(concatenate(b_, pieces)));
  return true;
}

bool Widener::store_neighbours(StoreInst& i) {
  if (!i.hasMetadata(kNeighbours) || !mask_.all() || admitted(i.getPointerOperand())) return false;
  auto* pointers = vector(i.getPointerOperand());
  auto* values = vector(i.getValueOperand());
  for (unsigned lane = 0; lane < kLanes; lane += 4) {
    b_.CreateAlignedStore(slice(b_, values, lane, 4), in_lane(b_, pointers, lane), i.getAlign());
  }
  return true;
}

// Sums of wgmma are many words; where one product adds to another's, both have them in one place,
// and LLVM sees that what is loaded between them is what is stored.
Value* Widener::matrix_storage(CallInst& i, unsigned rows) {
  if (is_warpgroup_op(i)) {
    const auto* first = dyn_cast<ExtractValueInst>(i.getArgOperand(i.arg_size() - 1));
    const auto* before = first ? first->getAggregateOperand() : nullptr;
    const auto found = matrix_storage_.find(before);
    if (found != matrix_storage_.end()) {
      auto* storage = cast<AllocaInst>(found->second);
      if (cast<ArrayType>(storage->getAllocatedType())->getNumElements() == rows) return storage;
    }
  }
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  return b_.CreateAlloca(ArrayType::get(FixedVectorType::get(b_.getInt32Ty(), kLanes), rows));
}

// The sums of a group stay where they are while products are added to them. Nullptr: they come from
// elsewhere.
Value* Widener::sums_in_place(CallInst& i, unsigned first) {
  const auto* first_word = dyn_cast<ExtractValueInst>(i.getArgOperand(first));
  const auto* before = first_word ? first_word->getAggregateOperand() : nullptr;
  auto* storage = before ? matrix_storage_.lookup(before) : nullptr;
  if (!storage || before->getType() != i.getType() ||
      cast<Instruction>(before)->getParent() != i.getParent()) {
    return nullptr;
  }
  for (unsigned k = first; k < i.arg_size(); ++k) {
    const auto* word = dyn_cast<ExtractValueInst>(i.getArgOperand(k));
    if (!word || word->getAggregateOperand() != before || word->getIndices()[0] != k - first) {
      return nullptr;
    }
  }
  matrix_storage_.erase(before);  // another product that adds to the same begins with a copy
  return storage;
}

void Widener::matrix_products(CallInst& i, const MatrixGroup& group) {
  auto* row = FixedVectorType::get(b_.getInt32Ty(), kLanes);
  const unsigned results = i.getType()->getStructNumElements();
  const unsigned first_sum = i.arg_size() - results;
  // Groups of one form and size have the same room.
  auto*& operands = matrix_storage_[i.getCalledFunction()];
  if (!operands) operands = matrix_storage(i, first_sum);
  auto* room = operands;
  auto* sums = sums_in_place(i, first_sum);
  const bool are_there = sums != nullptr;
  if (!are_there) sums = matrix_storage(i, results);
  matrix_storage_[&i] = sums;
  for (unsigned k = 0; k < first_sum; ++k) {
    auto* value = vector(i.getArgOperand(k));
    const IRBuilderBase::InsertPointGuard guard(b_);
    move_behind(b_, *value, *room);
    b_.CreateStore(value, b_.CreateConstInBoundsGEP1_64(row, room, k));
  }
  for (unsigned k = first_sum; k < i.arg_size() && !are_there; ++k) {
    b_.CreateStore(vector(i.getArgOperand(k)),
                   b_.CreateConstInBoundsGEP1_64(row, sums, k - first_sum));
  }
  auto* i32 = b_.getInt32Ty();
  auto* type = FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy(), i32, i32}, false);
  auto target = warp_.getParent()->getOrInsertFunction(matrix_symbol(i, isa_.name), type);
  auto* function = cast<Function>(target.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  function->setOnlyAccessesArgMemory();
  function->addParamAttr(0, Attribute::ReadOnly);
  for (const unsigned k : {0u, 1u}) {
    function->addParamAttr(k, Attribute::NoAlias);
    function->addParamAttr(k, Attribute::getWithCaptureInfo(b_.getContext(), CaptureInfo::none()));
  }
  b_.CreateCall(target, {room, sums, b_.getInt32(group.rows), b_.getInt32(group.columns)});
  std::vector<Lanes> words;
  for (unsigned k = 0; k < results; ++k) {
    words.push_back(
        Lanes::varying(b_.CreateLoad(row, b_.CreateConstInBoundsGEP1_64(row, sums, k))));
  }
  define(i, Lanes::tuple(std::move(words)));
}

bool Widener::matrix_operation(CallInst& i) {
  if (!is_matrix_op(i)) return false;
  if (const auto group = matrix_group(i)) {
    matrix_products(i, *group);
    return true;
  }
  auto* row = FixedVectorType::get(b_.getInt32Ty(), kLanes);
  const unsigned results = i.getType()->getStructNumElements();
  auto* in = matrix_storage(i, i.arg_size());
  Value* out = nullptr;
  if (is_warpgroup_op(i)) {
    matrix_storage_[&i] = in;
    out = b_.CreateConstInBoundsGEP1_64(row, in, i.arg_size() - results);
  } else {
    out = matrix_storage(i, results);
  }
  for (unsigned k = 0; k < i.arg_size(); ++k) {
    b_.CreateStore(vector(i.getArgOperand(k)), b_.CreateConstInBoundsGEP1_64(row, in, k));
  }
  auto* type = FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy()}, false);
  auto target = warp_.getParent()->getOrInsertFunction(matrix_symbol(i, isa_.name), type);
  auto* function = cast<Function>(target.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  for (const unsigned k : {0u, 1u}) {
    function->addParamAttr(k, Attribute::getWithCaptureInfo(b_.getContext(), CaptureInfo::none()));
  }
  if (is_warpgroup_op(i)) {
    function->setMemoryEffects(MemoryEffects::readOnly() |
                               MemoryEffects::argMemOnly(ModRefInfo::ModRef));
  } else {
    function->setOnlyAccessesArgMemory();
    function->addParamAttr(0, Attribute::ReadOnly);
    function->addParamAttr(1, Attribute::WriteOnly);
    for (const unsigned k : {0u, 1u}) function->addParamAttr(k, Attribute::NoAlias);
  }
  b_.CreateCall(target, {in, out});
  std::vector<Lanes> words;
  for (unsigned k = 0; k < results; ++k) {
    words.push_back(Lanes::varying(b_.CreateLoad(row, b_.CreateConstInBoundsGEP1_64(row, out, k))));
  }
  define(i, Lanes::tuple(std::move(words)));
  return true;
}

}  // namespace heddle::compiler
