// SPDX-License-Identifier: Apache-2.0
// Kernels that fault: the process lives, the device remembers, one line says what happened.
#include <csignal>
#include <thread>

#include "program.h"

extern "C" {
[[noreturn]] void heddle_rt_trap(heddle::abi::BlockContext*, std::uint32_t, std::uint32_t);
void heddle_rt_assert(heddle::abi::BlockContext*, std::uint32_t, const char*, const char*,
                      std::uint32_t, const char*);
void heddle_rt_barrier(heddle::abi::BlockContext*, heddle::abi::WarpContext*);
}

namespace heddle::test {
namespace {

using abi::BlockContext;

// Thread sanitizer delays signals until the program comes to a call that it watches.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SKIP_UNDER_TSAN() GTEST_SKIP() << "thread sanitizer delays signals"
#endif
#endif
#ifndef SKIP_UNDER_TSAN
#define SKIP_UNDER_TSAN() (void)0
#endif

// What a kernel does wrong must reach the processor, not a sanitizer.
#define RAW __attribute__((no_sanitize("address", "undefined", "thread")))

// Block 3 does it, in warp 1.
template <void (*kAct)(BlockContext*)>
void in_block_three(BlockContext* b) {
  b->current_warp = 1;
  if (b->block_idx[0] == 3) kAct(b);
}

RAW void write_far(BlockContext* b) {
  auto* p = param<volatile int*>(b, 0);
  p[std::size_t{1} << 40] = 1;
}
RAW void read_null(BlockContext*) {
  (void)*reinterpret_cast<volatile int*>(16);
}
RAW void not_canonical(BlockContext*) {
  (void)*reinterpret_cast<volatile int*>(0x8000000000000000);
}
RAW void divide(BlockContext* b) {
  volatile std::uint32_t zero = b->dynamic_shared_bytes;
  volatile std::uint32_t x = 100 / zero;
  (void)x;
}
void undefined_instruction(BlockContext*) {
  __builtin_trap();
}
void trap(BlockContext* b) {
  heddle_rt_trap(b, 1, 5);
}
void in_library(BlockContext*) {
  volatile std::size_t size = 64;
  std::memset(reinterpret_cast<void*>(std::uintptr_t{32}), 1, size);
}
__attribute__((noinline)) RAW int recurse(volatile int* depth) {
  volatile char frame[4096];
  frame[0] = 1;
  *depth = *depth + 1;
  if (*depth < 0) return 0;
  return recurse(depth) + frame[0];
}
RAW void overflow(BlockContext*) {
  volatile int depth = 0;
  recurse(&depth);
}
void assert_three(BlockContext* b) {
  for (std::uint32_t t : {33u, 35u, 36u})
    heddle_rt_assert(b, t, "i < n", "file.cu", 12, "void f()");
}

struct Case {
  const char* name;
  void (*kernel)(BlockContext*);
  Error error;
  const char* text;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

const Case kCases[] = {
    {"write_far", each_block<in_block_three<write_far>>, Error::kIllegalAddress,
     "kernel write_far block (3,0,0) threads (32,0,0)-(63,0,0) [warp 1]: illegal address 0x"},
    {"write_far", each_block<in_block_three<write_far>>, Error::kIllegalAddress, "(write)"},
    {"read_null", each_block<in_block_three<read_null>>, Error::kIllegalAddress,
     "illegal address 0x10 (read)"},
    {"not_canonical", each_block<in_block_three<not_canonical>>, Error::kIllegalAddress,
     "not canonical"},
    {"divide", each_block<in_block_three<divide>>, Error::kLaunchFailure,
     "integer division by zero"},
    {"undefined", each_block<in_block_three<undefined_instruction>>, Error::kIllegalInstruction,
     "illegal instruction"},
    {"trap", each_block<in_block_three<trap>>, Error::kLaunchFailure, "[warp 1]: trap"},
    {"in_library", each_block<in_block_three<in_library>>, Error::kIllegalAddress, "0x20 (write)"},
    {"overflow", each_block<in_block_three<overflow>>, Error::kHardwareStackError,
     "stack overflow"},
    {"assert_three", each_block<in_block_three<assert_three>>, Error::kAssert,
     "file.cu:12: void f(): block: [3,0,0], thread: [36,0,0] Assertion `i < n` failed.\n"},
};

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, EndTheGridAndStayUntilReset) {
  SKIP_UNDER_TSAN();
  const Case& c = GetParam();
  for (unsigned threads : {1u, 3u}) {
    Program p(plain_settings(threads));
    auto* f = p.kernel(c.name, abi::KernelMode::kBlock, (void*)c.kernel, 1);
    auto* memory = p.allocate<int>(64);
    testing::internal::CaptureStderr();
    EXPECT_EQ(p.launch(f, {8}, {64}, 0, memory), Error::kSuccess) << "the launch itself is fine";
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find(c.text), std::string::npos) << text;
    EXPECT_EQ(p.device().status(), c.error);
    p.engine->reset(p.device());
    EXPECT_EQ(p.device().status(), Error::kSuccess);
    memory = p.allocate<int>(64);
    auto* fine = p.kernel(
        "fine", abi::KernelMode::kBlock,
        (void*)each_block<+[](BlockContext* b) { param<int*>(b, 0)[b->block_idx[0]] = 7; }>, 1);
    EXPECT_EQ(p.launch(fine, {8}, {64}, 0, memory), Error::kSuccess);
    EXPECT_EQ(memory[7], 7);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::to_string(info.index); });

RAW std::uint32_t write_in_warp_two(BlockContext* b, abi::WarpContext* w) {
  if (w->warp == 2) *param<volatile int*>(b, 0) = 1;
  return 0;
}

TEST(Fault, SplitAndFiberWarpsAreNamed) {
  SKIP_UNDER_TSAN();
  for (bool fiber : {false, true}) {
    Program p;
    auto* f = p.kernel("k", fiber ? abi::KernelMode::kFiberWarp : abi::KernelMode::kStep,
                       (void*)write_in_warp_two, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(p.launch(f, {1}, {8, 16}, 0, std::uint64_t{64}), Error::kSuccess);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find("threads (0,8,0)-(7,11,0) [warp 2]: illegal address 0x40 (write)"),
              std::string::npos)
        << text;
  }
}

TEST(Fault, OverflowOfAWarpsFiberIsAStackError) {
  SKIP_UNDER_TSAN();
  Program p;
  auto entry = +[](BlockContext* b, abi::WarpContext* w) {
    heddle_rt_barrier(b, w);
    if (w->warp == 1) overflow(b);
  };
  auto* f = p.kernel("k", abi::KernelMode::kFiberWarp, (void*)entry, 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(p.launch(f, {2}, {96}, 0), Error::kSuccess);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("[warp 1]: stack overflow"),
            std::string::npos);
  EXPECT_EQ(p.device().status(), Error::kHardwareStackError);
}

TEST(Fault, ManyFaultsInARowFromManyThreads) {
  SKIP_UNDER_TSAN();
  Program p(plain_settings(2));
  auto* f = p.kernel("read_null", abi::KernelMode::kBlock,
                     (void*)each_block<in_block_three<read_null>>, 0);
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(p.launch(f, {8}, {64}, 0), Error::kSuccess);
        p.device().clear_status();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  testing::internal::GetCapturedStderr();
}

TEST(Fault, WhoWaitsForTheFaultedBlockIsStopped) {
  SKIP_UNDER_TSAN();
  Program p(plain_settings(3));
  auto* f = p.kernel("wait", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext* b) {
                       auto* flag = param<volatile int*>(b, 0);
                       if (b->block_idx[0] == 0) {
                         while (flag[1] == 0) {
                         }
                         read_null(b);
                       }
                       flag[1] = 1;
                       while (flag[0] == 0) {
                       }
                     }>,
                     1);
  auto* flag = p.allocate<int>(2);
  testing::internal::CaptureStderr();
  EXPECT_EQ(p.launch(f, {6}, {64}, 0, flag), Error::kSuccess);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("block (0,0,0)"), std::string::npos);
  EXPECT_EQ(p.device().status(), Error::kIllegalAddress);
}

// What the host does itself is not ours to catch.
TEST(FaultDeathTest, HostFaultsStillEndTheProcess) {
  SKIP_UNDER_TSAN();
  Program p;
  auto* f = p.kernel("fine", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext*) {}>, 0);
  EXPECT_EQ(p.launch(f, {8}, {64}, 0), Error::kSuccess);
  // By a signal, or by a sanitizer's handler.
  EXPECT_DEATH(read_null(nullptr), "");
  EXPECT_DEATH(raise(SIGFPE), "");
}

}  // namespace
}  // namespace heddle::test
