// SPDX-License-Identifier: Apache-2.0
#include "support/work_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using support::WorkFolder;

class WorkFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-trust-XXXXXX";
    base_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(base_); }

  // In a child, since a process looks for abandoned folders once.
  int in_child(const std::function<int()>& work) const {
    const pid_t child = fork();
    if (child == 0) _exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(base_), fs::directory_iterator()));
  }

  std::string base_;
};

TEST_F(WorkFolderTest, IsForTheUserAloneAndGoesWithItsOwner) {
  const std::string parents[] = {base_};
  const mode_t before = umask(0);
  {
    const WorkFolder folder(parents);
    ASSERT_TRUE(folder);
    struct stat info{};
    ASSERT_EQ(lstat(folder.path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0700u);
    std::ofstream(folder.file("x")) << "x";
    EXPECT_EQ(count(), 1u);
  }
  umask(before);
  EXPECT_EQ(count(), 0u);
}

TEST_F(WorkFolderTest, WhatAHelperLeftIsRemovedWhenAsked) {
  const std::string parents[] = {"/no/such/folder", base_};
  const WorkFolder own(parents);
  for (int helper = 0; helper < 2; ++helper) {
    in_child([&] {
      const WorkFolder folder(parents);
      std::ofstream(folder.file("x")) << "x";
      return raise(SIGKILL);
    });
    EXPECT_EQ(count(), 2u);
    support::remove_abandoned(parents);
    EXPECT_EQ(count(), 1u);
    EXPECT_TRUE(fs::exists(own.path()));
  }
}

TEST_F(WorkFolderTest, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const std::string parents[] = {base_};
  in_child([&] {
    const WorkFolder folder(parents);
    std::ofstream(folder.file("x")) << "x";
    fs::create_directory(folder.file("y"));
    return raise(SIGKILL);
  });
  EXPECT_EQ(count(), 1u);
  fs::create_directory(base_ + "/heddle-work-mine");  // of no such name
  EXPECT_EQ(in_child([&] { return WorkFolder(parents) ? 0 : 1; }), 0);
  EXPECT_EQ(count(), 1u);
  EXPECT_TRUE(fs::exists(base_ + "/heddle-work-mine"));
}

TEST_F(WorkFolderTest, WhatLivesStays) {
  const std::string parents[] = {base_};
  const WorkFolder folder(parents);
  EXPECT_EQ(in_child([&] { return WorkFolder(parents) ? 0 : 1; }), 0);
  EXPECT_TRUE(fs::exists(folder.path()));
}

TEST_F(WorkFolderTest, AProgramThatTookTheProcesssPlaceKeepsIt) {
  const std::string parents[] = {base_};
  int gate[2], ready[2];
  ASSERT_EQ(pipe(gate) | pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    WorkFolder folder(parents);
    folder.keep_through_exec();
    dup2(gate[0], 0);
    dup2(ready[1], 1);
    close(gate[1]);
    execl("/bin/sh", "sh", "-c", "echo; read line", nullptr);
    _exit(1);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(in_child([&] { return WorkFolder(parents) ? 0 : 1; }), 0);
  EXPECT_EQ(count(), 1u) << "the program runs";
  close(gate[0]);
  close(gate[1]);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(in_child([&] { return WorkFolder(parents) ? 0 : 1; }), 0);
  EXPECT_EQ(count(), 0u) << "it has ended";
}

TEST_F(WorkFolderTest, AParentWhereOthersCouldExchangeItIsLeftOut) {
  const std::string hostile = base_ + "/hostile", good = base_ + "/good";
  fs::create_directory(hostile);
  fs::create_directory(good);
  chmod(hostile.c_str(), 0777);
  const std::string parents[] = {hostile, good};
  const WorkFolder folder(parents);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder.path().starts_with(fs::canonical(good).string()));
  const std::string only[] = {hostile};
  EXPECT_FALSE(WorkFolder(only));
  chmod(hostile.c_str(), 01777);
  EXPECT_TRUE(WorkFolder(only)) << "sticky, as /tmp";
}

}  // namespace
}  // namespace heddle::test
