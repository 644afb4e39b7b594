// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/kernel_operation.h"

#include <algorithm>
#include <cstring>

#include "engine/device/device.h"
#include "engine/launch/descendants.h"
#include "engine/launch/run_blocks.h"
#include "engine/stream/stream.h"

namespace heddle::engine {
namespace {

// The caller does it even when it has other things to do.
constexpr float kWorthSharingNs = 1500;

}  // namespace

KernelOperation::KernelOperation(Launcher& launcher, const ReadyKernel& ready,
                                 const KernelOperation& root)
    : KernelOperation(launcher, ready) {
  run_within(*root.grid_.operation);
  tell_as(root.told_as());  // a part of the same work
  descendants_ = nullptr;
}

KernelOperation::~KernelOperation() = default;

KernelOperation::KernelOperation(Launcher& launcher, const ReadyKernel& ready)
    : launcher_(launcher),
      listeners_(ready.listeners),
      priority_(ready.launch.priority),
      window_(ready.launch.window),
      overlaps_(ready.launch.overlaps) {
  const auto& [launch, variant, cluster, listeners] = ready;
  const image::KernelRecord& record = *variant->record;
  std::byte* parameters = inline_parameters_;
  if (record.param_bytes > kInlineParameters) [[unlikely]] {
    // Aligned as vectors are: operator new of bytes gives less.
    large_parameters_ = std::make_unique<std::byte[]>(record.param_bytes + 64);
    const auto at = reinterpret_cast<std::uintptr_t>(large_parameters_.get());
    parameters = large_parameters_.get() + ((at + 63) / 64 * 64 - at);
  }
  for (std::size_t i = 0; i < record.params.size(); ++i) {
    std::memcpy(parameters + record.params[i].offset, launch.args[i], record.params[i].size);
  }
  if (listeners_) [[unlikely]]
    note_arguments(parameters, record.param_bytes);
  // Here, since graphs keep theirs.
  grid_.variant = launcher.variants().newest(launch, *variant);
  grid_.function = launch.function;
  grid_.device = &launch.stream->device;
  grid_.partition = launch.partition;
  grid_.scheduler = &launcher.scheduler();
  grid_.operation = this;
  grid_.grid = launch.grid;
  grid_.params = parameters;
  grid_.dynamic_shared = static_cast<std::uint32_t>(launch.dynamic_shared);
  grid_.id = launcher.next_grid();
  grid_.total = launch.grid.count();
  grid_.explicit_cluster = cluster.x != 0;
  if (grid_.explicit_cluster) grid_.cluster = cluster;
  grid_.cluster_blocks = static_cast<std::uint32_t>(grid_.cluster.count());
  grid_.units = grid_.total / grid_.cluster_blocks;
  grid_.cooperative = launch.cooperative;
  const support::Settings& settings = launcher.settings();
  grid_.schedule = {settings.shuffle, settings.at_accesses, settings.seed};
  if (may_launch()) [[unlikely]] {
    descendants_ = std::make_unique<Descendants>(launcher, *grid_.device, *this);
    grid_.children = &descendants_->root();
  }
}

// Any word of the parameters may be a pointer.
void KernelOperation::note_arguments(const std::byte* parameters, std::uint64_t bytes) {
  for (std::uint64_t at = 0; at + sizeof(std::uint64_t) <= bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, parameters + at, sizeof word);
    if (word != 0) note_use({word, 0, true});
  }
}

float KernelOperation::expected() const {
  const float block_ns = grid_.variant->block_ns.load(std::memory_order_relaxed);
  return block_ns * static_cast<float>(grid_.total);
}

Operation::Size KernelOperation::size() const {
  const float time = expected();
  return time <= 0 || waits() || listeners_ || launches() ? Size::kLarge : size_of(time);
}

Operation::Size KernelOperation::size_of(float nanoseconds) {
  return nanoseconds < kWorthSharingNs       ? Size::kSmall
         : nanoseconds < kWorthHandingOverNs ? Size::kMedium
                                             : Size::kLarge;
}

float KernelOperation::expected(const ReadyKernel& ready) {
  return std::max(ready.variant->block_ns.load(std::memory_order_relaxed), 0.0f) *
         static_cast<float>(ready.launch.grid.count());
}

bool KernelOperation::is_small(const ReadyKernel& ready) {
  const float time = expected(ready);
  return time > 0 && time < kWorthHandingOverNs && !ready.launch.cooperative &&
         !ready.variant->waits && !ready.listeners && ready.variant->code.code->launches != 1;
}

unsigned KernelOperation::prepare() {
  if (!ok(grid_.device->status())) return 0;
  prepared_ = true;
  if (launcher_.settings().log_launch) [[unlikely]]
    launcher_.log(grid_);
  if (listeners_) [[unlikely]]
    begin_telling();
  stopwatch_.start();
  const auto all =
      static_cast<unsigned>(std::min<std::uint64_t>(launcher_.scheduler().threads(), grid_.units));
  const unsigned workers = waits() ? all : FewWorkers::worth(expected(), all);
  grid_.workers.store(workers, std::memory_order_relaxed);
  if (workers > 1 || waits()) {
    members_ = std::vector<std::atomic<int>>(all);
    grid_.members = members_;
  }
  if (workers < all && may_be_joined()) {
    few_.emplace(grid_, all, members_);
    grid_.few = &*few_;
  }
  if (workers == all && workers > 1 && may_be_dealt_out()) {
    grid_.rounds = &rounds_.emplace(grid_.units, workers);
  }
  if (grid_.cooperative) cooperative_.emplace(grid_, launcher_.resident_blocks());
  if (!descendants_) [[likely]]
    return workers;
  descendants_->begin(workers);
  return launches() ? launcher_.scheduler().threads() : workers;
}

// Not where blocks may wait for lower ones, as far as the compiler can tell: these begin in launch
// order. And tools are told of blocks in it as far as can be.
bool KernelOperation::may_be_dealt_out() const {
  return grid_.variant->stands_alone && !waits() && !descendants_ && !listeners_ &&
         grid_.cluster_blocks == 1;
}

bool KernelOperation::may_be_joined() const {
  return (lets_others_join_ || grid_.operation == this) && !lets_leave_ && !descendants_ &&
         grid_.cluster_blocks == 1;
}

void KernelOperation::work(unsigned share) {
  if (descendants_) [[unlikely]] {
    if (descendants_->run(leaves(share))) return;
    left_descendants_ = true;
    if (by_submitter()) go_on_elsewhere([this] { go_on(0); });
    return;
  }
  support::Stopwatch own = stopwatch_;
  // Others were waked in between.
  if (grid_.workers.load(std::memory_order_relaxed) > 1) own.start();
  if (!run_or_leave(share)) {
    if (by_submitter()) go_on_elsewhere([this] { go_on(0); });
    return;
  }
  if (grid_.workers.load(std::memory_order_relaxed) > 1) {
    busy_ns_.fetch_add(own.nanoseconds(), std::memory_order_relaxed);
  }
}

// False: it has taken long and was left in the middle, as it may be.
bool KernelOperation::run_or_leave(unsigned share) {
  if (cooperative_) {
    cooperative_->work(share);
    return true;
  }
  const bool may_leave = leaves(share);
  BegunBlocks* begun = nullptr;
  if (!begin(share, &begun)) return true;
  auto runner = std::make_unique<ClusterRunner>(grid_, launcher_.resident_blocks(), begun);
  if (may_leave && begun) {
    left_.begun = take_begun_blocks();
  } else if (runner->run(share, may_leave)) {
    return true;
  }
  left_.runner = std::move(runner);
  return false;
}

// False: all that it could begin has ended.
bool KernelOperation::begin(unsigned share, BegunBlocks** begun) {
  if (grid_.cluster_blocks != 1 || grid_.variant->waits) return true;
  *begun = run_blocks(grid_, share);
  return *begun != nullptr;
}

bool KernelOperation::work_on_blocks(unsigned share, LeftBlocks& left, OtherWork& others) {
  if (cooperative_) {
    cooperative_->work(share);
    return true;
  }
  if (!left) {
    BegunBlocks* begun = nullptr;
    if (!begin(share, &begun)) return true;
    left.runner = std::make_unique<ClusterRunner>(grid_, launcher_.resident_blocks(), begun);
    // The thread may run blocks of other grids before it goes on with this one's.
    if (begun) left.begun = take_begun_blocks();
  }
  if (!left.runner->run(share, false, &others)) return false;
  left.runner = nullptr;
  left.begun = nullptr;
  return true;
}

void KernelOperation::go_on(unsigned share) {
  if (descendants_) {
    left_descendants_ = false;
    descendants_->run(false);
    return;
  }
  left_.runner->run(share, false);
  left_.runner = nullptr;
  left_.begun = nullptr;
}

void KernelOperation::finish() {
  if (!prepared_) return;
  cooperative_.reset();
  note_time();
  const bool faulted = grid_.failed.load(std::memory_order_acquire);
  if (listeners_) [[unlikely]] {
    if (faulted && grid_.fault.kind == Fault::Kind::kEndless) {
      const probes::Deadlock event{*told_, grid_.fault.residents};
      listeners_->tell(probes::Event::kDeadlock, [&](probes::Listener& l) { l.deadlock(event); });
    }
    if (faulted) launcher_.tell_fault(grid_);
    if (counters_) tell_counts();
    listeners_->tell(probes::Event::kKernel,
                     [&](probes::Listener& l) { l.kernel_end(*told_, faulted); });
    quiet_of_launches().end();
  }
  if (faulted) [[unlikely]]
    launcher_.report_fault(grid_);
}

// Tools listen.
void KernelOperation::begin_telling() {
  const Variant& v = *grid_.variant;
  told_.emplace(probes::Launch{
      grid_.id,
      grid_.function->name,
      grid_.device->ordinal,
      {grid_.grid.x, grid_.grid.y, grid_.grid.z},
      {v.block.x, v.block.y, v.block.z},
      v.static_shared,
      grid_.dynamic_shared,
      *v.record,
      {static_cast<const std::byte*>(grid_.params), v.record->param_bytes},
      {v.code.code->sites, v.code.code->site_count},
      window_,
      {grid_.cluster.x, grid_.cluster.y, grid_.cluster.z},
      told_as(),
  });
  const auto quiet = quiet_of_launches().begin(v.code.code->site_count);
  told_->quiet = quiet.lines;
  told_->first_quiet_id = quiet.first_id;
  const abi::KernelCode& code = *v.code.code;
  told_->counted = {code.counted, code.counted_count};
  told_->one_by_one = v.mode == abi::KernelMode::kFiberThread;
  if (grid_.launched_by) told_->launched_by = grid_.launched_by->name;
  told_->given = given_;
  told_->may_launch = may_launch();
  told_->overlaps = overlaps_;
  if (code.counter_words) prepare_counters(code);
  grid_.listeners = listeners_;
  grid_.launch = &*told_;
  listeners_->tell(probes::Event::kKernel, [&](probes::Listener& l) { l.kernel_begin(*told_); });
}

// Functions behind pointers are warps' code: of one lane, where threads run one by one.
void KernelOperation::prepare_counters(const abi::KernelCode& code) {
  const bool functions = code.calls_pointers != 0 && !told_->one_by_one;
  grid_.counters = &counters_.emplace(code.counter_words,
                                      functions ? FunctionCounters::now() : FunctionCounters());
  told_->functions = counters_->functions();
  told_->misses_functions = code.calls_pointers != 0 && told_->functions.empty();
}

void KernelOperation::tell_counts() {
  counters_->for_each([&](std::span<const std::uint64_t> words) {
    const probes::Counts counts{*told_, words};
    listeners_->tell(probes::Event::kCount, [&](probes::Listener& l) { l.counted(counts); });
  });
}

void KernelOperation::note_time() {
  std::atomic<float>& block_ns = grid_.variant->block_ns;
  const auto a_block = [this](float time) {
    return std::max(time / static_cast<float>(grid_.total), 1e-3f);
  };
  // Several workers: what they took together, of which their coming and going is a part.
  const float together = busy_ns_.load(std::memory_order_relaxed);
  const float alone = few_ && few_->alone() > 0 ? few_->alone()
                      : together > 0            ? 0
                                                : stopwatch_.nanoseconds();
  if (alone > 0) {
    block_ns.store(a_block(alone), std::memory_order_relaxed);
    return;
  }
  const float before = block_ns.load(std::memory_order_relaxed), most = a_block(together);
  const bool longer = few_ && few_->asked();
  block_ns.store(before <= 0 ? -most
                 : longer    ? most
                             : std::min(most, before),
                 std::memory_order_relaxed);
}

}  // namespace heddle::engine
