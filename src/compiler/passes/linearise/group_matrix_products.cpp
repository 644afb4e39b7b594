// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/group_matrix_products.h"

#include <map>

#include "compiler/ir/matrix_ops.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Of the engine's functions (tensor/panel_product.h).
constexpr unsigned kMostRows = 8, kMostColumns = 8;

// Words of a lane.
struct Form {
  StringLiteral name;
  unsigned a, b, sums;
};
constexpr unsigned f16 = 16, bf16 = 16, tf32 = 32, f32 = 32, s8 = 8, u8 = 8, s4 = 4, u4 = 4;
constexpr unsigned s32 = 32, b1 = 1;
constexpr Form kForms[] = {
#define FORM(name, M, N, K, d, a, b, c) \
  {#name, (M) * (K) * (a) / 1024, (N) * (K) * (b) / 1024, (M) * (N) * (d) / 1024},
#define INTEGERS(name, M, N, K, a, b, saturate) FORM(name, M, N, K, s32, a, b, s32)
#define BITS(name, M, N, K, differ) FORM(name, M, N, K, s32, b1, b1, s32)
#include "tensor/forms.inc"
#undef FORM
#undef INTEGERS
#undef BITS
};

const Form* form_of(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee) return nullptr;
  auto name = callee->getName();
  if (!name.consume_front("heddle.")) return nullptr;
  const auto* form = find_if(kForms, [&](const Form& f) { return f.name == name; });
  const auto takes_a_word = [](const User* user) { return isa<ExtractValueInst>(user); };
  return form != std::end(kForms) && all_of(call.users(), takes_a_word) ? form : nullptr;
}

using Words = std::vector<Value*>;
using Numbers = SmallVector<unsigned, kMostColumns>;

// Operands that are the same, numbered as they come.
class Operands {
 public:
  unsigned number(const Words& words) {
    const auto found = find(all_, words);
    const auto number = static_cast<unsigned>(found - all_.begin());
    if (found == all_.end()) all_.push_back(words);
    return number;
  }
  const Words& operator[](unsigned number) const { return all_[number]; }

 private:
  std::vector<Words> all_;
};

// Products of one form, none of which needs another.
class Collected {
 public:
  explicit Collected(const Form& form) : form_(form) {}
  bool is_of(const Form& form) const { return &form_ == &form; }

  void add(CallInst& product) {
    const auto words = [&](unsigned first, unsigned count) {
      return Words(product.arg_begin() + first, product.arg_begin() + first + count);
    };
    const unsigned a = a_.number(words(0, form_.a)), b = b_.number(words(form_.a, form_.b));
    products_.try_emplace({a, b}, &product);  // a second one stays alone
    last_ = &product;
    made_.insert(&product);
  }
  bool needs(const Instruction& i) const {
    return any_of(i.operands(), [&](const Use& use) { return made_.contains(use.get()); });
  }
  // A word of a sum, which can be made later.
  void put_off(Instruction& word) {
    words_.push_back(&word);
    made_.insert(&word);
  }

  unsigned make_groups() {
    // Rows with the same columns.
    std::map<Numbers, SmallVector<unsigned, kMostRows>> rows_of;
    std::map<unsigned, Numbers> columns_of;
    for (const auto& [pair, product] : products_) columns_of[pair.first].push_back(pair.second);
    for (const auto& [row, columns] : columns_of) rows_of[columns].push_back(row);
    unsigned made = 0;
    for (const auto& [columns, rows] : rows_of) {
      for (unsigned r = 0; r < rows.size(); r += kMostRows) {
        for (unsigned c = 0; c < columns.size(); c += kMostColumns) {
          const auto some_rows = ArrayRef(rows).drop_front(r).take_front(kMostRows);
          const auto some_columns = ArrayRef(columns).drop_front(c).take_front(kMostColumns);
          if (some_rows.size() * some_columns.size() < 2) continue;
          make_group(some_rows, some_columns);
          ++made;
        }
      }
    }
    if (made) {
      // What is left of the words stands behind all products, in its order.
      Instruction* behind = last_;
      for (auto* word : words_) {
        word->moveAfter(behind);
        behind = word;
      }
      for (auto* product : replaced_) {
        while (!product->use_empty()) {
          auto* word = cast<ExtractValueInst>(product->user_back());
          word->replaceAllUsesWith(sums_[{product, word->getIndices()[0]}]);
          word->eraseFromParent();
        }
        product->eraseFromParent();
      }
    }
    return made;
  }

 private:
  void make_group(ArrayRef<unsigned> rows, ArrayRef<unsigned> columns) {
    IRBuilder<> b(last_);
    Words words;
    for (const unsigned row : rows) append_range(words, a_[row]);
    for (const unsigned column : columns) append_range(words, b_[column]);
    for (const unsigned row : rows) {
      for (const unsigned column : columns) {
        auto* product = products_.at({row, column});
        append_range(words, drop_begin(product->args(), form_.a + form_.b));
      }
    }
    auto* i32 = b.getInt32Ty();
    const auto count = static_cast<unsigned>(rows.size() * columns.size() * form_.sums);
    auto* sums = StructType::get(b.getContext(), SmallVector<Type*, 64>(count, i32));
    const SmallVector<Type*, 64> taken(words.size(), i32);
    const auto name =
        ("heddle." + form_.name + kMatrixGroup + Twine(rows.size()) + "x" + Twine(columns.size()))
            .str();
    auto callee =
        last_->getModule()->getOrInsertFunction(name, FunctionType::get(sums, taken, false));
    auto* function = cast<Function>(callee.getCallee());
    function->setAttributes(last_->getCalledFunction()->getAttributes());
    auto* group = b.CreateCall(callee, words);
    unsigned number = 0;
    for (const unsigned row : rows) {
      for (const unsigned column : columns) {
        auto* product = products_.at({row, column});
        for (unsigned k = 0; k < form_.sums; ++k) {
          sums_[{product, k}] = b.CreateExtractValue(group, number++);
        }
        replaced_.push_back(product);
      }
    }
  }

  const Form& form_;
  Operands a_, b_;
  std::map<std::pair<unsigned, unsigned>, CallInst*> products_;
  CallInst* last_ = nullptr;
  SmallPtrSet<const Value*, 32> made_;
  std::vector<Instruction*> words_;
  std::vector<CallInst*> replaced_;
  std::map<std::pair<CallInst*, unsigned>, Value*> sums_;
};

unsigned group_in(BasicBlock& block) {
  unsigned made = 0;
  std::optional<Collected> collected;
  const auto end = [&] {
    if (collected) made += collected->make_groups();
    collected.reset();
  };
  for (auto& i : make_early_inc_range(block)) {
    auto* call = dyn_cast<CallInst>(&i);
    const auto* form = call ? form_of(*call) : nullptr;
    if (collected && collected->needs(i)) {
      if (isa<ExtractValueInst, BitCastInst>(i)) {
        collected->put_off(i);
        continue;
      }
      end();
    }
    if (!form) continue;
    if (collected && !collected->is_of(*form)) end();
    if (!collected) collected.emplace(*form);
    collected->add(*call);
  }
  end();
  return made;
}

}  // namespace

unsigned group_matrix_products(Function& function) {
  unsigned made = 0;
  for (auto& block : function) made += group_in(block);
  return made;
}

}  // namespace heddle::compiler
