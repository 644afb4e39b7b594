// SPDX-License-Identifier: Apache-2.0
// Child processes: start, wait, capture. No shell is involved.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace heddle::frontend {

using Command = std::vector<std::string>;

// A child whose stderr goes to a temporary file, so that two compilers may run at the same time
// without mixing their diagnostics. A child still running at destruction is killed; it does not
// outlive the thread that started it, whatever ends that.
class Child {
 public:
  // Starts the command, looked up on PATH. An empty `stderr_path` leaves stderr as it is.
  // Throws Failure when it cannot be started.
  Child(const Command& command, std::string stderr_path);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();

  // Exit status as shells report it: the exit code, or 128 + signal; StepFailed::kInterrupted,
  // whatever it says, when this process was_interrupted(). May be called again.
  int wait();
  // Whether it has ended; never blocks.
  bool ended();
  void kill();
  // What it wrote to stderr (after it ended).
  std::string diagnostics() const;

 private:
  pid_t pid_ = -1;
  int status_ = -1;
  std::string stderr_path_;
};

// Ctrl-C reaches this process and its children alike. It outlives them, to remove its temporary
// files, and begins nothing new. A child that has not become its program yet loses the signal, so
// this process notes it.
void note_interruptions();
bool was_interrupted();

// Runs to the end with inherited streams; returns the exit status as Child::wait does.
int run(const Command& command);

// The command as one could type it.
std::string shell_quote(const Command& command);

}  // namespace heddle::frontend
