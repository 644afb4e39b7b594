// SPDX-License-Identifier: Apache-2.0
// The table that the helper gets, and which kernels are in it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "engine/jit/ahead_table.h"
#include "engine/jit/likely_next.h"
#include "engine/module/registry.h"
#include "image/image.h"
#include "jit/compiler_api.h"

namespace heddle::engine {
namespace {

AheadCommon some_common(std::span<const std::uint8_t> bitcode) {
  AheadCommon common;
  common.compiler_folder = "/usr/lib/somewhere";
  common.compiler_identity = "1-2.3;4-5.6";
  common.isa = "avx2";
  common.cache_dir = "/tmp/cache";
  common.cache_bytes = 12345;
  common.log = true;
  common.limit = 2.5;
  common.program = 4321;
  common.modules = {bitcode, bitcode.first(3)};
  return common;
}

std::vector<AheadRequest> some_requests() {
  return {{"_Z1av", {32, 1, 1}, 1, 0, 0, {7, 8}, {}},
          {"_Z1bv", {8, 4, 2}, 4, 9, 1.5, {1, 2}, {3, 4}}};
}

TEST(AheadTable, IsReadAsItWasWritten) {
  std::vector<std::uint8_t> bitcode(5000, 42);
  bitcode[1] = 7;
  const auto made = AheadTable::make(some_common(bitcode), some_requests());
  ASSERT_TRUE(made);
  const auto read = AheadTable::open(dup(made->descriptor()));
  ASSERT_TRUE(read);
  const AheadCommon common = read->common();
  EXPECT_EQ(common.compiler_folder, "/usr/lib/somewhere");
  EXPECT_EQ(common.compiler_identity, "1-2.3;4-5.6");
  EXPECT_EQ(common.isa, "avx2");
  EXPECT_EQ(common.passes, "");
  EXPECT_EQ(common.cache_dir, "/tmp/cache");
  EXPECT_EQ(common.cache_bytes, 12345u);
  EXPECT_TRUE(common.log);
  EXPECT_EQ(common.limit, 2.5);
  EXPECT_EQ(common.program, 4321);
  ASSERT_EQ(common.modules.size(), 2u);
  EXPECT_TRUE(std::equal(bitcode.begin(), bitcode.end(), common.modules[0].begin()));
  EXPECT_EQ(common.modules[1].size(), 3u);
  ASSERT_EQ(read->jobs().size(), 2u);
  const AheadJob& job = read->jobs()[1];
  EXPECT_STREQ(read->text(job.kernel), "_Z1bv");
  EXPECT_EQ(job.block[1], 4u);
  EXPECT_EQ(job.flags, 4u);
  EXPECT_EQ(job.probe_mask, 9u);
  EXPECT_EQ(job.budget, 1.5);
  EXPECT_TRUE((job.key == support::Hash128{1, 2}));
  EXPECT_TRUE((job.instead == support::Hash128{3, 4}));
}

TEST(AheadTable, IsNoneOfAnotherFile) {
  EXPECT_FALSE(AheadTable::open(-1));
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_FALSE(AheadTable::open(ends[0]));
  close(ends[1]);
}

TEST(AheadTable, AJobHasOneOwner) {
  const std::vector<std::uint8_t> bitcode(10);
  const auto table = AheadTable::make(some_common(bitcode), some_requests());
  ASSERT_TRUE(table);
  const auto other = AheadTable::open(dup(table->descriptor()));
  AheadJob& mine = table->jobs()[0];
  EXPECT_TRUE(other->jobs()[0].change(AheadJob::kWaiting, AheadJob::kRunning));
  EXPECT_FALSE(mine.change(AheadJob::kWaiting, AheadJob::kTaken));
  // Who waits for it is woken by the end of the helper, too.
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    table->end();
  });
  const auto begin = std::chrono::steady_clock::now();
  while (mine.state == AheadJob::kRunning) mine.wait(20000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  end.join();
  EXPECT_EQ(mine.state, AheadJob::kFailed);
  EXPECT_EQ(table->jobs()[1].state, AheadJob::kTaken);
}

TEST(LikelyNext, TakesTheBlockOfTheLaunchUnlessTheKernelForbidsIt) {
  image::Image image;
  for (const char* name : {"a", "b", "c"}) {
    image::KernelRecord record;
    record.name = name;
    if (record.name == "c") record.max_threads_per_block = 96;
    image.kernels.push_back(record);
  }
  Registry registry;
  const Unit unit(registry, {&image}, {nullptr});
  CodeRequest request;
  request.unit = &unit;
  request.kernel = "b";
  request.block = {16, 16, 1};
  request.flags = kHeddleWideGrid | kHeddleFiber;
  const auto next = likely_next(request);
  ASSERT_EQ(next.size(), 2u);
  EXPECT_EQ(next[0].kernel, "c");
  EXPECT_EQ(next[0].block, (Dim3{96, 1, 1}));
  EXPECT_EQ(next[0].flags, std::uint32_t{kHeddleFiber});
  EXPECT_EQ(next[1].kernel, "a");
  EXPECT_EQ(next[1].block, (Dim3{16, 16, 1}));
  request.kernel = "d";
  EXPECT_TRUE(likely_next(request).empty());
}

}  // namespace
}  // namespace heddle::engine
