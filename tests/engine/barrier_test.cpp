// SPDX-License-Identifier: Apache-2.0
// Barriers in the two modes that suspend warps.
#include "program.h"

extern "C" void heddle_rt_barrier(heddle::abi::BlockContext*, heddle::abi::WarpContext*);

namespace heddle::test {
namespace {

using abi::BarrierOp;
using abi::BlockContext;
using abi::Suspend;
using abi::WarpContext;

// What generated code does when it comes to a barrier.
void wait_at(WarpContext* w, std::uint32_t id, std::uint32_t threads = 0,
             BarrierOp op = BarrierOp::kNone, std::uint32_t predicate = 0) {
  w->barrier_id = id;
  w->barrier_threads = threads;
  w->barrier_op = op;
  w->barrier_lanes = ~0u;
  w->barrier_predicate = predicate;
}

// A kernel in both forms: `step(b, w, n)` does part n and says whether another part follows.
template <bool (*kPart)(BlockContext*, WarpContext*, std::uint32_t)>
std::uint32_t stepped(BlockContext* b, WarpContext* w) {
  if (!kPart(b, w, w->resume_point++)) return static_cast<std::uint32_t>(Suspend::kExited);
  return static_cast<std::uint32_t>(Suspend::kBarrier);
}
template <bool (*kPart)(BlockContext*, WarpContext*, std::uint32_t)>
void on_fiber(BlockContext* b, WarpContext* w) {
  for (std::uint32_t n = 0; kPart(b, w, n); ++n) heddle_rt_barrier(b, w);
}

template <bool (*kPart)(BlockContext*, WarpContext*, std::uint32_t)>
Error run_both(Dim3 block, std::vector<std::uint64_t>* results, unsigned shuffle_seed = 0) {
  Error last = Error::kSuccess;
  for (bool fiber : {false, true}) {
    auto settings = plain_settings();
    settings.shuffle = shuffle_seed != 0;
    settings.seed = shuffle_seed;
    Program p(settings);
    auto* f = fiber ? p.kernel("k", abi::KernelMode::kFiberWarp, (void*)on_fiber<kPart>, 1)
                    : p.kernel("k", abi::KernelMode::kStep, (void*)stepped<kPart>, 1,
                               {.frame_bytes = 24});
    auto* out = p.allocate<std::uint64_t>(64 * 20);
    EXPECT_EQ(p.launch(f, {20}, block, 4096, out), Error::kSuccess);
    last = p.device().status();
    results->assign(out, out + 64 * 20);
    if (last != Error::kSuccess) return last;
  }
  return last;
}

// Every warp writes, all read the neighbour's value, ten times over.
bool rotate(BlockContext* b, WarpContext* w, std::uint32_t n) {
  auto* slots = reinterpret_cast<std::uint64_t*>(b->shared);
  auto* out = param<std::uint64_t*>(b, 0) + 64 * b->block_idx[0];
  const std::uint32_t next = (w->warp + 1) % b->warp_count;
  if (n == 0) {
    slots[w->warp] = w->warp;
  } else if (n % 2 == 1) {
    out[w->warp] = slots[next];
  } else {
    slots[w->warp] = out[w->warp];
  }
  if (n == 20) return false;
  wait_at(w, 0);
  return true;
}

TEST(Barrier, SeparatesWritesFromReads) {
  for (unsigned seed : {0u, 1u, 7u}) {
    std::vector<std::uint64_t> out;
    ASSERT_EQ(run_both<rotate>({1024}, &out, seed), Error::kSuccess);
    for (std::uint64_t block = 0; block < 20; ++block) {
      for (std::uint64_t w = 0; w < 32; ++w) ASSERT_EQ(out[64 * block + w], (w + 10) % 32);
    }
  }
}

// Odd warps leave at once; the others still meet.
bool early_exit(BlockContext* b, WarpContext* w, std::uint32_t n) {
  auto* out = param<std::uint64_t*>(b, 0) + 64 * b->block_idx[0];
  auto* count = reinterpret_cast<std::uint64_t*>(b->shared);
  if (w->warp % 2) return false;
  if (n == 0) {
    if (w->warp == 0) *count = 0;
  } else if (n == 1) {
    ++*count;
  } else {
    out[w->warp] = *count;
    return false;
  }
  wait_at(w, 0);
  return true;
}

TEST(Barrier, ExitedWarpsCountAsArrived) {
  std::vector<std::uint64_t> out;
  ASSERT_EQ(run_both<early_exit>({9 * 32}, &out), Error::kSuccess);
  for (std::uint64_t w = 0; w < 9; ++w) EXPECT_EQ(out[w], w % 2 ? 0u : 5u);
}

bool reductions(BlockContext* b, WarpContext* w, std::uint32_t n) {
  auto* out = param<std::uint64_t*>(b, 0) + 64 * b->block_idx[0];
  if (n > 0 && w->warp == 0) out[n - 1] = w->barrier_result;
  const std::uint32_t mine = 0xf0u << w->warp;
  switch (n) {
    case 0:
      wait_at(w, 0, 0, BarrierOp::kCount, mine);
      return true;
    case 1:
      wait_at(w, 0, 0, BarrierOp::kAnd, w->warp == 2 ? ~1u : ~0u);
      return true;
    case 2:
      wait_at(w, 0, 0, BarrierOp::kAnd, ~0u);
      return true;
    case 3:
      wait_at(w, 0, 0, BarrierOp::kOr, w->warp == 1 ? 1u << 31 : 0);
      return true;
    case 4:
      wait_at(w, 0, 0, BarrierOp::kOr, 0);
      return true;
    default:
      return false;
  }
}

TEST(Barrier, ReducesOverAllThreads) {
  std::vector<std::uint64_t> out;
  ASSERT_EQ(run_both<reductions>({96}, &out), Error::kSuccess);
  const std::uint64_t expected[] = {12, 0, 1, 1, 0};
  for (int block = 0; block < 20; ++block) {
    for (int k = 0; k < 5; ++k) EXPECT_EQ(out[64 * block + k], expected[k]) << block << ' ' << k;
  }
}

// Warps 0-1 meet at barrier 3 twice while 2-3 wait at barrier 5, which only opens for all four's
// last meeting at barrier 0.
bool named(BlockContext* b, WarpContext* w, std::uint32_t n) {
  auto* log = reinterpret_cast<std::uint64_t*>(b->shared);
  auto* out = param<std::uint64_t*>(b, 0);
  if (n == 0 && w->warp == 0) *log = 0;
  if (w->warp < 2 && n < 2) {
    *log += 1;
    wait_at(w, 3, 64);
    return true;
  }
  if (w->warp >= 2 && n == 0) {
    wait_at(w, 5, 64);
    return true;
  }
  if (n <= 2) {
    wait_at(w, 0);
    w->resume_point = 3;
    return true;
  }
  out[w->warp] = *log;
  return false;
}

TEST(Barrier, CountedBarriersOpenForTheirNumber) {
  Program p;
  auto* f = p.kernel("k", abi::KernelMode::kStep, (void*)stepped<named>, 1, {.frame_bytes = 8});
  auto* out = p.allocate<std::uint64_t>(64);
  ASSERT_EQ(p.launch(f, {1}, {128}, 4096, out), Error::kSuccess);
  ASSERT_EQ(p.device().status(), Error::kSuccess);
  for (int w = 0; w < 4; ++w) EXPECT_EQ(out[w], 4u);
}

// Two generations of a counted barrier arrive in one round.
bool generations(BlockContext* b, WarpContext* w, std::uint32_t n) {
  if (n == 0) {
    wait_at(w, 1, 64);
    return true;
  }
  param<std::uint64_t*>(b, 0)[64 * b->block_idx[0] + w->warp] = 1;
  return false;
}

TEST(Barrier, TwoPairsPassOneCountedBarrier) {
  std::vector<std::uint64_t> out;
  ASSERT_EQ(run_both<generations>({128}, &out), Error::kSuccess);
  for (int block = 0; block < 20; ++block) {
    for (int w = 0; w < 4; ++w) EXPECT_EQ(out[64 * block + w], 1u) << block << ' ' << w;
  }
}

bool mismatched(BlockContext*, WarpContext* w, std::uint32_t n) {
  if (n == 1) return false;
  wait_at(w, w->warp == 1 ? 2 : 1);
  return true;
}

TEST(Barrier, OneThatIsNeverReleasedIsAnErrorNotAHang) {
  std::vector<std::uint64_t> out;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_both<mismatched>({64}, &out), Error::kLaunchTimeout);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("barrier 1 is never released"), std::string::npos) << text;
}

TEST(Barrier, FramesAreAlignedAndKeepTheirBytes) {
  Program p;
  auto* f = p.kernel("k", abi::KernelMode::kStep,
                     (void*)+[](BlockContext* b, WarpContext* w) -> std::uint32_t {
                       auto* frame = static_cast<std::uint32_t*>(w->frame);
                       if (w->resume_point == 0) {
                         for (std::uint32_t i = 0; i < 50; ++i) frame[i] = w->warp * 100 + i;
                         wait_at(w, 0);
                         w->resume_point = 1;
                         return 1;
                       }
                       bool good = reinterpret_cast<std::uintptr_t>(frame) % abi::kVectorAlign == 0;
                       for (std::uint32_t i = 0; i < 50; ++i) {
                         good = good && frame[i] == w->warp * 100 + i;
                       }
                       param<std::uint64_t*>(b, 0)[w->warp] = good;
                       return 0;
                     },
                     1, {.frame_bytes = 200});
  auto* out = p.allocate<std::uint64_t>(32);
  ASSERT_EQ(p.launch(f, {1}, {1024}, 0, out), Error::kSuccess);
  for (int w = 0; w < 32; ++w) EXPECT_EQ(out[w], 1u) << w;
}

}  // namespace
}  // namespace heddle::test
