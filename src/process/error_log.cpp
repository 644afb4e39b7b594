// SPDX-License-Identifier: Apache-2.0
#include "process/error_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "engine/memory/memory_events.h"
#include "support/environment.h"

namespace heddle::process {
namespace {

constexpr std::string_view kLeftOut = "[older entries are left out]\n";

// [Time][TID][Source][Severity][API Entry Point] Message
std::string line_of(LogLevel level, std::string_view call, std::string_view text) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  // Not by fmt/chrono.h, whose version 10 (Debian 13) clang 22 does not compile.
  return fmt::format("[{:02}:{:02}:{:02}.{:03}][{}][CUDA][{}][{}] {}", local.tm_hour, local.tm_min,
                     local.tm_sec, milliseconds, gettid(), level == LogLevel::kError ? 'E' : 'W',
                     call, text);
}

std::FILE* file_of_environment() {
  const char* name = support::variable("CUDA_LOG_FILE");
  if (!name || !*name) return nullptr;
  if (std::string_view(name) == "stdout") return stdout;
  if (std::string_view(name) == "stderr") return stderr;
  return std::fopen(name, "a");
}

// Set while a function of the program is told: what fails there is not told again.
thread_local bool telling = false;

}  // namespace

ErrorLog::ErrorLog() : file_(file_of_environment()) {}

void ErrorLog::add(LogLevel level, std::string_view call, std::string_view text) {
  std::string line = line_of(level, call, text);
  std::vector<std::shared_ptr<Listener>> listeners;
  {
    const std::lock_guard lock(mutex_);
    if (file_) {
      std::fprintf(file_, "%s\n", line.c_str());
      std::fflush(file_);
    }
    entries_.push_back(line);
    if (entries_.size() > kMostEntries) entries_.pop_front();
    ++next_;
    listeners = listeners_;
  }
  if (telling) return;
  telling = true;
  for (const auto& one : listeners) {
    one->callback(one->data, static_cast<int>(level), line.data(), line.size());
  }
  telling = false;
}

void* ErrorLog::register_callback(Callback callback, void* data) {
  const std::lock_guard lock(mutex_);
  listeners_.push_back(std::make_shared<Listener>(Listener{callback, data}));
  return listeners_.back().get();
}

bool ErrorLog::unregister_callback(const void* handle) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(listeners_, [&](const auto& one) { return one.get() == handle; }) != 0;
}

ErrorLog::Iterator ErrorLog::current() {
  const std::lock_guard lock(mutex_);
  return next_;
}

std::string ErrorLog::dump(Iterator* from, std::size_t most) {
  const std::lock_guard lock(mutex_);
  // Numbers may wrap around: what counts is how far back the iterator is.
  const Iterator wanted = from ? next_ - *from : static_cast<Iterator>(entries_.size());
  if (from) *from = next_;
  std::size_t count = std::min<std::size_t>(wanted, entries_.size());
  bool left_out = wanted > entries_.size();
  std::size_t bytes = 0;
  for (std::size_t i = entries_.size() - count; i < entries_.size(); ++i)
    bytes += entries_[i].size() + 1;
  while (count > 0 && bytes + (left_out ? kLeftOut.size() : 0) > most) {
    bytes -= entries_[entries_.size() - count].size() + 1;
    --count;
    left_out = true;
  }
  if (count == 0) return {};
  std::string text(left_out ? kLeftOut : std::string_view());
  for (std::size_t i = entries_.size() - count; i < entries_.size(); ++i)
    text += entries_[i] + '\n';
  return text;
}

// Never destroyed, as the root object.
ErrorLog& error_log() {
  static auto* const log = new ErrorLog;
  return *log;
}

void log_error(const char* name, const char* text) {
  error_log().add(LogLevel::kError, engine::MemoryEvents::caller().name,
                  fmt::format("answers {}: {}", name, text));
}

void log_warning(std::string_view text) {
  error_log().add(LogLevel::kWarning, engine::MemoryEvents::caller().name, text);
}

}  // namespace heddle::process
