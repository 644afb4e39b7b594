// SPDX-License-Identifier: Apache-2.0
// KernelMode::kFiberThread: barriers and warp operations of single threads.
#include <bit>

#include "program.h"

extern "C" {
std::uint32_t heddle_ref_barrier(heddle::abi::BlockContext*, heddle::abi::ThreadContext*,
                                 std::uint32_t id, std::uint32_t threads, std::uint32_t op,
                                 std::uint32_t predicate);
std::uint64_t heddle_ref_warp_op(heddle::abi::BlockContext*, heddle::abi::ThreadContext*,
                                 std::uint32_t op, std::uint32_t mask, std::uint64_t value,
                                 std::uint32_t b, std::uint32_t c);
}

namespace heddle::test {
namespace {

using abi::BlockContext;
using abi::ThreadContext;
using abi::WarpOp;

std::uint64_t op(BlockContext* b, ThreadContext* t, WarpOp which, std::uint32_t mask,
                 std::uint64_t value, std::uint32_t lane = 0, std::uint32_t c = 0x1f) {
  return heddle_ref_warp_op(b, t, static_cast<std::uint32_t>(which), mask, value, lane, c);
}

std::vector<std::uint64_t> run(void (*entry)(BlockContext*, ThreadContext*), Dim3 block,
                               Error expected = Error::kSuccess, unsigned seed = 0) {
  auto settings = plain_settings();
  settings.shuffle = seed != 0;
  settings.seed = seed;
  Program p(settings);
  auto* f = p.kernel("k", abi::KernelMode::kFiberThread, (void*)entry, 1);
  auto* out = p.allocate<std::uint64_t>(2048);
  EXPECT_EQ(p.launch(f, {1}, block, 8192, out), Error::kSuccess);
  EXPECT_EQ(p.device().status(), expected);
  return {out, out + 2048};
}

TEST(Reference, ThreadsHaveTheirIndices) {
  const auto out = run(
      [](BlockContext* b, ThreadContext* t) {
        auto* out = param<std::uint64_t*>(b, 0);
        out[t->linear] = t->thread_idx[0] + 100 * t->thread_idx[1] + 10000 * t->thread_idx[2] +
                         1000000 * t->warp + 100000000ull * t->lane;
      },
      {7, 5, 3});
  for (std::uint64_t i = 0; i < 105; ++i) {
    EXPECT_EQ(out[i], i % 7 + 100 * (i / 7 % 5) + 10000 * (i / 35) + 1000000 * (i / 32) +
                          100000000 * (i % 32));
  }
}

TEST(Reference, BarriersSeparateAndReduce) {
  for (unsigned seed : {0u, 5u}) {
    const auto out = run(
        [](BlockContext* b, ThreadContext* t) {
          auto* slots = reinterpret_cast<std::uint64_t*>(b->shared);
          auto* out = param<std::uint64_t*>(b, 0);
          if (t->linear % 5 == 4) return;  // exited threads do not hold the others up
          slots[t->linear] = t->linear;
          const std::uint32_t n = heddle_ref_barrier(
              b, t, 0, 0, static_cast<std::uint32_t>(abi::BarrierOp::kCount), t->linear < 10);
          const std::uint32_t next = (t->linear + 5) % 1000;
          out[t->linear] = slots[next] * 100 + n;
        },
        {1000}, Error::kSuccess, seed);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      if (i % 5 != 4) ASSERT_EQ(out[i], (i + 5) % 1000 * 100 + 8) << i;
    }
  }
}

TEST(Reference, ShufflesFollowPtx) {
  const auto out = run(
      [](BlockContext* b, ThreadContext* t) {
        auto* out = param<std::uint64_t*>(b, 0) + t->lane;
        const std::uint64_t v = 100 + t->lane;
        out[0] = op(b, t, WarpOp::kShflIdx, ~0u, v, t->lane + 3);
        out[32] = op(b, t, WarpOp::kShflUp, ~0u, v, 2, 0);
        out[64] = op(b, t, WarpOp::kShflDown, ~0u, v, 5, 0x1f);
        out[96] = op(b, t, WarpOp::kShflXor, ~0u, v, 9, 0x1f);
        // Width 8: segment mask 0x18.
        out[128] = op(b, t, WarpOp::kShflDown, ~0u, v, 3, 0x1f | 0x18 << 8);
        out[160] = op(b, t, WarpOp::kShflUp, ~0u, v, 3, 0x18 << 8);
      },
      {32});
  const std::uint64_t yes = std::uint64_t{1} << 32;
  for (std::uint64_t i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], yes | (100 + (i + 3) % 32));
    EXPECT_EQ(out[32 + i], i >= 2 ? yes | (98 + i) : 100 + i);
    EXPECT_EQ(out[64 + i], i + 5 < 32 ? yes | (105 + i) : 100 + i);
    EXPECT_EQ(out[96 + i], yes | (100 + (i ^ 9)));
    EXPECT_EQ(out[128 + i], i % 8 + 3 < 8 ? yes | (103 + i) : 100 + i);
    EXPECT_EQ(out[160 + i], i % 8 >= 3 ? yes | (97 + i) : 100 + i);
  }
}

TEST(Reference, VotesMatchesAndReductionsUseTheMask) {
  const auto out = run(
      [](BlockContext* b, ThreadContext* t) {
        auto* out = param<std::uint64_t*>(b, 0) + t->lane;
        const bool odd = t->lane & 1;
        const std::uint32_t mask = odd ? 0xaaaaaaaa : 0x55555555;
        if (t->lane == 31) return;  // not waited for
        out[0] = op(b, t, WarpOp::kBallot, mask, t->lane % 3 == 0);
        out[32] = op(b, t, WarpOp::kReduceAdd, mask, t->lane);
        out[64] = op(b, t, WarpOp::kMatchAny, mask, t->lane / 8);
        out[96] = op(b, t, WarpOp::kMatchAll, mask, odd ? t->lane : 7);
        out[128] =
            op(b, t, WarpOp::kReduceMinS, mask, static_cast<std::uint32_t>(5 - (int)t->lane));
        out[160] = op(b, t, WarpOp::kAll, mask, odd);
        out[192] = op(b, t, WarpOp::kActiveMask, 0, 0);
      },
      {32});
  std::uint32_t thirds = 0;
  for (int i = 0; i < 31; ++i) thirds |= (i % 3 == 0) << i;
  for (std::uint64_t i = 0; i < 31; ++i) {
    const bool odd = i & 1;
    const std::uint32_t lanes = odd ? 0x2aaaaaaa : 0x55555555;
    EXPECT_EQ(out[i], thirds & lanes);
    EXPECT_EQ(out[32 + i], odd ? 225u : 240u);
    EXPECT_EQ(out[64 + i], lanes & (0xffu << (i / 8 * 8)));
    EXPECT_EQ(out[96 + i], odd ? 0u : lanes | std::uint64_t{1} << 32);
    EXPECT_EQ(static_cast<std::int32_t>(out[128 + i]), odd ? -24 : -25);
    EXPECT_EQ(out[160 + i], odd ? 1u : 0u);
    EXPECT_EQ(out[192 + i], 0x7fffffffu);
  }
}

TEST(Reference, WaitingForWhoDoesNotComeIsAnError) {
  testing::internal::CaptureStderr();
  run(
      [](BlockContext* b, ThreadContext* t) {
        if (t->linear % 2) {
          heddle_ref_barrier(b, t, 0, 0, 0, 0);
        } else {
          op(b, t, WarpOp::kSync, ~0u, 0);
        }
      },
      {64}, Error::kLaunchTimeout);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("never released"), std::string::npos);
}

// Stacks serve block after block, of one kernel and of the next, also behind one that has failed.
TEST(Reference, StacksServeTheNextBlock) {
  auto settings = plain_settings(1);
  Program p(settings);
  auto* waits = p.kernel(
      "waits", abi::KernelMode::kFiberThread,
      (void*)+[](BlockContext* b, ThreadContext* t) {
        const std::uint32_t before = t->linear + b->block_idx[0];
        heddle_ref_barrier(b, t, 0, 0, 0, 0);
        param<std::uint64_t*>(b, 0)[t->linear] += before;
      },
      1);
  auto* ends = p.kernel(
      "ends", abi::KernelMode::kFiberThread,
      (void*)+[](BlockContext* b, ThreadContext* t) {
        if (t->linear % 3 == 0) heddle_ref_barrier(b, t, 1, 0, 0, 0);
        param<std::uint64_t*>(b, 0)[t->linear] += 1000;
      },
      1);
  auto* out = p.allocate<std::uint64_t>(1024);
  EXPECT_EQ(p.launch(waits, {3}, {100}, 0, out), Error::kSuccess);
  EXPECT_EQ(p.launch(ends, {2}, {50}, 0, out), Error::kSuccess);
  EXPECT_EQ(p.launch(waits, {2}, {1024}, 0, out), Error::kSuccess);
  EXPECT_EQ(p.device().status(), Error::kSuccess);
  for (std::uint64_t i = 0; i < 1024; ++i) {
    const std::uint64_t expected = (i < 100 ? 3 * i + 3 : 0) + (i < 50 ? 2000 : 0) + 2 * i + 1;
    ASSERT_EQ(out[i], expected) << i;
  }
}

// A kernel that tells the CPU to flush denormals does so in each of its threads, wherever these
// wait, and nowhere else.
TEST(Reference, ThreadsKeepTheirControlWord) {
  const auto out = run(
      [](BlockContext* b, ThreadContext* t) {
        constexpr std::uint32_t kFlushes = 0x8040;
        const std::uint32_t before = __builtin_ia32_stmxcsr();
        __builtin_ia32_ldmxcsr(before | kFlushes);
        std::uint64_t wrong = 0;
        for (std::uint32_t round = 0; round <= t->linear % 5; ++round) {
          op(b, t, WarpOp::kSync, ~0u, 0);
          wrong += (__builtin_ia32_stmxcsr() & kFlushes) != kFlushes;
          if (t->linear % 7 == 0) return __builtin_ia32_ldmxcsr(before);
          heddle_ref_barrier(b, t, 0, 0, 0, 0);
          wrong += (__builtin_ia32_stmxcsr() & kFlushes) != kFlushes;
        }
        __builtin_ia32_ldmxcsr(before);
        param<std::uint64_t*>(b, 0)[t->linear] = wrong + 1;
      },
      {90});
  EXPECT_EQ(__builtin_ia32_stmxcsr() & 0x8040, 0u);
  for (std::uint64_t i = 0; i < 90; ++i) EXPECT_EQ(out[i], i % 7 ? 1u : 0u) << i;
}

// A warp that asks its own lanes again and again lets the others run.
TEST(Reference, AWarpThatVotesForeverLetsOthersRun) {
  for (unsigned seed : {0u, 7u}) {
    const auto out = run(
        [](BlockContext* b, ThreadContext* t) {
          auto* out = param<std::uint64_t*>(b, 0);
          volatile auto& flag = out[1024];
          if (t->warp == 1) {
            if (t->lane == 31) flag = 1;
            return;
          }
          while (!op(b, t, WarpOp::kAny, ~0u, flag)) {
          }
          out[t->linear] = 5;
        },
        {64}, Error::kSuccess, seed);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 5u);
  }
}

}  // namespace
}  // namespace heddle::test
