// SPDX-License-Identifier: Apache-2.0
// A profile that is written down and read again is the same one.
#include "tools/profile/records.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "profiler/lines.h"
#include "profiler/totals.h"
#include "report/profile_json.h"

namespace heddle::profiler {
namespace {

Profile example() {
  Profile profile;
  profile.kernel = "saxpy(float*)";
  profile.mangled = "_Z5saxpyPf";
  profile.grid = {3, 2, 1};
  profile.block = {40, 1, 1};
  profile.static_shared = 128;
  profile.registers = 20;
  Code code{{{"saxpy", "a.cu", 7, 3}}, 12, 240, {}, {}};
  code.warp_instructions[2] = 24;
  code.thread_instructions[2] = 480;
  profile.code = {code};
  profile.branches = {{{{"saxpy", "a.cu", 6, 1}}, 12, 5}};
  Access access;
  access.places = {{"at", "b.h", 3, 9}, {"saxpy", "a.cu", 7, 3}};
  access.kind = probes::AccessKind::kStore;
  access.space = probes::Space::kGlobal;
  access.bytes = access.used_bytes = 4;
  access.sums.global_requests = 12;
  access.sums.global_sectors = 60;
  access.sums.global_lanes = 240;
  access.sums.global_ideal_sectors = 36;
  access.costly.active = 0xf00000ff;
  access.costly.excess = 3;
  access.costly.phase = 20;
  access.costly.offsets[30] = 1u << 20;
  profile.accesses = {access};
  profile.rounds = {.global = 12,
                    .shared = 3,
                    .global_unrolled = 8,
                    .loop_overhead = 40,
                    .chain = 90,
                    .chain_unrolled = 30,
                    .alu_only = 7};
  CacheCounts counts;
  counts.gpu = "h200";
  counts.l1_loads = 60;
  counts.dram_writes = 7;
  profile.caches = {counts};
  return profile;
}

TEST(Json, AProfileComesBack) {
  const auto json = report::to_json(example());
  const auto back = report::profile_from(json);
  EXPECT_EQ(report::to_json(back), json);
  EXPECT_EQ(back.accesses[0].sums, example().accesses[0].sums);
  EXPECT_EQ(back.accesses[0].costly, example().accesses[0].costly);
  EXPECT_EQ(back.rounds, example().rounds);
  EXPECT_EQ(back.caches[0].dram_writes, 7u);
  EXPECT_EQ(back.code[0].thread_instructions, example().code[0].thread_instructions);
}

TEST(Records, WhatAProcessWroteBeforeItDiedIsRead) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("heddle-records-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  {
    tools::ProfileWriter writer(folder.string());
    writer.profile(0, example());
    for (const int launch : {1, 2, 3, 7}) writer.launch(0, static_cast<std::uint64_t>(launch));
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ofstream(entry.path(), std::ios::app) << "{\"launch\":[0,";  // cut off
  }
  std::size_t processes = 0;
  const auto run = tools::read_profiles(folder.string(), processes);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(processes, 1u);
  ASSERT_EQ(run.profiles.size(), 1u);
  EXPECT_EQ(run.launches, 4u);
  EXPECT_EQ(run.profiles[0].launches, 4u);
  using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  EXPECT_EQ(run.profiles[0].numbers, (Ranges{{1, 3}, {7, 7}}));
  ASSERT_EQ(run.remarks.size(), 1u);
  EXPECT_NE(run.remarks[0].find("did not come to its end"), std::string::npos);
}

TEST(Lines, AreOfTheInnermostPlace) {
  const auto lines = lines_of(example());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].line, 6u);
  EXPECT_EQ(lines[0].divergent_branches, 5u);
  EXPECT_EQ(lines[1].warp_instructions, 24u);
  EXPECT_EQ(lines[2].file, "b.h");
  EXPECT_EQ(lines[2].accesses.global_sectors, 60u);
  const auto totals = totals_of(example());
  EXPECT_EQ(totals.of(probes::AccessKind::kStore).global_sectors, 60u);
  EXPECT_EQ(totals.used_bytes_stored, 960u);
  EXPECT_EQ(totals.all_thread_instructions(), 480u);
}

}  // namespace
}  // namespace heddle::profiler
