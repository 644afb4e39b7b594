// SPDX-License-Identifier: Apache-2.0
// A program that runs beside this process, of which neither the host program nor its children know.
//
// A child that had been started as others are would be returned by the program's wait() and tell it
// SIGCHLD. So the helper's parent is a supervisor: a process that shares this one's memory, has no
// signal for its end (wait() overlooks such children), and waits for the helper. The supervisor's
// parent is the thread in run(). Whoever of the three ends takes the next one along, however it
// ends (PR_SET_PDEATHSIG), also by exec and SIGKILL of the program. None stays behind as a zombie.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::engine {

class HelperProcess {
 public:
  // What stop() does with a helper that works. Left to itself is one that has said so in time
  // (PR_SET_PDEATHSIG): only the supervisor is killed.
  enum class AtStop : std::uint8_t { kKill, kLeave };
  HelperProcess(std::string path, std::vector<std::string> environment,
                AtStop at_stop = AtStop::kKill);

  // Starts the helper, which finds a copy of the descriptor `input` as its number kInput, all
  // standard streams closed to it, and waits for its end. The calling thread blocks all signals.
  // False when it could not be started.
  bool run(int input);
  // Kills or leaves it, or keeps it from starting. Also from signal handlers.
  void stop();

  static constexpr int kInput = 3;

 private:
  static int supervise(void* helper);
  int supervise();
  void kill_child();
  void keep_child();
  [[noreturn]] void become_helper() const;
  static int become(void* helper);

  const std::string path_;
  const std::vector<std::string> environment_;
  std::vector<char*> argv_, envp_;
  int input_ = -1;
  pid_t program_ = 0;     // this process
  pid_t supervisor_ = 0;  // as it sees itself
  char* stack_ = nullptr;
  std::atomic<bool> stopping_{false};
  const AtStop at_stop_;
  // Whom stop() kills, the helper or (kLeave) the supervisor, and 0 when nobody may kill it (any
  // more). Whoever takes it out does it; its parent reaps when that is done, so that the number is
  // nobody else's.
  std::atomic<pid_t> child_{0};
  std::atomic<bool> killed_{false};
};

}  // namespace heddle::engine
