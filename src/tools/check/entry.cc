// SPDX-License-Identifier: Apache-2.0
// libheddle_check.so: the checks of this process, from its first call of the runtime to its end.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

#include "checker/checks.h"
#include "support/message.h"
#include "tools/check/deliver.h"
#include "tools/check/host_places.h"
#include "tools/check/library.h"
#include "tools/check/records.h"

namespace {

using namespace heddle;
using checker::Findings;

std::string own_folder() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&heddle_check_start), &info) || !info.dli_fname) return ".";
  const std::string path = info.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

checker::Options options_of(const char* text) {
  checker::Options options;
  const auto words = checker::split_words(text);
  if (checker::read_options(words, options) != words.size()) {
    throw checker::OptionError("options begin with --");
  }
  return options;
}

class Process {
 public:
  explicit Process(const char* options) : checks_(options_of(options)), pid_(getpid()) {
    checks_.ask_access(&heddle_has_access);
    if (checks_.options().records.empty()) return;
    records_ = std::make_unique<tools::RecordWriter>(checks_.options().records);
    checks_.findings().on_finding(
        [this](auto number, const auto& finding) {
          // A child of fork has the findings of its parent, and no GPU.
          if (getpid() == pid_) records_->finding(number, finding);
        },
        [this](auto number, auto count) {
          if (getpid() == pid_) records_->count(number, count);
        });
  }

  std::vector<probes::Listener*> listeners() { return checks_.listeners(); }
  Findings& findings() { return checks_.findings(); }

  // The process ends: its exit status.
  int finish(int status) {
    if (getpid() != pid_) return status;
    checks_.finish();
    Findings& findings = checks_.findings();
    if (records_) {
      records_->end(findings);
      return tools::exit_status(checks_.options(), findings.errors() != 0, status);
    }
    auto report = report_from(0);
    return tools::deliver(report, checks_.options(), own_folder(), status);
  }

  // heddle_check_end.
  void end_section() { checks_.end_section(); }

  // Of the findings from number `first` on.
  report::Report report_from(std::uint64_t first) {
    report::Report report;
    report.version = HEDDLE_VERSION;
    report.command = tools::own_command();
    report.findings = checks_.findings().all();
    report.findings.erase(report.findings.begin(),
                          report.findings.begin() + static_cast<std::ptrdiff_t>(first));
    const auto dropped = checks_.findings().dropped();
    report.suppressed = dropped.suppressed;
    report.over_limit = dropped.over_limit;
    return report;
  }

 private:
  checker::Checks checks_;
  std::unique_ptr<tools::RecordWriter> records_;
  const pid_t pid_;
};

// Never destroyed: kernels may run while the process ends.
Process* the_process = nullptr;
std::mutex the_mutex;
std::uint64_t section_begin = 0;  // heddle_check_begin
int status_at_exit = 0;
bool in_program = false;  // it began by heddle_check_begin: the program answers for the findings

// Throws OptionError.
void start(const char* options, void (*add)(void*, probes::Listener*), void* to) {
  the_process = new Process(options);
  on_exit([](int status, void*) { status_at_exit = status; }, nullptr);
  for (auto* listener : the_process->listeners()) add(to, listener);
}

// The last thing that is left to do in this process: the destructors of the program and what it
// registered with atexit are done.
__attribute__((destructor)) void end_of_process() {
  if (!the_process || in_program) return;
  int status = status_at_exit;
  try {
    status = the_process->finish(status_at_exit);
  } catch (const checker::OptionError& error) {
    support::message(error.what());
    status = 2;
  }
  if (status == status_at_exit) return;
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

HEDDLE_EXPORT void heddle_check_start(const char* options, void (*add)(void*, probes::Listener*),
                                      void* to) {
  std::lock_guard lock(the_mutex);
  if (the_process) return;
  try {
    start(options, add, to);
  } catch (const checker::OptionError& error) {
    support::usage_error(fmt::format("HEDDLE_CHECK: {}", error.what()));
  }
}

HEDDLE_EXPORT int heddle_check_begin_v1(const char* options) {
  std::lock_guard lock(the_mutex);
  if (!the_process) {
    in_program = true;
    try {
      start(
          options, [](void*, probes::Listener* listener) { heddle_add_listener(listener); },
          nullptr);
    } catch (const checker::OptionError& error) {
      support::message(fmt::format("heddle_check_begin: {}", error.what()));
      return -1;
    }
  }
  section_begin = the_process->findings().size();
  return 0;
}

HEDDLE_EXPORT int heddle_check_end_v1(char* text, std::size_t room) {
  std::lock_guard lock(the_mutex);
  if (!the_process) return 0;
  the_process->end_section();
  auto report = the_process->report_from(section_begin);
  tools::find_host_places(report.findings, own_folder());
  if (text && room) {
    const auto whole = report::as_text(report);
    const auto length = std::min(whole.size(), room - 1);
    std::memcpy(text, whole.data(), length);
    text[length] = 0;
  }
  return static_cast<int>(report.errors());
}
