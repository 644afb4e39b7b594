// SPDX-License-Identifier: Apache-2.0
// libheddle_profile.so: the profile of this process, from its first call of the runtime to its end.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <mutex>

#include "profiler/collector.h"
#include "profiler/transfer_collector.h"
#include "support/message.h"
#include "tools/profile/deliver.h"
#include "tools/profile/library.h"
#include "tools/profile/records.h"
#include "tools/trace/work_listener.h"

namespace {

using namespace heddle;

profiler::Options options_of(const char* text) {
  profiler::Options options;
  const auto words = support::split_words(text);
  if (profiler::read_options(words, options) != words.size()) {
    throw support::OptionError("options begin with --");
  }
  return options;
}

// What the tool does in this process.
class Task {
 public:
  virtual ~Task() = default;
  virtual std::vector<probes::Listener*> listeners() = 0;
  // The process ends.
  virtual void finish() = 0;
};

// --trace: when its streams do what. What it calls is timed in front of libheddle (tools/trace).
class TimelineTask : public Task {
 public:
  explicit TimelineTask(const profiler::Options& options) : lines_(options.records) {}
  std::vector<probes::Listener*> listeners() override { return {&works_}; }
  void finish() override { lines_.end(); }

 private:
  tools::EventLines lines_;
  tools::WorkListener works_{lines_};
};

// What its kernels do.
class ProfileTask : public Task {
 public:
  explicit ProfileTask(profiler::Options options)
      : options_(std::move(options)),
        asked_(tools::asked_for(options_)),
        collector_(options_, options_.predict ? asked_.gpus : std::vector<gpu::Model>()),
        pid_(getpid()) {
    if (options_.records.empty()) return;
    records_ = std::make_unique<tools::ProfileWriter>(options_.records);
    // A child of fork has the profiles of its parent, and no GPU.
    collector_.on_profile({[this](auto number, const auto& profile) {
                             if (getpid() == pid_) records_->profile(number, profile);
                           },
                           [this](auto profile, auto number) {
                             if (getpid() == pid_) records_->launch(profile, number);
                           }});
  }

  std::vector<probes::Listener*> listeners() override { return {&collector_, &transfers_}; }

  void finish() override {
    if (getpid() != pid_) return;
    auto run = collector_.run();
    run.transfers = transfers_.all();
    if (records_) {
      records_->end(run);
    } else {
      tools::deliver(std::move(run), tools::own_command(), options_, std::move(asked_),
                     STDERR_FILENO);
    }
  }

 private:
  const profiler::Options options_;
  // What is wrong with it is said now; at the end of the process variables of libraries are gone.
  tools::Asked asked_;
  profiler::Collector collector_;
  profiler::TransferCollector transfers_;
  std::unique_ptr<tools::ProfileWriter> records_;
  const pid_t pid_;
};

Task* task_for(profiler::Options options) {
  if (options.trace.empty()) return new ProfileTask(std::move(options));
  if (options.records.empty()) {
    throw support::OptionError("--trace is for the command heddle profile");
  }
  return new TimelineTask(options);
}

// Never destroyed: kernels may run while the process ends.
Task* the_task = nullptr;
std::mutex the_mutex;

// The last thing that is left to do in this process: the destructors of the program and what it
// registered with atexit are done.
__attribute__((destructor)) void end_of_process() {
  if (!the_task) return;
  try {
    the_task->finish();
  } catch (const support::OptionError& error) {
    support::message(error.what());
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void heddle_profile_start(
    const char* options, void (*add)(void*, probes::Listener*), void* to) {
  const std::lock_guard lock(the_mutex);
  if (the_task) return;
  try {
    the_task = task_for(options_of(options));
    for (auto* listener : the_task->listeners()) add(to, listener);
  } catch (const support::OptionError& error) {
    support::usage_error(fmt::format("HEDDLE_PROFILE: {}", error.what()));
  }
}
