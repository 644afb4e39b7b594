// SPDX-License-Identifier: Apache-2.0
// Widen: turns the one-thread view of a function into code for a warp.
//
// Uniform values stay scalars, affine values are a scalar base plus known lane offsets, varying
// values become vectors of 32 lanes; loads and stores of affine addresses become a few contiguous
// vector accesses, only varying addresses are gathered. What has no vector form is done lane by
// lane in a loop over the active lanes.
//
// Needs: uniform control flow with heddle.mask markers (Linearise).
// Guarantees: a function over plain pointers (address space 0) in which no llvm.nvvm.* intrinsic
// and, but for heddle.suspend, no pseudo function is left.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "compiler/analysis/shape_analysis.h"
#include "compiler/passes/widen/lanes.h"
#include "compiler/passes/widen/transposed_rows.h"
#include "compiler/passes/widen/triples.h"
#include "compiler/target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

struct MatrixGroup;

// The warp's function for `scalar`: (ptr block, ptr warp_context, i32 warp, <32 x i1> mask, lanes
// of the arguments...) -> lanes of the result. Created on first use; the body is made by widen().
llvm::Function* warp_function(llvm::Function& scalar);
// The type of such a function for a scalar function type (calls through pointers).
llvm::FunctionType* warp_function_type(llvm::FunctionType& scalar);

// Fills in the body of warp_function(scalar). The scalar function is left as it was. `in_step`:
// the lanes that the warp begins with, where tools leave out what is in step; else 0.
llvm::Error widen_function(llvm::Function& scalar, const Isa& isa, std::uint32_t in_step);

// i1 heddle.suspend(): the warp gives control back to the engine here (see SplitAtBarriers).
inline constexpr llvm::StringLiteral kSuspend = "heddle.suspend";
// void (ptr block, ptr warp_context): other warps run. Needs a fiber.
inline constexpr llvm::StringLiteral kRuntimeYield = "heddle_rt_yield";

struct WarpOpRow;  // compiler/ir/warp_ops.h

class Widener {
 public:
  struct Access;
  Widener(llvm::Function& scalar, llvm::Function& warp, const Isa& isa, std::uint32_t in_step);
  llvm::Error run();

 private:
  // --- values (widen_values.cpp)
  Lanes& lanes_of(llvm::Value* value);
  Lanes constant(llvm::Constant* value);
  llvm::Value* scalar(llvm::Value* value);       // base of a uniform value
  llvm::Value* vector(llvm::Value* value);       // <32 x T>, or an aggregate of those
  llvm::Value* materialise(const Lanes& lanes);  // the same of a Lanes
  llvm::Value* to_vector(const Lanes& lanes);    // <32 x T> of a scalar-typed value
  llvm::Value* lane_of(const Lanes& lanes, llvm::Value* lane);  // of a scalar-typed value
  Lanes from_aggregate(llvm::Value* value, llvm::Type* type);
  Lanes coerce(Lanes lanes, const Shape& shape, llvm::Type* type);
  void define(llvm::Instruction& instruction, Lanes lanes);
  Shape shape(const llvm::Value* value) const { return shapes_.shape(value); }
  llvm::Value* mask_vector();               // <32 x i1>, all ones when unmasked
  llvm::Value* mask_bits();                 // i32
  llvm::Value* masked(llvm::Value* lanes);  // lanes && mask

  // --- structure (widen_function.cpp)
  void make_block(llvm::BasicBlock& block);
  void make_phi(llvm::PHINode& phi);
  void finish_phis();
  void visit(llvm::Instruction& instruction);
  void terminator(llvm::Instruction& instruction);
  // Runs `body` once for each active lane, in lane order; gathers what it returns (null: nothing).
  llvm::Value* per_lane(llvm::Type* result,
                        llvm::function_ref<llvm::Value*(llvm::Value* lane)> body);
  // The same, but where lanes wait for each other, they begin with the lane behind the one that
  // was the first the last time.
  llvm::Value* per_lane_fairly(llvm::Type* result,
                               llvm::function_ref<llvm::Value*(llvm::Value* lane)> body);

  // --- arithmetic (widen_arithmetic.cpp)
  void arithmetic(llvm::Instruction& instruction);
  Lanes affine(llvm::Instruction& instruction, const Shape& shape);
  void tuple_instruction(llvm::Instruction& instruction);
  Lanes part_by_part(llvm::Instruction& instruction, llvm::ArrayRef<Lanes> operands,
                     llvm::ArrayRef<llvm::Type*> types, llvm::Type* type);
  Lanes elementwise(llvm::Instruction& instruction, llvm::ArrayRef<Lanes> operands,
                    llvm::Type* type);
  llvm::Value* apply(llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands,
                     llvm::Type* type);
  Lanes bitcast_tuple(const Lanes& from, llvm::Type* source, llvm::Type* target);

  // --- division (widen_division.cpp)
  llvm::Value* divide(llvm::BinaryOperator& instruction, const Lanes& dividend,
                      const Lanes& divisor);
  llvm::SmallVector<llvm::Value*, 2> quotient_and_remainder(bool is_signed, llvm::Value* a,
                                                            llvm::Value* d, llvm::Value* common);
  llvm::Value* are_small(bool is_signed, llvm::Value* a, llvm::Value* d);
  using ValuesOf = llvm::function_ref<llvm::SmallVector<llvm::Value*, 2>()>;
  llvm::SmallVector<llvm::Value*, 2> divide_near(const Lanes& dividend, llvm::Value* common,
                                                 ValuesOf in_general);

  // --- memory (widen_memory.cpp)
  void load(llvm::LoadInst& instruction);
  void store(llvm::StoreInst& instruction);
  Lanes load_value(const Access& access, llvm::Type* type);
  void store_value(const Access& access, llvm::Type* type, const Lanes& value);
  void store_parts(const Access& access, llvm::Type* type, const Lanes& value);
  llvm::Value* load_affine(const Access& access, llvm::Type* type);
  bool store_affine(const Access& access, llvm::Type* type, const Lanes& value);
  unsigned interleaved_run(const Access& access, llvm::Type* type) const;
  bool load_whole_lanes(const Access& access, llvm::Type* type, unsigned run, unsigned lanes);
  std::vector<Lanes> load_interleaved(const Access& access, llvm::Type* type);
  bool store_sorted(const Access& access, llvm::Type* type, const Lanes& value);
  llvm::Value* interleave(const Lanes& tuple, unsigned first, unsigned count);
  llvm::SmallVector<llvm::Value*, 16> interleave_by_steps(const Lanes& tuple, unsigned first,
                                                          unsigned count);
  void store_pieces(const Access& access, llvm::ArrayRef<llvm::Value*> pieces,
                    llvm::Value* address);
  bool store_interleaved(const Access& access, llvm::Type* type, const Lanes& value);
  bool store_words(const Access& access, llvm::Type* type, const Lanes& value);

  // --- structures side by side under masks (widen_near.cpp, widen_some.cpp)
  int cost_of_load(const Access& access, llvm::Type* type) const;
  bool is_better_near(const Access& access, llvm::Type* type) const;
  Lanes load_near(Access access, llvm::Type* type);
  llvm::Value* within_pages(const Access& access, llvm::Type* type);
  bool store_some(const Access& access, llvm::Type* type, const Lanes& value);
  bool store_whole_lanes(const Access& access, llvm::Type* type, const Lanes& value);

  llvm::Value* load_range(const Access& access, llvm::Type* type, unsigned first, unsigned count);
  void store_range(const Access& access, llvm::Type* type, llvm::Value* value, unsigned first,
                   unsigned count);
  int load_cost(const Access& access, unsigned bytes, unsigned first, unsigned count) const;
  int store_cost(const Access& access, unsigned bytes, unsigned first, unsigned count) const;
  bool has_gather(unsigned bytes) const;
  bool has_scatter(unsigned bytes) const;
  void find_streams();
  llvm::Value* streaming();
  llvm::SmallVector<llvm::Value*, 16> whole_lines(const Access& access, llvm::Type* type,
                                                  const Lanes& value);
  bool store_stream(const Access& access, const llvm::StoreInst& store, const Lanes& value);
  struct Unwrapped;
  std::optional<Unwrapped> unwrapped(llvm::Value* pointer);
  llvm::Value* in_range(const Shape& shape, llvm::Value* base, unsigned bits, bool sign);
  llvm::Value* either(llvm::Value* condition, llvm::function_ref<llvm::Value*()> yes,
                      llvm::function_ref<llvm::Value*()> no);
  llvm::SmallVector<llvm::Value*, 2> either_each(llvm::Value* condition, ValuesOf yes, ValuesOf no);
  llvm::Value* lane_address(const Access& access, unsigned lane);
  llvm::Value* address_vector(const Access& access);
  void alloca(llvm::AllocaInst& instruction);

  // --- small vectors of a thread at unrelated places (widen_whole_lanes.cpp)
  bool is_scattered(const Access& access, llvm::Type* element) const;
  std::vector<Lanes> load_pairs(const Access& access, llvm::Type* type);
  bool is_within_word(const Access& access, unsigned bytes) const;
  llvm::Value* gather_within_words(llvm::Type* type, llvm::Value* pointers);
  std::vector<Lanes> load_packed(const Access& access, llvm::Type* type);
  std::vector<Lanes> load_as_words(const Access& access, llvm::Type* type);

  // --- lanes that may lie side by side (widen_beside.cpp)
  bool load_beside(llvm::LoadInst& instruction);
  llvm::Value* lie_beside(llvm::LoadInst& instruction, unsigned bytes);

  // --- rows of words (widen_transposed.cpp)
  std::optional<TransposedRows> rows_of(llvm::Type* type) const;
  std::optional<Triples> triples_of(llvm::Type* element, std::size_t parts) const;
  llvm::Value* addresses_or_nothing(const Access& access, llvm::Type* type, bool written);
  std::function<llvm::Value*(unsigned lane)> row_addresses(const Access& access, llvm::Type* type,
                                                           bool written);
  std::vector<Lanes> load_rows(const Access& access, llvm::Type* type);
  bool store_rows(const Access& access, llvm::Type* type, const Lanes& value);

  // --- look-ups in small tables (widen_tables.cpp)
  struct Table;
  bool look_up(llvm::LoadInst& instruction);
  std::optional<Table> table_of(llvm::Value* pointer) const;
  llvm::Value* may_read_all(const Table& table, llvm::Value* address, bool shared);
  llvm::Value* permute_pieces(llvm::Value* address, llvm::Value* indices, unsigned bits);
  llvm::Value* permute_registers(llvm::Value* address, llvm::Value* indices, unsigned bits);

  // --- what other threads may look at (widen_ordered.cpp)
  Lanes load_ordered(Access access, llvm::Type* type);
  void store_ordered(Access access, llvm::Type* type, const Lanes& value);
  llvm::Value* load_piece(const Access& access, llvm::Type* type, llvm::Value* address,
                          llvm::MaybeAlign align = std::nullopt);
  void store_piece(const Access& access, llvm::Value* value, llvm::Value* address);
  llvm::Value* load_masked(const Access& access, llvm::Type* type, llvm::Value* address,
                           llvm::Value* mask);
  void store_masked(const Access& access, llvm::Value* value, llvm::Value* address,
                    llvm::Value* mask);
  void hold_in_place(const Access& access);
  void fence(llvm::AtomicOrdering order, llvm::SyncScope::ID scope);

  // --- atomic operations (widen_atomics.cpp, widen_atomic_vectors.cpp)
  void atomic(llvm::Instruction& instruction);
  void atomic_at(llvm::Instruction& instruction, const Lanes& address);
  std::pair<llvm::Value*, llvm::Value*> sums_before(llvm::Value* operand);
  llvm::Value* add_at_one_address(llvm::AtomicRMWInst& rmw,
                                  llvm::function_ref<llvm::Value*(llvm::Value*)> perform);
  bool add_deferred(llvm::AtomicRMWInst& rmw, const Lanes& address,
                    llvm::function_ref<llvm::Value*()> lane_by_lane);
  llvm::Value* update_shared(llvm::AtomicRMWInst& rmw, llvm::Value* pointers, llvm::Align align,
                             llvm::function_ref<llvm::Value*()> lane_by_lane);

  // --- calls (widen_calls.cpp, widen_intrinsics.cpp, widen_math.cpp, widen_runtime_calls.cpp)
  void call(llvm::CallInst& instruction);
  void device_call(llvm::CallInst& instruction);
  void lane_calls(llvm::CallInst& instruction);
  bool device_intrinsic(llvm::CallInst& instruction);
  bool intrinsic(llvm::CallInst& instruction);
  bool math(llvm::CallInst& instruction);
  llvm::Value* vector_math(llvm::StringRef base, llvm::StringRef accuracy, bool is_double,
                           llvm::ArrayRef<llvm::Value*> arguments);
  void runtime_call(llvm::CallInst& instruction);

  // --- pseudo functions (widen_pseudo_calls.cpp, widen_engine_calls.cpp, widen_bounds.cpp)
  bool pseudo_call(llvm::CallInst& instruction);
  bool engine_call(llvm::CallInst& instruction);
  llvm::Value* all_lanes(llvm::Value* condition);
  void warp_alloca(llvm::CallInst& instruction);
  void yield();
  void yield_at_times();
  llvm::Value* of_warp(llvm::Value* value);  // of the first active lane
  void barrier(llvm::CallInst& instruction);

  // --- operations between lanes (widen_warp_ops.cpp, widen_reductions.cpp)
  bool warp_operation(llvm::CallInst& instruction);
  bool shuffle(llvm::CallInst& instruction, const WarpOpRow& row);
  bool vote(llvm::CallInst& instruction, const WarpOpRow& row);
  bool match_lanes(llvm::CallInst& instruction, const WarpOpRow& row);
  bool reduce(llvm::CallInst& instruction, const WarpOpRow& row);
  // --- matrices (widen_matrix.cpp)
  bool matrix_operation(llvm::CallInst& instruction);
  void matrix_products(llvm::CallInst& instruction, const MatrixGroup& group);
  llvm::Value* matrix_storage(llvm::CallInst& instruction, unsigned rows);
  llvm::Value* sums_in_place(llvm::CallInst& instruction, unsigned first);
  bool load_neighbours(llvm::LoadInst& instruction);
  bool store_neighbours(llvm::StoreInst& instruction);

  // --- events for tools (widen_probes.cpp)
  bool probe(llvm::CallInst& instruction, llvm::StringRef name);
  bool undefined_probe(llvm::CallInst& instruction, llvm::StringRef name);
  llvm::Value* probe_storage();
  llvm::Value* probe_rows(llvm::ArrayRef<llvm::Value*> rows, bool rare = false);
  struct RowForm;
  std::optional<RowForm> rows_of(const Shape& shape) const;
  llvm::SmallVector<llvm::Value*, 5> probe_in_rows(llvm::Value* address, llvm::Value* object);
  void tell_locals(llvm::CallInst& instruction, llvm::Value* admitted);  // widen_locals.cpp
  llvm::Value* block_field(llvm::Type* type, std::uint64_t offset);
  llvm::CallInst* probe_call(llvm::StringRef target, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments);
  static void changes_nothing(llvm::CallInst& probe);
  void access_probe(llvm::CallInst& instruction, llvm::SmallVector<llvm::Value*, 9> arguments);
  void undefined_call(llvm::CallInst& instruction, llvm::StringRef name, llvm::Value* active);

  // --- what is in step and need not be told (widen_in_step.cpp)
  llvm::Value* code_notes();
  llvm::Value* clock_of_warp();
  void tell_warp_op(llvm::CallInst& instruction, llvm::function_ref<void()> tell);
  void tell_matrix_op(llvm::CallInst& instruction, llvm::function_ref<void()> tell);
  void tell_end(llvm::Value* ended, llvm::function_ref<void()> tell);

  // --- memory that is known to be defined (widen_defined.cpp)
  struct LaneRows;
  llvm::Value* is_defined(llvm::CallInst& instruction, llvm::StringRef name, llvm::Value* active);
  llvm::Value* define_bytes(llvm::Value* address, std::uint64_t bytes, llvm::Value* may,
                            llvm::Value* active);
  llvm::Value* fills_bytes(const LaneRows& rows, std::uint64_t bytes, llvm::Value* active);
  llvm::Value* is_memory_defined(llvm::Value* address, std::uint64_t bytes);
  llvm::Value* are_lanes_defined(llvm::Value* bits, llvm::Value* address, std::uint64_t bytes);
  llvm::Value* undefined_near(llvm::Value* bits, llvm::Value* begin);
  llvm::Value* gather_defined(llvm::Value* bits, llvm::Value* lanes, std::uint64_t bytes);
  llvm::Value* some_undefined(llvm::Value* bits, llvm::Value* address, std::uint64_t count);

  // --- counters (widen_counters.cpp)
  bool counter(llvm::CallInst& instruction, llvm::StringRef name);
  llvm::Value* counter_words(bool of_kernel);
  llvm::Value* counter_word(llvm::Value* word);
  void add_to_counter(llvm::Value* at, llvm::Value* number);
  void count_block(llvm::Value* word);
  void count_branch(llvm::Value* word, llvm::Value* taken);
  void count_wait(llvm::CallInst& i);
  void add_to_clock(llvm::Value* cycles);
  void count_access(llvm::CallInst& instruction);
  struct FoundRows {
    llvm::Value* all_fit;
    std::array<llvm::Value*, 4> rows;  // first, stride, pitch, width_log2
  };
  FoundRows find_rows(llvm::Value* address);
  void count_rows(llvm::CallInst& instruction, llvm::ArrayRef<llvm::Value*> whose,
                  llvm::ArrayRef<llvm::Value*> rows);

  // --- accesses that need not be told (widen_untold.cpp)
  struct QuietTable {
    llvm::Value *entries, *id, *way;
  };
  llvm::Value* is_untold(llvm::CallInst& instruction, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* are_lanes_untold(llvm::CallInst& instruction);
  llvm::Value* untold_word(std::uint32_t site, std::uint64_t offset);
  llvm::Value* begin_of_row(const LaneRows& rows, unsigned k);
  llvm::SmallVector<llvm::Value*, 8> ends_of(const LaneRows& rows, std::uint64_t last_byte);
  llvm::Value* is_near(const LaneRows& rows);
  llvm::Value* are_lines_quiet(const LaneRows& rows, std::uint32_t place, std::uint64_t bytes,
                               bool shared);
  llvm::Value* quiet_difference(const QuietTable& table, llvm::Value* address, llvm::Value* words);
  llvm::Value* quiet_difference(const QuietTable& table, llvm::Value* address, unsigned count,
                                bool in_one);

  // --- accesses that code notes (widen_notes.cpp)
  struct Notable {
    std::uint32_t site, cell;
    bool shared;
  };
  llvm::Value* note(llvm::CallInst& instruction, const LaneRows& rows,
                    llvm::ArrayRef<llvm::Value*> arguments, const Notable& of);
  static bool is_solid_row(const LaneRows& rows, std::uint32_t cell);
  static bool is_fixed(const LaneRows& rows);
  llvm::Value* note_access(llvm::CallInst& instruction, llvm::ArrayRef<llvm::Value*> in_rows);
  llvm::Value* note_lanes(llvm::CallInst& instruction);
  llvm::Value* note_row(const LaneRows& rows, std::uint32_t site, std::uint32_t cell);
  llvm::Value* note_shared(const LaneRows& rows, llvm::ArrayRef<llvm::Value*> arguments,
                           std::uint32_t site, llvm::function_ref<llvm::Value*()> full);

  // --- accesses that a tool may keep lanes from (widen_admitted.cpp)
  llvm::Value* admitted(llvm::Value* pointer);  // i32; null: no tool was asked
  using AccessAt = llvm::function_ref<Lanes(const Lanes& address, bool some)>;
  Lanes access_admitted(llvm::Value* pointer, llvm::Type* type, AccessAt access);
  Lanes restrict_to(llvm::Value* admitted, Lanes address);
  Lanes zero_outside(Lanes lanes);
  llvm::Value* empty_sink();

  void fail(const llvm::Instruction& instruction, const llvm::Twine& why);

  unsigned native_lanes(const llvm::Type* type) const;
  llvm::Value* splat(llvm::Value* value) { return b_.CreateVectorSplat(kLanes, value); }
  llvm::Value* bits_of(llvm::Value* lanes) { return b_.CreateBitCast(lanes, b_.getInt32Ty()); }
  llvm::Type* vector_type(llvm::Type* type) const {
    return llvm::FixedVectorType::get(host_type(type), kLanes);
  }

  llvm::Function& scalar_;
  llvm::Function& warp_;
  const Isa& isa_;
  const std::uint32_t in_step_;  // see widen_function
  const llvm::DataLayout& layout_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  ShapeAnalysis shapes_;
  llvm::IRBuilder<> b_;
  Mask mask_;
  std::unordered_map<llvm::Value*, Lanes> values_;               // references stay valid
  llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> blocks_;  // first block made for one
  llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> ends_;    // last block made for one
  std::vector<llvm::PHINode*> phis_;
  llvm::AllocaInst* probe_storage_ = nullptr;
  llvm::AllocaInst* sink_ = nullptr;
  // By call of heddle.probe.admit: the lanes that may.
  llvm::DenseMap<const llvm::Value*, llvm::Value*> admitted_;
  // By block, mask, operands and signedness: a quotient holds for the lanes that were active.
  using DivisionKey = std::tuple<llvm::BasicBlock*, llvm::Value*, llvm::Value*, llvm::Value*, bool>;
  std::map<DivisionKey, llvm::SmallVector<llvm::Value*, 2>> divisions_;
  llvm::SmallPtrSet<const llvm::StoreInst*, 4> streams_;
  std::uint64_t stream_bytes_ = 0;  // of a thread
  llvm::Value* streaming_ = nullptr;
  std::string error_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> matrix_storage_;  // by call of wgmma or a group
};

}  // namespace heddle::compiler
