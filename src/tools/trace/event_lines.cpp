// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/event_lines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

#include "support/message.h"
#include "support/option_words.h"
#include "tools/record_file.h"

namespace heddle::tools {

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::uint64_t thread_number() {
  // A child of fork has the variables of the thread that made it.
  thread_local pid_t process = 0;
  thread_local std::uint64_t number = 0;
  if (const pid_t self = getpid(); process != self) {
    process = self;
    number = static_cast<std::uint64_t>(gettid());
  }
  return number;
}

std::string json_string(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

EventLines::EventLines(std::string folder) : folder_(std::move(folder)) {}

void EventLines::begin_process() {
  process_ = getpid();
  if (file_) file_->forget();
  file_.reset();
  try {
    file_ = std::make_unique<MappedLines>(folder_);
    write(Json{{"process", process_}, {"command", own_command()}}.dump(
        -1, ' ', false, Json::error_handler_t::replace));
  } catch (const support::OptionError& error) {
    support::message(error.what());
  }
}

void EventLines::add(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (getpid() != process_) begin_process();
  write(line);
}

void EventLines::write(const std::string& line) {
  if (!file_ || file_->add(line)) return;
  support::message(fmt::format("there is no room in {} for more of the time line", folder_));
}

void EventLines::end() {
  const std::lock_guard lock(mutex_);
  if (getpid() == process_) write(R"({"end":true})");
}

}  // namespace heddle::tools
