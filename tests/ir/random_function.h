// SPDX-License-Identifier: Apache-2.0
// Random functions of one thread: operations on what its loads give, selections, branches and
// loops.
#pragma once

#include <random>
#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

// A random function; the last value of each width is of interest.
class Generator {
 public:
  Generator(Module& module, std::mt19937& random) : b_(module.getContext()), random_(random) {
    auto* ptr = b_.getPtrTy();
    auto* type = FunctionType::get(b_.getVoidTy(), {ptr, ptr, ptr, ptr}, false);
    function_ = Function::Create(type, GlobalValue::InternalLinkage, "f", module);
    b_.SetInsertPoint(BasicBlock::Create(b_.getContext(), "", function_));
    for (auto& argument : function_->args()) {
      add(b_.CreateLoad(pick_type(), &argument));
    }
  }

  Function& make(unsigned steps) {
    while (steps-- > 0) {
      switch (below(12)) {
        case 0:
          diamond();
          break;
        case 1:
          loop();
          break;
        default:
          operation();
      }
    }
    b_.CreateRetVoid();
    return *function_;
  }

  std::vector<Value*> values;

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  Type* pick_type() { return b_.getIntNTy(8u << below(4)); }
  void add(Value* value) {
    if (isa<Instruction>(value)) values.push_back(value);
  }

  Value* any() {
    // Later values more often, so that functions become deep.
    const auto size = static_cast<unsigned>(values.size());
    return values[below(2) ? below(size) : size - 1 - below(std::min(size, 4u))];
  }
  Value* any(Type* type) {
    if (below(5) == 0) return ConstantInt::get(type, random_() >> below(28));
    return b_.CreateZExtOrTrunc(any(), type);
  }
  Value* condition() {
    static constexpr CmpInst::Predicate kPredicates[] = {
        CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_ULT, CmpInst::ICMP_UGE,
        CmpInst::ICMP_SLT, CmpInst::ICMP_SLE, CmpInst::ICMP_SGT};
    auto* x = any();
    auto* compare = b_.CreateICmp(kPredicates[below(7)], x, any(x->getType()));
    return compare;
  }

  void operation() {
    auto* x = any();
    auto* type = x->getType();
    auto* amount = b_.CreateAnd(any(type), ConstantInt::get(type, type->getIntegerBitWidth() - 1));
    switch (below(15)) {
      case 0:
        return add(b_.CreateAdd(x, any(type)));
      case 1:
        return add(b_.CreateSub(x, any(type)));
      case 2:
        return add(b_.CreateMul(x, any(type)));
      case 3:
        return add(b_.CreateAnd(x, any(type)));
      case 4:
        return add(b_.CreateOr(x, any(type)));
      case 5:
        return add(b_.CreateXor(x, any(type)));
      case 6:
        return add(b_.CreateShl(x, amount));
      case 7:
        return add(b_.CreateLShr(x, amount));
      case 8:
        return add(b_.CreateAShr(x, amount));
      case 9:
        return add(b_.CreateUDiv(x, b_.CreateOr(any(type), ConstantInt::get(type, 1))));
      case 10:
        return add(b_.CreateZExtOrTrunc(x, pick_type()));
      case 11:
        return add(b_.CreateSExtOrTrunc(x, pick_type()));
      case 12:
        return add(b_.CreateSelect(condition(), x, any(type)));
      case 13:
        return add(b_.CreateZExt(condition(), pick_type()));
      default:
        if (type->getIntegerBitWidth() < 16) return add(b_.CreateFreeze(x));
        return add(below(2) ? b_.CreateUnaryIntrinsic(Intrinsic::bswap, x)
                            : b_.CreateUnaryIntrinsic(Intrinsic::ctpop, x));
    }
  }

  BasicBlock* block() { return BasicBlock::Create(b_.getContext(), "", function_); }

  void diamond() {
    auto *yes = block(), *no = block(), *after = block();
    auto* x = any();
    b_.CreateCondBr(condition(), yes, no);
    const auto known = values.size();
    const auto side = [&](BasicBlock* at) {
      b_.SetInsertPoint(at);
      for (unsigned k = below(3); k > 0; --k) operation();
      auto* result = b_.CreateZExtOrTrunc(any(), x->getType());
      values.resize(known);
      b_.CreateBr(after);
      return result;
    };
    auto *first = side(yes), *second = side(no);
    b_.SetInsertPoint(after);
    auto* phi = b_.CreatePHI(x->getType(), 2);
    phi->addIncoming(first, yes);
    phi->addIncoming(second, no);
    add(phi);
  }

  void loop() {
    auto *before = b_.GetInsertBlock(), *body = block(), *after = block();
    auto* start = any();
    b_.CreateBr(body);
    b_.SetInsertPoint(body);
    auto* round = b_.CreatePHI(b_.getInt32Ty(), 2);
    auto* sum = b_.CreatePHI(start->getType(), 2);
    const auto known = values.size();
    add(sum);
    for (unsigned k = 1 + below(3); k > 0; --k) operation();
    auto* next = b_.CreateZExtOrTrunc(any(), start->getType());
    values.resize(known);
    auto* count = b_.CreateAdd(round, b_.getInt32(1));
    b_.CreateCondBr(b_.CreateICmpULT(count, b_.getInt32(2 + below(3))), body, after);
    round->addIncoming(b_.getInt32(0), before);
    round->addIncoming(count, body);
    sum->addIncoming(start, before);
    sum->addIncoming(next, body);
    b_.SetInsertPoint(after);
    auto* left = b_.CreatePHI(start->getType(), 1);
    left->addIncoming(next, body);
    add(left);
  }

  IRBuilder<> b_;
  std::mt19937& random_;
  Function* function_ = nullptr;
};

}  // namespace heddle::compiler
