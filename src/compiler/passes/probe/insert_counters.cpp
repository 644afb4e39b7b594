// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/insert_counters.h"

#include <array>

#include "compiler/analysis/polls.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/record.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/block_chains.h"
#include "compiler/passes/probe/block_waits.h"
#include "compiler/passes/probe/copies_ahead.h"
#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/instruction_class.h"
#include "compiler/passes/probe/loop_overhead.h"
#include "compiler/passes/probe/loop_rounds.h"
#include "compiler/passes/probe/matrix_work.h"
#include "compiler/passes/probe/sites.h"
#include "compiler/passes/probe/variables.h"
#include "compiler/passes/probe/waits.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "probes/counters.h"
#include "probes/operand.h"
#include "probes/pace.h"

namespace heddle::compiler {

using namespace llvm;
using probes::AccessCounter;
using probes::Counted;
using probes::CountedKind;
using probes::Event;
using probes::Site;
using probes::WaitKind;

namespace {

constexpr llvm::StringLiteral kCountedSites = "heddle.counted.sites";
constexpr std::uint32_t kBlockWords = 2;
constexpr std::uint32_t kWordBytes = sizeof(std::uint64_t);

// Of one place: instructions by class, and the work of matrix instructions.
struct Counts {
  std::array<std::uint16_t, probes::kInstructionClassCount> instructions{};
  std::array<std::uint16_t, probes::kMatrixPathCount> matrix_work{};
};

using PlaceAndFunction = std::pair<const DILocation*, std::uint32_t>;  // and a probes::Function

// A row of the table that is to be.
struct Row {
  CountedKind kind;
  std::uint32_t block, word, phases;
  Counts counts;
  std::uint32_t round = 0;
};

void add_to(std::uint16_t& count, unsigned more) {
  count = static_cast<std::uint16_t>(std::min(count + more, 0xffffu));
}

// A call that is to be inserted in front of an instruction, once the table has an address.
struct Insertion {
  Instruction* before;
  StringRef function;
  SmallVector<Value*, 3> operands;
  std::optional<std::uint32_t> row = std::nullopt;  // becomes the first operand
};

// A GPU's SM has lanes that add and lanes that multiply, which add too. Only the former do the
// rest.
bool is_integer_work(probes::InstructionClass id) {
  return id == probes::InstructionClass::kInteger || id == probes::InstructionClass::kAddress ||
         id == probes::InstructionClass::kFloatOther;
}
bool runs_on_alu_only(const Instruction& i) {
  if (const auto* binary = dyn_cast<BinaryOperator>(&i)) {
    const auto op = binary->getOpcode();
    if (binary->getType()->isIntegerTy(64) && op != Instruction::Mul) return true;  // with a carry
    return op != Instruction::Add && op != Instruction::Sub && op != Instruction::Mul;
  }
  return !isa<GetElementPtrInst>(i);
}

bool lets_others_in(const Instruction& i) {
  return pseudo::is(&i, pseudo::kBarrier) || i.isAtomic() || i.isVolatile() || lets_others_write(i);
}

// Whether a load finds in each round of the loop what it found before, as far as the thread itself
// knows: a compiler leaves it there for a store that may go to the same place.
bool loads_again(const Instruction& i, const Loop& loop) {
  const auto* load = dyn_cast<LoadInst>(&i);
  if (!load || load->hasMetadata(LLVMContext::MD_invariant_load)) return false;
  if (!is_fixed(load->getPointerOperand(), loop)) return false;
  return none_of(loop.blocks(),
                 [](const BasicBlock* block) { return any_of(*block, lets_others_in); });
}

float share_of(std::uint32_t part, std::uint32_t all) {
  return all == 0 ? 0.0F : static_cast<float>(part) / static_cast<float>(all);
}

// Of a warp that runs the block once, for WarpClocks: as many for loads of global memory as L2
// takes on an H200, and for shared memory (devices/h200.toml).
std::uint32_t cycles_of(const probes::Pace& pace, std::uint32_t instructions,
                        std::uint32_t of_services) {
  constexpr std::uint32_t kGlobal = 293, kShared = 29;
  const auto waits = pace.global_rounds * kGlobal / (1 + pace.ahead) + pace.shared_rounds * kShared;
  const auto busy = std::max(pace.cycles, instructions);
  return of_services + (pace.apart ? waits + busy : (waits + busy) >> pace.together_log2);
}

class Counter {
 public:
  explicit Counter(Compilation& c)
      : c_(c), sites_(*c.module, c.body ? c.body->getSubprogram() : nullptr), b_(c.context) {}

  unsigned run() {
    take_words(sizeof(probes::WarpClocks) / kWordBytes);
    for (auto& function : *c_.module) {
      if (function.isDeclaration() || stays_until_counted(c_, function)) continue;
      DominatorTree dominators(function);
      const LoopInfo loops(dominators);
      StoreOrder order(function, dominators);
      const BlockChains chains(function, dominators, loops, order);
      DenseMap<const Loop*, LoopRounds> rounds;
      for (const auto* loop : loops.getLoopsInPreorder()) {
        rounds[loop] = loop_rounds(*loop, order);
        note_wait(*loop, dominators, loops);
        note_entry(*loop, rounds[loop]);
      }
      for (auto& block : function) {
        const auto* loop = loops.getLoopFor(&block);
        const auto& chain = chains.of(block);
        const bool together = loop && !chain.chases;
        visit(block, dominators, loop, together ? rounds.at(loop) : LoopRounds(), chain);
      }
    }
    if (rows_.empty()) return 0;
    sites_.finish(kCountedSites);
    auto* table = make_table(c_.is_kernel() ? nullptr : make_words_of_functions());
    for (const auto& insertion : insertions_) insert(insertion, table);
    c_.counter_words = words_;
    return static_cast<unsigned>(insertions_.size());
  }

 private:
  std::uint32_t take_words(std::uint32_t count) {
    const auto first = words_;
    words_ += count;
    return first;
  }

  static Site of(Event event) {
    Site site{};
    site.event = event;
    site.quiet = Site::kNeverQuiet;
    return site;
  }

  void add_row(const Row& row, const Site& site, const DebugLoc& where,
               Constant* variable = nullptr) {
    sites_.add(site, where, variable);
    rows_.push_back(row);
  }

  // A loop that only waits: whose code is counted where it begins.
  void note_wait(const Loop& loop, const DominatorTree& dominators, const LoopInfo& loops) {
    const auto wait = wait_of(loop);
    if (!wait) return;
    const auto word = take_words(kBlockWords);
    const auto of_block = wait->kind == WaitKind::kLook ? block_wait_of(loop, dominators, loops)
                                                        : probes::Function::kNone;
    begins_.try_emplace(loop.getLoopPreheader(), Begin{*wait, word, of_block});
    for (const auto* block : loop.blocks()) waits_at_[block] = word;
  }

  // How many rounds there are to run together is counted where the loop begins.
  void note_entry(const Loop& loop, const LoopRounds& rounds) {
    const auto* before = loop.getLoopPreheader();
    if (rounds.together_log2 == 0 || !before || begins_.contains(before)) return;
    entries_.try_emplace(before, take_words(kBlockWords));
  }
  std::uint32_t entry_of(const Loop* loop) const {
    return loop ? entries_.lookup(loop->getLoopPreheader()) : 0;
  }
  std::uint32_t word_of(const BasicBlock& block) {
    if (const auto begin = begins_.find(&block); begin != begins_.end()) return begin->second.word;
    const auto entry = entries_.lookup(&block);
    return entry != 0 ? entry : take_words(kBlockWords);
  }

  void visit(BasicBlock& block, const DominatorTree& dominators, const Loop* loop,
             const LoopRounds& rounds, const BlockChain& chain) {
    const bool unrolled = rounds.together_log2 != 0;
    const auto overhead = unrolled ? loop_overhead(block, *loop) : DenseSet<const Instruction*>();
    MapVector<PlaceAndFunction, Counts> by_place;
    std::uint32_t all = 0, integers = 0, of_alu = 0, of_loop = 0, of_services = 0;
    for (auto& i : block) {
      const auto classed = class_of(i);
      if (!classed) continue;
      all += classed->count;
      if (is_integer_work(classed->id)) {
        integers += classed->count;
        if (runs_on_alu_only(i) && !overhead.contains(&i)) of_alu += classed->count;
      }
      if (overhead.contains(&i)) of_loop += classed->count;
      const auto own = counted_function(i);
      of_services += cycles_of_service(own);
      const PlaceAndFunction key{i.getDebugLoc().get(), static_cast<std::uint32_t>(own)};
      auto& counts = by_place.try_emplace(key, Counts{}).first->second;
      add_to(counts.instructions[static_cast<unsigned>(classed->id)], classed->count);
      if (const auto work = matrix_work(i)) {
        add_to(counts.matrix_work[static_cast<unsigned>(work->path)], work->units);
      }
    }
    // Rounds that stand behind one another in one piece, and wait each for its own, share a branch.
    const auto of_branch = unrolled && rounds.apart ? 0 : chain.branch;
    const auto cycles = chain.cycles + of_branch;
    probes::Pace pace{.together_log2 = rounds.together_log2,
                      .apart = rounds.apart,
                      .global_rounds = chain.global_rounds,
                      .shared_rounds = chain.shared_rounds,
                      .overhead = of_loop,
                      .cycles = cycles,
                      .of_round = share_of(rounds.apart ? 0 : chain.of_round + of_branch, cycles),
                      .alu_only = share_of(of_alu, integers),
                      .ahead = rounds_ahead(block, chain, loop),
                      .entry = unrolled ? entry_of(loop) : 0};
    const auto waits = waits_at_.find(&block);
    const auto begin = begins_.find(&block);
    if (by_place.empty() && begin == begins_.end() && !entries_.contains(&block)) return;
    if (waits != waits_at_.end()) {
      add_instructions(by_place, waits->second, {});
      for (auto& i : block) {
        if (const auto facts = access_facts(i)) {
          add_access(i, *facts, waits->second, 0, dominators);
        }
      }
      return;
    }
    const auto word = word_of(block);
    insertions_.push_back(
        {&*block.getFirstInsertionPt(),
         pseudo::kCountBlock,
         {number(word), number(has_clocks_ ? cycles_of(pace, all, of_services) : 0)}});
    add_instructions(by_place, word, pace);
    for (auto& i : block) {
      if (const auto facts = access_facts(i)) {
        const auto again = loop && loads_again(i, *loop) ? Counted::kAgain : 0;
        const auto operand = is_operand(i, *facts) ? probes::kOperand : 0;
        add_access(i, *facts, word, chain.round_of.lookup(&i) | again | operand, dominators);
      }
    }
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && class_of(*branch)) add_branch(*branch, word);
    for (auto& i : block) {
      if (const auto wait = wait_of(i)) add_wait(*wait, word, &i);
    }
    if (begin != begins_.end()) {
      add_wait(begin->second.wait, word, block.getTerminator(), begin->second.of_block);
    }
  }

  void add_instructions(const MapVector<PlaceAndFunction, Counts>& by_place, std::uint32_t word,
                        probes::Pace pace) {
    for (const auto& [key, counts] : by_place) {
      add_row({CountedKind::kInstructions, word, pace.word(), pace.phases(), counts,
               pace.round(key.second)},
              of(Event::kCount), DebugLoc(key.first));
      pace = {};  // of the block, so only once
    }
  }

  // Of who comes to `before`, in the block of `block`.
  void add_wait(const Wait& wait, std::uint32_t block, Instruction* before,
                probes::Function of_block = probes::Function::kNone) {
    IRBuilder<> b(before);
    auto* time = how_long(b, wait);
    const auto word = time ? take_words(1) : 0;
    add_row({CountedKind::kWait,
             block,
             word,
             static_cast<std::uint32_t>(wait.kind),
             {},
             static_cast<std::uint32_t>(of_block)},
            of(Event::kCount), before->getDebugLoc());
    if (!time) return;
    // As WarpClocks has it: a GPU's nanosecond has two cycles.
    const auto cycles = !has_clocks_ ? 0 : wait.kind == WaitKind::kCycles ? 1 : 2;
    insertions_.push_back({before, pseudo::kCountWait, {number(word), time, number(cycles)}});
  }

  void add_branch(BranchInst& branch, std::uint32_t block) {
    const auto word = take_words(1);
    add_row({CountedKind::kBranch, block, word, 0, {}}, of(Event::kBranch), branch.getDebugLoc());
    insertions_.push_back({&branch, pseudo::kCountBranch, {number(word), branch.getCondition()}});
  }

  // Code counts patterns where they decide all: in one memory, and as wide as the rules know.
  static bool is_counted_alone(const Site& site) {
    const bool one_memory = site.space == probes::Space::kGlobal ||
                            site.space == probes::Space::kShared ||
                            site.space == probes::Space::kConstant;
    return one_memory && isPowerOf2_32(site.bytes) && site.bytes <= 16;
  }

  void add_access(Instruction& i, const AccessFacts& facts, std::uint32_t block,
                  std::uint32_t round, const DominatorTree& dominators) {
    auto site = facts.site;
    site.quiet = Site::kNeverQuiet;
    auto* object = object_of(facts.address, i, dominators);
    const bool alone = is_counted_alone(site);
    const auto step = alone ? AccessCounter::step(site.align) : 0;
    const auto phases = alone ? AccessCounter::phase_count(site.align) : 0;
    const auto word = take_words(sizeof(AccessCounter) / kWordBytes + phases);
    const auto row = static_cast<std::uint32_t>(rows_.size());
    add_row({CountedKind::kAccess, block, word, phases, {}, round}, site, place_of(i),
            variable_of(c_, sites_, i, object));
    insertions_.push_back(
        {&i, pseudo::kCountAccess, {number(word), number(step), facts.address}, row});
  }

  GlobalVariable* make_words_of_functions() {
    auto* words = ArrayType::get(b_.getInt64Ty(), sizeof(abi::CounterHead) / kWordBytes + words_);
    new GlobalVariable(*c_.module, words, false, GlobalValue::InternalLinkage,
                       ConstantAggregateZero::get(words), kNoCounters);
    return new GlobalVariable(*c_.module, b_.getInt64Ty(), false, GlobalValue::InternalLinkage,
                              b_.getInt64(abi::KernelCode::kNoWord), kFirstWord);
  }

  GlobalVariable* make_table(GlobalVariable* first_word) {
    auto* first =
        first_word ? static_cast<Constant*>(first_word) : ConstantPointerNull::get(b_.getPtrTy());
    SmallVector<Constant*, 64> records;
    for (const auto& [k, row] : enumerate(rows_)) {
      records.push_back(
          Record(c_.module->getDataLayout())
              .add(offsetof(Counted, site), sites_.address(k))
              .add(offsetof(Counted, kind), number(static_cast<std::uint32_t>(row.kind)))
              .add(offsetof(Counted, block), number(row.block))
              .add(offsetof(Counted, word), number(row.word))
              .add(offsetof(Counted, phases), number(row.phases))
              .add(offsetof(Counted, instructions),
                   ConstantDataArray::get(c_.context, row.counts.instructions))
              .add(offsetof(Counted, matrix_work),
                   ConstantDataArray::get(c_.context, row.counts.matrix_work))
              .add(offsetof(Counted, round), number(row.round))
              .add(offsetof(Counted, first_word), first)
              .finish(sizeof(Counted)));
    }
    auto* type = ArrayType::get(records[0]->getType(), records.size());
    // Code without accesses does not refer to it: it stays for DescribeKernel.
    return new GlobalVariable(*c_.module, type, true, GlobalValue::ExternalLinkage,
                              ConstantArray::get(type, records), kCounted);
  }

  void insert(const Insertion& insertion, GlobalVariable* table) {
    b_.SetInsertPoint(insertion.before);
    SmallVector<Value*, 4> arguments;
    if (insertion.row) {
      arguments.push_back(ConstantExpr::getInBoundsGetElementPtr(
          table->getValueType(), table,
          ArrayRef<Constant*>{b_.getInt64(0), b_.getInt64(*insertion.row)}));
    }
    for (auto* operand : insertion.operands) {
      const bool device_pointer =
          operand->getType()->isPointerTy() && operand->getType()->getPointerAddressSpace() != 0;
      arguments.push_back(device_pointer ? b_.CreateAddrSpaceCast(operand, b_.getPtrTy())
                                         : operand);
    }
    pseudo::call(b_, insertion.function, arguments);
  }

  ConstantInt* number(std::uint32_t n) { return b_.getInt32(n); }

  Compilation& c_;
  // Who hears of accesses, too, wants to know when they were.
  const bool has_clocks_ = probes::has(c_.request.probe_mask, Event::kAccess);
  SiteTable sites_;
  IRBuilder<> b_;
  struct Begin {
    Wait wait;
    std::uint32_t word;
    probes::Function of_block;
  };
  DenseMap<const BasicBlock*, Begin> begins_;            // of waits, where they begin
  DenseMap<const BasicBlock*, std::uint32_t> entries_;   // of loops whose rounds run together
  DenseMap<const BasicBlock*, std::uint32_t> waits_at_;  // of loops that wait: where they do
  std::vector<Row> rows_;
  std::vector<Insertion> insertions_;
  std::uint32_t words_ = 0;
};

}  // namespace

unsigned insert_counters(Compilation& c) {
  const bool wanted = c.request.probes && probes::has(c.request.probe_mask, Event::kCount);
  const bool counts = c.body || (!c.is_kernel() && !c.single_threads);
  return wanted && counts ? Counter(c).run() : 0;
}

}  // namespace heddle::compiler
