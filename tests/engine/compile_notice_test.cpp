// SPDX-License-Identifier: Apache-2.0
// A compilation that takes long is told to a terminal, and to nothing else.
#include "engine/jit/compile_notice.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace heddle::engine {
namespace {

// What a notice writes to standard error, which is `fd`, while a compilation takes `milliseconds`.
std::string notice(int fd, int from, int milliseconds) {
  const int before = dup(STDERR_FILENO);
  dup2(fd, STDERR_FILENO);
  {
    const CompileNotice shown("_Z5scalePfi");
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  dup2(before, STDERR_FILENO);
  close(before);
  // A terminal hands on what was written a moment later, and not all at once.
  std::string text;
  pollfd readable{from, POLLIN, 0};
  while (poll(&readable, 1, /*milliseconds=*/300) == 1) {
    char piece[256];
    const auto size = read(from, piece, sizeof piece);
    if (size <= 0) break;
    text.append(piece, static_cast<std::size_t>(size));
  }
  return text;
}

TEST(CompileNotice, NamesTheKernelAfterTwoSeconds) {
  int master = 0, slave = 0;
  ASSERT_EQ(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
  const auto text = notice(slave, master, 2300);
  EXPECT_NE(text.find("heddle: compiling kernel scale(float*, int) ... 2 s"), std::string::npos)
      << text;
  EXPECT_EQ(text.substr(text.size() - 4), "\r\033[K") << "the line stays";
}

TEST(CompileNotice, SaysNothingOfShortOnes) {
  int master = 0, slave = 0;
  ASSERT_EQ(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(notice(slave, master, 50), "");
}

TEST(CompileNotice, SaysNothingWhereThereIsNoTerminal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(notice(ends[1], ends[0], 2300), "");
}

}  // namespace
}  // namespace heddle::engine
