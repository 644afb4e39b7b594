// SPDX-License-Identifier: Apache-2.0
// A helper runs, ends and is killed, and the host program sees nothing of it.
#include "engine/jit/helper_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace heddle::engine {
namespace {

std::atomic<int> child_signals{0};

// Runs `program` as the engine does: in a thread that takes no signals.
class Started {
 public:
  explicit Started(const std::string& program, int input = 0)
      : helper_(program, {}), thread_([this, input] {
          sigset_t all;
          sigfillset(&all);
          pthread_sigmask(SIG_SETMASK, &all, nullptr);
          good_ = helper_.run(input);
        }) {}
  bool ends() {
    thread_.join();
    return good_;
  }
  HelperProcess& process() { return helper_; }

 private:
  HelperProcess helper_;
  bool good_ = false;
  std::thread thread_;
};

TEST(HelperProcess, SaysHowItEnded) {
  EXPECT_TRUE(Started("/bin/true").ends());
  EXPECT_FALSE(Started("/bin/false").ends());
  EXPECT_FALSE(Started("/no/such/program").ends());
}

TEST(HelperProcess, IsNotSeenAndCanBeKilled) {
  child_signals = 0;
  signal(SIGCHLD, [](int) { ++child_signals; });
  Started helper("/usr/bin/yes");  // writes to nowhere for ever
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  helper.process().stop();
  EXPECT_FALSE(helper.ends());
  EXPECT_EQ(child_signals, 0);
  signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG | __WALL), -1) << "a zombie";
}

TEST(HelperProcess, IsReapedWhereChildrenLeaveNoStatus) {
  signal(SIGCHLD, SIG_IGN);
  EXPECT_TRUE(Started("/bin/true").ends());
  signal(SIGCHLD, SIG_DFL);
}

TEST(HelperProcess, DoesNotBeginAfterStop) {
  HelperProcess helper("/usr/bin/yes", {});
  helper.stop();
  EXPECT_FALSE(helper.run(0));
}

TEST(HelperProcess, GetsTheInputAndNothingElse) {
  const int file = memfd_create("input", 0);
  const std::string path = testing::TempDir() + "heddle_helper_" + std::to_string(getpid());
  const std::string script = path + ".sh";
  std::ofstream(script) << "#!/bin/bash\necho /proc/self/fd/* > " << path << "\ncat <&3 >> " << path
                        << "\nenv >> " << path << "\n";
  chmod(script.c_str(), 0700);
  ASSERT_EQ(write(file, "given\n", 6), 6);
  lseek(file, 0, SEEK_SET);
  const int other = dup2(file, 77);  // not O_CLOEXEC
  EXPECT_TRUE(Started(script, file).ends());
  close(other);
  close(file);
  std::ifstream in(path);
  const std::string all((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(all.substr(0, all.find("\nPWD")).find("given"), all.find('\n') + 1) << all;
  EXPECT_EQ(all.find("/fd/77"), std::string::npos) << all;
  EXPECT_EQ(all.find("HOME="), std::string::npos) << all;
  unlink(path.c_str());
  unlink(script.c_str());
}

}  // namespace
}  // namespace heddle::engine
