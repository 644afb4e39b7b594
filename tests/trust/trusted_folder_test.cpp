// SPDX-License-Identifier: Apache-2.0
#include "support/trusted_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using support::Place;
using support::TrustedFolder;

constexpr uid_t kOther = 65534;

mode_t mode_of(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
}

class TrustedFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-trust-XXXXXX";
    base_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(base_); }

  std::string make(const std::string& name, mode_t mode) const {
    std::string path = base_ + "/" + name;
    fs::create_directories(path);
    chmod(path.c_str(), mode);
    return path;
  }
  static bool opens(const std::string& path, bool make = false) {
    errno = 0;
    return static_cast<bool>(TrustedFolder::open(path, make));
  }
  static bool refused(const std::string& path) { return !opens(path, true) && errno == EPERM; }

  std::string base_;
};

TEST(Distrust, TellsOwnersAndModes) {
  struct Case {
    uid_t owner;
    mode_t mode;
    Place place;
    const char* reason;
  };
  const char* const others = "can be written by others (chmod go-w)";
  for (const Case& c : {
           Case{1000, 0755, Place::kOwn, ""},
           Case{0, 0755, Place::kOwn, ""},  // root may do anything anyhow
           Case{1001, 0700, Place::kOwn, "belongs to user 1001"},
           Case{1000, 0775, Place::kOwn, others},
           Case{1000, 0757, Place::kOwn, others},
           Case{0, 01777, Place::kOwn, others},  // a cache folder of everybody's is none
           Case{0, 01777, Place::kAbove, ""},    // /tmp
           Case{0, 0777, Place::kAbove, others},
           Case{1001, 01777, Place::kAbove, "belongs to user 1001"},
           Case{1000, 0775, Place::kAbove, others},
       }) {
    struct stat info{};
    info.st_uid = c.owner;
    info.st_mode = S_IFDIR | c.mode;
    EXPECT_EQ(support::distrust(info, 1000, c.place), c.reason) << c.owner << " " << c.mode;
  }
}

TEST_F(TrustedFolderTest, MakesFoldersAndFilesForTheUserAlone) {
  const mode_t before = umask(0);
  const std::string path = base_ + "/a/b/c";
  EXPECT_FALSE(opens(path)) << "nothing is made unless asked for";
  const TrustedFolder folder = TrustedFolder::open(path, true);
  ASSERT_TRUE(folder);
  ASSERT_TRUE(folder.folder("kernels", true));
  ASSERT_TRUE(folder.store("file", {{"abc", 3}, {"de", 2}}, 0600));
  umask(before);
  for (const char* made : {"/a", "/a/b", "/a/b/c", "/a/b/c/kernels"}) {
    EXPECT_EQ(mode_of(base_ + made), 0700u) << made;
  }
  EXPECT_EQ(mode_of(path + "/file"), 0600u);
  std::vector<std::uint8_t> bytes;
  ASSERT_TRUE(support::read_all(folder.file("file").number(), &bytes));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "abcde");
  EXPECT_TRUE(fs::equivalent(folder.name_by_descriptor("file"), path + "/file"));
  for (const auto& entry : fs::directory_iterator(path)) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".new")) << entry.path();
  }
}

TEST_F(TrustedFolderTest, AFolderThatOthersCanWriteIsRefused) {
  EXPECT_TRUE(opens(make("mine", 0755)));
  EXPECT_TRUE(refused(make("group", 0770)));
  EXPECT_TRUE(refused(make("others", 0702)));
  EXPECT_TRUE(refused(make("everybody", 01777)));
}

TEST_F(TrustedFolderTest, AFolderBelowOneThatOthersCanWriteIsRefused) {
  make("open/cache", 0700);
  chmod((base_ + "/open").c_str(), 0777);
  EXPECT_TRUE(refused(base_ + "/open/cache"));
  EXPECT_TRUE(refused(base_ + "/open/new"));
  EXPECT_FALSE(fs::exists(base_ + "/open/new"));
  chmod((base_ + "/open").c_str(), 01777);
  EXPECT_TRUE(opens(base_ + "/open/cache")) << "sticky: nobody can exchange it";
}

TEST_F(TrustedFolderTest, ALinkIsNeverTheFolderNorAnEntry) {
  const std::string real = make("real", 0700);
  fs::create_symlink(real, base_ + "/link");
  fs::create_symlink(base_ + "/nowhere", base_ + "/dangling");
  EXPECT_TRUE(refused(base_ + "/link"));
  EXPECT_TRUE(refused(base_ + "/dangling"));
  EXPECT_FALSE(fs::exists(base_ + "/nowhere"));
  std::ofstream(base_ + "/target") << "code";
  fs::create_symlink(base_ + "/target", real + "/entry");
  fs::create_symlink(base_, real + "/kernels");
  const TrustedFolder folder = TrustedFolder::open(real, false);
  ASSERT_TRUE(folder);
  EXPECT_FALSE(folder.file("entry"));
  EXPECT_FALSE(folder.folder("kernels", true));
  ASSERT_TRUE(folder.store("entry", {{"x", 1}}, 0600)) << "the link is replaced, not followed";
  EXPECT_EQ(fs::file_size(base_ + "/target"), 4u);
  EXPECT_TRUE(folder.file("entry"));
}

TEST_F(TrustedFolderTest, LinksAboveItLeadWhereTheyLead) {
  make("disk/home", 0700);
  fs::create_symlink(base_ + "/disk", base_ + "/link");
  EXPECT_TRUE(opens(base_ + "/link/home"));
  chmod((base_ + "/disk").c_str(), 0777);
  EXPECT_TRUE(refused(base_ + "/link/home")) << "what the link leads to counts";
}

TEST_F(TrustedFolderTest, AnEntryThatOthersCanWriteIsRefused) {
  const TrustedFolder folder = TrustedFolder::open(base_, false);
  ASSERT_TRUE(folder.store("entry", {{"x", 1}}, 0600));
  EXPECT_TRUE(folder.file("entry"));
  chmod((base_ + "/entry").c_str(), 0620);
  errno = 0;
  EXPECT_FALSE(folder.file("entry"));
  EXPECT_EQ(errno, EPERM);
  ASSERT_EQ(mkfifo((base_ + "/fifo").c_str(), 0600), 0);
  EXPECT_FALSE(folder.file("fifo")) << "and nobody waits for a writer";
}

TEST_F(TrustedFolderTest, WhatBelongsToAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const std::string theirs = make("theirs", 0755);
  ASSERT_EQ(chown(theirs.c_str(), kOther, kOther), 0);
  EXPECT_TRUE(refused(theirs));
  EXPECT_TRUE(refused(theirs + "/below"));
  const TrustedFolder folder = TrustedFolder::open(base_, false);
  ASSERT_TRUE(folder.store("entry", {{"x", 1}}, 0600));
  ASSERT_EQ(chown((base_ + "/entry").c_str(), kOther, kOther), 0);
  EXPECT_FALSE(folder.file("entry"));
}

TEST_F(TrustedFolderTest, OneSentenceAProcess) {
  make("open", 0777);
  testing::internal::CaptureStderr();
  const pid_t child = fork();  // this process may have said it already
  if (child == 0) {
    execl("/proc/self/exe", "trust_test", "--complain", (base_ + "/open").c_str(), nullptr);
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "heddle: the cache is not used: '" + base_ +
                "/open' can be written by others (chmod go-w)\n");
}

}  // namespace
}  // namespace heddle::test

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--complain") {
    for (int i = 0; i < 3; ++i) heddle::support::TrustedFolder::open(argv[2], true);
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
