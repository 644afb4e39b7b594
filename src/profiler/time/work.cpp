// SPDX-License-Identifier: Apache-2.0
#include "profiler/time/work.h"

#include <algorithm>
#include <cmath>

#include "profiler/caches/line_log.h"

namespace heddle::profiler {

using Class = probes::InstructionClass;
using Kind = probes::AccessKind;

namespace {

constexpr double kLanes = 32;
constexpr double kClusterPasses = 0.13;  // a cycle, where it is not known

// Cycles of an addition where chains are counted (compiler/passes/probe/block_chains.h).
constexpr double kChainLatency = 4.111;
// Of the issue slots of the cycles that a function takes, those that its instructions fill: of
// float and integer sequences, of those of double, whose lanes are half as many, and of those that
// are one instruction of the special function unit and its scaling.
constexpr double kSlotsOfSequence = 0.75, kSlotsOfDouble = 0.5, kSlotsOfOne = 3;

bool is_double(probes::Function id) {
  return (id >= probes::Function::kDoubleDivide && id <= probes::Function::kDoublePower) ||
         id == probes::Function::kDoubleCompare;
}

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

// What is left of these when rounds of a loop run together.
double unrolled(std::uint64_t all, std::uint64_t together) {
  return number(all) - number(together);
}

// Where one of them is not known it is taken to be as the others of its width.
std::array<double, probes::kFunctionCount> lanes_of_functions(const gpu::Multiprocessor& sm) {
  using probes::Function;
  std::array<double, probes::kFunctionCount> lanes;
  const auto other = sm.function_lanes.value_or(0);
  lanes.fill(other);
  const auto set = [&](Function id, const std::optional<double>& known, double otherwise) {
    lanes[static_cast<unsigned>(id)] = known.value_or(otherwise);
  };
  const auto special = static_cast<double>(sm.special_lanes.value_or(0));
  set(Function::kFloatDivide, sm.fp32_divide_lanes, other);
  set(Function::kFloatRoot, sm.fp32_root_lanes, other);
  set(Function::kFloatReciprocalRoot, sm.fp32_reciprocal_root_lanes, special);
  set(Function::kFloatExponential, sm.fp32_exponential_lanes, other);
  set(Function::kFloatLogarithm, sm.fp32_logarithm_lanes, other);
  set(Function::kFloatSine, sm.fp32_sine_lanes, other);
  set(Function::kFloatPower, sm.fp32_power_lanes, other);
  set(Function::kFloatFast, std::nullopt, special);
  // On Hopper a division of double takes 1.4 times one of float; where lanes of double are few,
  // those decide.
  const auto of_double = std::min(other, static_cast<double>(sm.fp64_lanes) / 12);
  set(Function::kDoubleDivide, sm.fp64_divide_lanes, of_double);
  set(Function::kDoubleRoot, sm.fp64_root_lanes, of_double);
  set(Function::kDoubleReciprocalRoot, sm.fp64_reciprocal_root_lanes, of_double);
  set(Function::kDoubleExponential, sm.fp64_exponential_lanes, of_double);
  set(Function::kDoubleLogarithm, sm.fp64_logarithm_lanes, of_double);
  set(Function::kDoubleSine, sm.fp64_sine_lanes, of_double);
  set(Function::kDoublePower, sm.fp64_power_lanes, of_double);
  set(Function::kIntegerDivide, sm.int32_divide_lanes, other);
  set(Function::kLongDivide, sm.int64_divide_lanes, sm.int32_divide_lanes.value_or(0) / 4);
  set(Function::kTexture, sm.texture_lanes, special);
  set(Function::kBitCount, std::nullopt, special);
  set(Function::kDoubleCompare, std::nullopt, static_cast<double>(sm.fp64_lanes));
  set(Function::kXorwowSkip, sm.xorwow_skip_lanes, other);
  set(Function::kMrgSkip, sm.mrg_skip_lanes, other);
  return lanes;
}

}  // namespace

std::optional<Speeds> speeds_of(const gpu::Model& model) {
  const auto& sm = model.sm;
  const auto& chip = model.chip;
  bool known = true;
  const auto fact = [&](const auto& value) {
    known = known && value.has_value();
    return value ? static_cast<double>(*value) : 0.0;
  };
  constexpr double kKhzOfGhz = 1e6;
  const Speeds speeds{
      .sms = double(chip.sm_count),
      .ghz = double(chip.clock_khz) / kKhzOfGhz,
      .schedulers = double(sm.schedulers),
      .fp32 = double(sm.fp32_lanes),
      .fp64 = double(sm.fp64_lanes),
      .int32_add = fact(sm.int32_add_lanes),
      .int32 = fact(sm.int32_add_lanes) + fact(sm.int32_multiply_lanes),
      .special = fact(sm.special_lanes),
      .convert = fact(sm.convert_lanes),
      .fp32_divide = fact(sm.fp32_divide_lanes),
      .int32_divide = fact(sm.int32_divide_lanes),
      .function = fact(sm.function_lanes),
      .shuffle = fact(sm.shuffle_lanes),
      .alu_latency = fact(sm.alu_latency_cycles),
      .shared_latency = fact(sm.shared_latency_cycles),
      .l1_latency = fact(sm.l1_latency_cycles),
      .l2_latency = fact(chip.l2_latency_cycles),
      .memory_latency = fact(chip.dram_latency_cycles),
      .atomic_latency = fact(chip.atomic_latency_cycles),
      .l1_bytes = fact(sm.l1_bytes_per_cycle),
      .barrier = fact(sm.barrier_cycles_per_warp),
      .constant_words = fact(sm.constant_words_per_cycle),
      .turnover = fact(chip.block_turnover_cycles),
      .l2_read = fact(chip.l2_read_gb_s),
      .l2_write = fact(chip.l2_write_gb_s),
      .l2_write_lines = fact(chip.l2_write_lines_per_ns),
      .memory_read = fact(chip.dram_read_gb_s),
      .memory_write = fact(chip.dram_write_gb_s),
      .atomics = fact(chip.l2_atomics_per_ns),
      .atomics_scattered = fact(chip.l2_atomics_scattered_per_ns),
      .atomics_same_address = fact(chip.l2_atomics_same_address_per_ns),
      .atomics_one_line =
          chip.l2_atomics_one_line_per_ns.value_or(chip.l2_atomics_same_address_per_ns.value_or(0)),
      .blocks_per_us = fact(chip.block_launches_per_us),
      .kernel_us = fact(chip.kernel_us),
      .atomics_one_word =
          chip.l2_atomics_one_word_per_ns.value_or(chip.l2_atomics_same_address_per_ns.value_or(0)),
      .link_read = chip.link_read_gb_s.value_or(0),
      .link_write = chip.link_write_gb_s.value_or(0),
      .link_latency = chip.link_latency_cycles.value_or(0),
      // Who does not know these takes the cluster for L2, whose way it goes.
      .cluster_latency = sm.cluster_latency_cycles.value_or(chip.l2_latency_cycles.value_or(0)),
      .cluster_passes = sm.cluster_passes_per_cycle.value_or(kClusterPasses),
      .cluster_atomic_passes = sm.cluster_atomic_passes_per_cycle.value_or(kClusterPasses / 2),
      .matrix = static_cast<double>(sm.tensor_fp16_fma.value_or(0)),
      .texture_latency = sm.texture_latency_cycles.value_or(sm.l1_latency_cycles.value_or(0)),
      .lanes_of = lanes_of_functions(sm),
  };
  if (!known) return std::nullopt;
  return speeds;
}

Work::Work(const Profile& profile, const Totals& totals, const CacheCounts& caches,
           const Speeds& speeds, const Waits& waits, const gpu::Occupancy& occupancy)
    : profile_(profile),
      totals_(totals),
      caches_(caches),
      speeds_(speeds),
      waits_(waits),
      local_(profile, caches, speeds, occupancy.blocks_per_sm),
      resident_(speeds.sms * double(occupancy.blocks_per_sm)),
      blocks_(number(profile.blocks())) {
  // While all blocks are resident, the SM with most of them decides; later ones go where there is
  // room.
  const auto most = blocks_ > resident_ ? blocks_ / speeds.sms : std::ceil(blocks_ / speeds.sms);
  constexpr double kThousandths = 1000;
  share_ = most / blocks_ * std::max(number(caches.busiest_sm) / kThousandths, 1.0);
  // One block may have most of the work.
  const auto& rounds = profile.rounds;
  if (rounds.warp_cycles != 0) {
    share_ = std::max(share_, number(rounds.longest_block) / number(rounds.warp_cycles));
  }
}

double Work::warps_of(std::initializer_list<Class> ids) const {
  double sum = 0;
  for (const auto id : ids) sum += number(totals_.warps_of(id));
  return sum;
}

double Work::global(std::uint64_t AccessSums::* sum, std::initializer_list<Kind> kinds) const {
  double all = 0;
  for (const auto kind : kinds) all += number(totals_.of(kind).*sum);
  return all;
}

double Work::issue_us() const {
  return on_one_sm((instructions() + function_slots()) / speeds_.schedulers);
}

template <class Counts>
double Work::function_cycles(Counts counts) const {
  double cycles = 0;
  for (const auto& row : probes::kFunctions) {
    const auto id = static_cast<unsigned>(row.id);
    const auto warps = number(profile_.rounds.functions[id]);
    if (warps != 0 && counts(row.id)) cycles += warps * kLanes / speeds_.lanes_of[id];
  }
  return cycles;
}

// Beside the one that each of them is among the instructions.
double Work::function_slots() const {
  using probes::Function;
  double slots = 0;
  for (const auto& row : probes::kFunctions) {
    const auto id = static_cast<unsigned>(row.id);
    const auto count = number(profile_.rounds.functions[id]);
    if (count == 0 || !probes::is_computed(row.id) || probes::is_instruction(row.id)) continue;
    const bool is_one = row.id == Function::kFloatFast || row.id == Function::kFloatReciprocalRoot;
    const auto share = is_double(row.id) ? kSlotsOfDouble : kSlotsOfSequence;
    const auto own =
        is_one ? kSlotsOfOne : kLanes / speeds_.lanes_of[id] * speeds_.schedulers * share;
    slots += count * std::max(own - 1, 0.0);
  }
  return slots;
}

double Work::instructions() const {
  return unrolled(totals_.all_warp_instructions(), profile_.rounds.loop_overhead);
}

double Work::pipes_us() const {
  const auto cycles = [](double warps, double lanes) { return warps * kLanes / lanes; };
  const auto floats = warps_of({Class::kFloatAdd, Class::kFloatMultiply, Class::kFloatFma});
  const auto doubles = warps_of({Class::kDoubleAdd, Class::kDoubleMultiply, Class::kDoubleFma});
  constexpr auto kCompare = static_cast<unsigned>(probes::Function::kDoubleCompare);
  const auto integers = warps_of({Class::kInteger, Class::kAddress, Class::kFloatOther}) -
                        number(profile_.rounds.functions[kCompare]) -
                        number(profile_.rounds.loop_overhead);
  // A compiler deals integer additions out to the lanes that add and, as multiply-adds by one, to
  // those that multiply, which floats have too.
  const auto added = speeds_.int32 / 2;
  return on_one_sm(
      std::max({matrix_cycles(), cycles(floats, speeds_.fp32),
                cycles(doubles, speeds_.fp64) + function_cycles(is_double),
                cycles(number(profile_.rounds.alu_only), speeds_.int32_add),
                cycles(integers, speeds_.int32), cycles(floats + integers, speeds_.fp32 + added)}));
}

// By the width of what is multiplied. Instructions that are too large for mma.sync are wgmma, which
// keeps the tensor cores busier.
double Work::matrix_cycles() const {
  using probes::MatrixPath;
  constexpr double kLargest = 8192, kHalfBits = 16;
  const auto bits = [](MatrixPath path) {
    switch (path) {
      case MatrixPath::kTf32ToFloat:
        return 32.0;
      case MatrixPath::kFp8:
      case MatrixPath::kInt8:
        return 8.0;
      case MatrixPath::kInt4:
        return 4.0;
      case MatrixPath::kInt1:
        return 1.0;
      default:
        return kHalfBits;
    }
  };
  double halves = 0, doubles = 0;  // products and sums
  for (unsigned k = 0; k < probes::kMatrixPathCount; ++k) {
    const auto path = static_cast<MatrixPath>(k);
    const auto work = number(totals_.matrix_operations[k]) / 2;
    (path == MatrixPath::kDouble ? doubles : halves) += work * bits(path) / kHalfBits;
  }
  const bool is_large = halves > kLargest * warps_of({Class::kMatrix});
  // What mma.sync reaches of it.
  constexpr double kSync = 0.656;
  const auto rate = speeds_.matrix * (is_large ? 1 : kSync);
  return (rate == 0 ? 0 : halves / rate) + doubles / speeds_.fp64;
}

double Work::functions_us() const {
  return on_one_sm(warps_of({Class::kConvert}) * kLanes / speeds_.convert +
                   function_cycles([](probes::Function id) { return probes::is_computed(id); }));
}

double Work::blocks_us() const {
  return blocks_ / speeds_.blocks_per_us;
}

// A round of loads lasts as long as the slowest of them.
double Work::load_cycles() const {
  const auto l1 = number(caches_.rounds_of_l1), l2 = number(caches_.rounds_of_l2);
  const auto memory = number(caches_.rounds_of_memory), link = number(caches_.rounds_of_link);
  const auto cluster = number(caches_.rounds_of_cluster);
  const auto rounds = unrolled(profile_.rounds.global, profile_.rounds.global_unrolled);
  const auto others = std::max(rounds - l1 - l2 - memory - link - cluster, 0.0);
  // Of many lines one is the last to come: each time that they are twice as many, a round takes an
  // H200 so many cycles longer (tests/profile/data/h200_asked.txt, "at once").
  constexpr double kDoublingOfL2 = 9, kDoublingOfMemory = 80, kThousandths = 1000;
  const auto further = (number(caches_.doublings_of_l2) * kDoublingOfL2 +
                        number(caches_.doublings_of_memory) * kDoublingOfMemory) /
                       kThousandths;
  return further + l1 * speeds_.l1_latency + l2 * speeds_.l2_latency +
         memory * speeds_.memory_latency + link * speeds_.link_latency +
         cluster * speeds_.cluster_latency + others * load_latency();
}

double Work::load_latency() const {
  const auto share = [](std::uint64_t part, std::uint64_t of) {
    return of == 0 ? 0.0 : number(part) / number(of);
  };
  const auto l1 = share(caches_.l1_load_hits, caches_.l1_loads);
  const auto l2 = share(caches_.l2_read_hits, caches_.l2_reads);
  const auto textures =
      profile_.rounds.functions[static_cast<unsigned>(probes::Function::kTexture)];
  return (textures != 0 ? speeds_.texture_latency : speeds_.l1_latency) * l1 +
         (1 - l1) * (speeds_.l2_latency * l2 + speeds_.memory_latency * (1 - l2));
}

double Work::block_cycles(double asks, double waits) const {
  const auto warps_of_block = number(profile_.warps_of_block());
  const auto warps = blocks_ * warps_of_block;
  const auto& rounds = profile_.rounds;
  // A barrier of one warp takes as long as it takes for six more.
  constexpr double kBarrierOfNone = 6;
  const auto barrier = (warps_of_block + kBarrierOfNone) * speeds_.barrier;
  // What a block asks of its SM, it waits for if no other one is there to overlap with. Its own
  // warps overlap with each other.
  // A warp has one scheduler, and the lanes of that.
  const auto part_of_sm = std::min(warps_of_block / speeds_.schedulers, 1.0);
  const auto own =
      std::max(std::max({issue_us(), pipes_us(), functions_us()}) / part_of_sm, l1_us()) *
      kNsPerUs * speeds_.ghz / share_ / blocks_;
  // Of atomic operations whose old value is awaited, some may be on a cluster's shared memory.
  const auto& returning = totals_.of(Kind::kAtomic);
  const auto asked = number(returning.global_requests + returning.cluster_requests);
  const auto of_cluster = asked == 0 ? 0.0 : number(returning.cluster_requests) / asked;
  const auto atomic_latency =
      speeds_.atomic_latency + (speeds_.cluster_latency - speeds_.atomic_latency) * of_cluster;
  const auto alone =
      (load_cycles() + number(rounds.atomic) * atomic_latency +
       unrolled(rounds.shared, rounds.shared_unrolled) * speeds_.shared_latency +
       unrolled(rounds.chain, rounds.chain_unrolled) * speeds_.alu_latency / kChainLatency +
       sum_loop_waits(profile_) + local_.wait_cycles() + warps_of({Class::kBarrier}) * barrier +
       waits_.warp_cycles()) /
      warps;
  return speeds_.turnover + std::sqrt(asks * own * (asks * own) + waits * alone * (waits * alone));
}

double Work::mean_warp() const {
  return number(profile_.rounds.warp_cycles) / (blocks_ * number(profile_.warps_of_block()));
}

// A block is there until its longest warp has ended.
double Work::usual_block_cycles() const {
  const auto mean = mean_warp();
  return block_cycles(1, mean > 0 ? number(profile_.rounds.block_cycles) / blocks_ / mean : 1);
}

// Blocks come one after the other where others were; but the launch is there until its longest
// block has ended.
double Work::latency_us() const {
  const auto usual = usual_block_cycles() * std::max(1.0, blocks_ / resident_);
  const auto mean = mean_warp();
  const auto longest = mean > 0 ? block_cycles(number(profile_.rounds.longest_block) * blocks_ /
                                                   number(profile_.rounds.warp_cycles),
                                               number(profile_.rounds.longest_warp) / mean)
                                : usual;
  return std::max(usual, longest) / speeds_.ghz / kNsPerUs;
}

double Work::tail_us() const {
  return blocks_ > resident_ ? usual_block_cycles() / 2 / speeds_.ghz / kNsPerUs : 0;
}

}  // namespace heddle::profiler
