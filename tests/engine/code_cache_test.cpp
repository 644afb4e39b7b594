// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/code_cache.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using engine::CodeCache;

class CodeCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-cache-XXXXXX";
    directory_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(directory_); }

  static support::Hash128 key(std::uint64_t n) { return {n, ~n}; }
  static std::vector<std::uint8_t> object(std::uint8_t fill, std::size_t size = 5000) {
    return std::vector<std::uint8_t>(size, fill);
  }
  static std::string store(CodeCache& cache, std::uint64_t n, const std::vector<std::uint8_t>& o) {
    const auto place = cache.store(key(n), o.data(), o.size());
    return place ? place->path : "";
  }

  std::string directory_;
};

TEST_F(CodeCacheTest, GivesBackWhatWasStored) {
  CodeCache cache(directory_ + "/a/b", 1 << 20);
  EXPECT_FALSE(cache.load(key(1)));
  const std::string path = store(cache, 1, object(7));
  const auto entry = cache.load(key(1));
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->place.path, path);
  EXPECT_TRUE(fs::equivalent(entry->place.load_path, path));
  EXPECT_EQ(entry->object, object(7));
  EXPECT_FALSE(cache.load(key(2)));
}

TEST_F(CodeCacheTest, NoticesTruncatedAndCorruptFiles) {
  CodeCache cache(directory_, 1 << 20);
  for (int damage = 0; damage < 4; ++damage) {
    const std::string path = store(cache, 1, object(7));
    if (damage == 0) fs::resize_file(path, 3000);
    if (damage == 1) fs::resize_file(path, 0);
    if (damage == 2) fs::resize_file(path, fs::file_size(path) - 1);
    if (damage == 3) {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(1234);
      file.put(8);
    }
    EXPECT_FALSE(cache.load(key(1))) << damage;
    EXPECT_FALSE(fs::exists(path)) << "removed, so that it is written anew";
  }
}

TEST_F(CodeCacheTest, AnUnusableDirectoryIsAMiss) {
  std::ofstream(directory_ + "/file").put('x');
  for (const std::string& bad :
       {std::string(), directory_ + "/file", std::string("/proc/nowhere")}) {
    CodeCache cache(bad, 1 << 20);
    EXPECT_EQ(store(cache, 1, object(7)), "");
    EXPECT_FALSE(cache.load(key(1)));
  }
}

TEST_F(CodeCacheTest, AFullDiskIsAMissAndLeavesNothing) {
  // A file size limit stands for a full disk: writes beyond it fail.
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    CodeCache cache(directory_, 1 << 20);
    const bool good = store(cache, 1, object(7)).empty() && !cache.load(key(1)) &&
                      fs::is_empty(directory_ + "/kernels");
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(CodeCacheTest, TrimDeletesTheLongestUnused) {
  CodeCache cache(directory_, 30000);
  for (std::uint64_t i = 0; i < 10; ++i) {
    const std::string path = store(cache, i, object(static_cast<std::uint8_t>(i)));
    const auto age = std::chrono::hours(100 - static_cast<int>(i));
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
  }
  ASSERT_TRUE(cache.load(key(0))) << "a hit makes it the youngest";
  cache.trim();
  EXPECT_TRUE(cache.load(key(0)));
  EXPECT_TRUE(cache.load(key(9)));
  EXPECT_FALSE(cache.load(key(1)));
  EXPECT_FALSE(cache.load(key(4)));
}

TEST_F(CodeCacheTest, ManyWritersAndReadersOfOneKey) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      CodeCache cache(directory_, 1 << 20);
      for (int i = 0; i < 100; ++i) {
        EXPECT_NE(store(cache, 1, object(7)), "");
        const auto entry = cache.load(key(1));
        ASSERT_TRUE(entry);
        EXPECT_EQ(entry->object, object(7));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace heddle::test
