// SPDX-License-Identifier: Apache-2.0
// The rules of shadows against brute force: random functions of one thread, whose loads give values
// with undefined bytes. A bit of a result is undefined if other values of the undefined bits change
// it; the shadow has to say so. Where a rule is exact, it has to say no more.
//
//     shadow_oracle [functions] [seed]
#include <cstdio>
#include <cstdlib>
#include <random>

#include "compiler/passes/shadow/shadow_bytes.h"
#include "compiler/passes/shadow/shadow_values.h"
#include "compiler/passes/shadow/undefined_sources.h"
#include "fold_function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "random_function.h"

namespace {

using namespace llvm;
using namespace heddle::compiler;

constexpr unsigned kAssignments = 40;
constexpr UndefinedSources::Fact kLoad{.moved = true, .source = 0};

struct Counts {
  std::uint64_t results = 0, undefined = 0, cases = 0;
};

// Whether the shadow of a function with one rule in it may say more than brute force finds.
class Case {
 public:
  Case(std::mt19937& random, unsigned steps, Counts& counts)
      : module_("oracle", context_), random_(random), counts_(counts) {
    module_.setDataLayout("e-i64:64");
    Generator generator(module_, random);
    function_ = &generator.make(steps);
    results_ = generator.values;
    follow();
  }

  // False: a defect, which has been printed.
  bool check() {
    std::string complaint;
    raw_string_ostream out(complaint);
    if (verifyModule(module_, &out)) return fail(complaint);
    for (unsigned round = 0; round < 4; ++round) {
      if (!check_round()) return false;
    }
    return true;
  }

 private:
  // As follow-undefined does, for all results and conditions.
  void follow() {
    const UndefinedSources sources(*function_, [&](const Instruction& i) {
      return isa<LoadInst>(i) ? std::optional(kLoad) : std::nullopt;
    });
    ShadowValues shadows(*function_, sources);
    for (auto& i : instructions(*function_)) {
      const auto* branch = dyn_cast<BranchInst>(&i);
      if (branch && branch->isConditional()) shadows.want_bits(branch->getCondition());
    }
    for (auto* value : results_) shadows.want_bits(value);
    auto& context = module_.getContext();
    auto undefined = module_.getOrInsertFunction(
        "undefined",
        FunctionType::get(Type::getInt32Ty(context), {PointerType::get(context, 0)}, false));
    shadows.make([&](ShadowValues::Builder& b, Instruction& load) {
      return b.CreateCall(undefined, {cast<LoadInst>(load).getPointerOperand()});
    });
    for (auto* value : results_) shadows_[value] = shadows.bits(value);
    for (auto& i : instructions(*function_)) {
      const auto* branch = dyn_cast<BranchInst>(&i);
      if (branch && branch->isConditional()) {
        shadows_[branch->getCondition()] = shadows.bits(branch->getCondition());
      }
    }
  }

  APInt random_number(unsigned bits) {
    APInt result(64, (std::uint64_t{random_()} << 32) | random_());
    // Small numbers and those with few ones as well.
    if (random_() % 3 == 0) result = result.lshr(random_() % 64);
    return result.trunc(bits);
  }

  bool check_round() {
    std::vector<Loaded> loads;
    for (auto& argument : function_->args()) {
      const auto* load = *find_if(argument.users(), [](auto* user) { return isa<LoadInst>(user); });
      const auto bits = load->getType()->getIntegerBitWidth();
      Loaded one;
      one.value = random_number(bits);
      one.undefined = random_() & random_() & ((1u << bits / 8) - 1);
      loads.push_back(one);
    }
    Interpreter first(*function_, loads);
    // A branch that an undefined value decides is reported, and what comes then is anybody's guess.
    first.on_branch = [&](const Interpreter& at, const BranchInst& branch) {
      return !branch.isConditional() ||
             at.of(shadows_.lookup(branch.getCondition()))->isNullValue();
    };
    if (!first.run()) return true;
    ++counts_.cases;
    for (unsigned k = 0; k < kAssignments; ++k) {
      auto others = loads;
      for (auto& one : others) {
        const auto noise = k == 0   ? APInt::getAllOnes(one.value.getBitWidth())
                           : k == 1 ? one.value
                                    : random_number(one.value.getBitWidth());
        one.value ^= noise & one.bits();
      }
      Interpreter second(*function_, others);
      if (!second.run()) return fail("it ends with some undefined bytes, and not with others");
      for (const auto* value : results_) {
        if (!first.of(value)) continue;  // not executed
        if (!second.of(value))
          return fail("undefined bytes decide a branch, and no shadow says so");
        const auto differ = first.number(value) ^ second.number(value);
        const auto shadow = first.number(shadows_.lookup(value));
        if ((differ & ~shadow) != 0) {
          std::string text;
          raw_string_ostream(text) << "shadow " << shadow << " of" << *value << " lacks " << differ;
          return fail(text);
        }
      }
    }
    for (const auto* value : results_) {
      if (!first.of(value)) continue;
      ++counts_.results;
      if (first.number(shadows_.lookup(value)) != 0) ++counts_.undefined;
    }
    return true;
  }

  bool fail(const std::string& why) {
    std::string text;
    raw_string_ostream(text) << *function_;
    std::printf("%s\n%s", why.c_str(), text.c_str());
    return false;
  }

  LLVMContext context_;
  Module module_;
  std::mt19937& random_;
  Counts& counts_;
  Function* function_ = nullptr;
  std::vector<Value*> results_;
  DenseMap<const Value*, Value*> shadows_;
};

// One operation on two loaded bytes, bit by bit: the shadow is what brute force finds, and no more.
// (Sums and products are exact from the lowest undefined bit on only, so they are not here.)
bool is_exact(std::mt19937& random) {
  using Make = Value* (*)(IRBuilder<>&, Value*, Value*);
  static constexpr Make kOperations[] = {
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateAnd(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateOr(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateXor(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpEQ(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpNE(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpULT(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpUGE(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpSGT(x, y); },
      [](IRBuilder<>& b, Value* x, Value* y) { return b.CreateICmpSLE(x, y); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateShl(x, b.getInt16(3)); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateLShr(x, b.getInt16(3)); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateAShr(x, b.getInt16(3)); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateTrunc(x, b.getInt8Ty()); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateZExt(x, b.getInt32Ty()); },
      [](IRBuilder<>& b, Value* x, Value*) { return b.CreateSExt(x, b.getInt32Ty()); },
  };
  for (const auto& [number, make] : enumerate(kOperations)) {
    LLVMContext context;
    Module module("exact", context);
    IRBuilder<> b(context);
    auto* type = FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy()}, false);
    auto* function = Function::Create(type, GlobalValue::InternalLinkage, "f", module);
    b.SetInsertPoint(BasicBlock::Create(context, "", function));
    auto* x = b.CreateLoad(b.getInt16Ty(), function->getArg(0));
    auto* y = b.CreateLoad(b.getInt16Ty(), function->getArg(1));
    auto* result = make(b, x, y);
    b.CreateRetVoid();
    const UndefinedSources sources(*function, [](const Instruction& i) {
      return isa<LoadInst>(i) ? std::optional(kLoad) : std::nullopt;
    });
    ShadowValues shadows(*function, sources);
    shadows.want_bits(result);
    auto undefined = module.getOrInsertFunction(
        "undefined", FunctionType::get(b.getInt32Ty(), {b.getPtrTy()}, false));
    shadows.make([&](ShadowValues::Builder& at, Instruction& load) {
      return at.CreateCall(undefined, {cast<LoadInst>(load).getPointerOperand()});
    });
    auto* shadow = shadows.bits(result);
    for (unsigned round = 0; round < 60; ++round) {
      std::vector<Loaded> loads(2);
      for (auto& one : loads) {
        one.value = APInt(16, random() & 0xffff);
        one.undefined = random() % 4;
      }
      if (random() % 3 == 0) loads[1].value = loads[0].value;
      Interpreter first(*function, loads);
      if (!first.run()) return false;
      // All values of what is undefined in one, random ones of the other.
      APInt changed(first.number(result).getBitWidth(), 0);
      for (unsigned k = 0; k < 3000; ++k) {
        auto others = loads;
        for (auto& one : others) one.value ^= APInt(16, random() & 0xffff) & one.bits();
        if (k % 3 == 1)
          others[1].value =
              (others[1].value & ~others[1].bits()) | (others[0].value & others[1].bits());
        if (k % 3 == 2)
          others[0].value =
              (others[0].value & ~others[0].bits()) | (others[1].value & others[0].bits());
        if (k < 4) {
          others[0].value =
              k & 1 ? loads[0].value | loads[0].bits() : loads[0].value & ~loads[0].bits();
          others[1].value =
              k & 2 ? loads[1].value | loads[1].bits() : loads[1].value & ~loads[1].bits();
        }
        Interpreter second(*function, others);
        if (!second.run()) return false;
        changed |= first.number(result) ^ second.number(result);
      }
      if (first.number(shadow) == changed) continue;
      std::string text;
      raw_string_ostream(text) << "operation " << number << ": shadow " << first.number(shadow)
                               << ", brute force " << changed << '\n'
                               << *function;
      std::printf("%s", text.c_str());
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  const unsigned functions = count > 1 ? static_cast<unsigned>(std::atoi(words[1])) : 2000;
  const unsigned seed = count > 2 ? static_cast<unsigned>(std::atoi(words[2])) : 1;
  std::mt19937 exact(seed);
  if (!is_exact(exact)) return 1;
  Counts counts;
  for (unsigned k = 0; k < functions; ++k) {
    std::mt19937 random(seed * 1000003 + k);
    if (!Case(random, 2 + k % 20, counts).check()) {
      std::printf("function %u of seed %u\n", k, seed);
      return 1;
    }
  }
  std::printf("%u functions, %llu runs, %llu results, %llu of them undefined\n", functions,
              static_cast<unsigned long long>(counts.cases),
              static_cast<unsigned long long>(counts.results),
              static_cast<unsigned long long>(counts.undefined));
  // Neither may be rare, or nothing was tried.
  return counts.undefined * 10 < counts.results || counts.undefined * 10 > counts.results * 9;
}
