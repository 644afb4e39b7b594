// SPDX-License-Identifier: Apache-2.0
#include "support/cache_bound.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

TEST(CacheBound, KernelsAndProgramsTogetherTheLongestUnusedFirst) {
  char name[] = "/tmp/heddle-trust-XXXXXX";
  const std::string base = mkdtemp(name);
  const auto write = [&](const std::string& file, std::size_t bytes) {
    fs::create_directories(fs::path(base + "/" + file).parent_path());
    std::ofstream(base + "/" + file) << std::string(bytes, 'x');
  };
  const auto age = [&](const std::string& entry, int hours) {
    fs::last_write_time(base + "/" + entry,
                        fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  write("kernels/old.so", 1000);
  write("kernels/young.so", 1000);
  write("programs/older/program", 3000);
  write("programs/younger/program", 3000);
  write("programs/younger/manifest", 500);
  age("programs/older", 9);
  age("kernels/old.so", 8);
  age("programs/younger", 2);
  age("kernels/young.so", 1);
  support::trim_cache(base, 8500);
  EXPECT_TRUE(fs::exists(base + "/programs/older")) << "it is within the bound";
  support::trim_cache(base, 8000);
  EXPECT_FALSE(fs::exists(base + "/programs/older"));
  EXPECT_TRUE(fs::exists(base + "/kernels/old.so")) << "one was enough";
  support::trim_cache(base, 5000);
  EXPECT_FALSE(fs::exists(base + "/kernels/old.so"));
  EXPECT_TRUE(fs::exists(base + "/programs/younger/program"));
  EXPECT_TRUE(fs::exists(base + "/kernels/young.so"));
  fs::remove_all(base);
}

}  // namespace
}  // namespace heddle::test
