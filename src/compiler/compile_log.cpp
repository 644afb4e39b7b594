// SPDX-License-Identifier: Apache-2.0
#include "compiler/compile_log.h"

#include <ctime>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Stages below this are summed up as "other".
constexpr double kWorthARow = 0.005;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

CompileLog::Stage::Stage(CompileLog& log, StringRef name)
    : log_(log), name_(name), begin_(cpu_seconds()) {}

CompileLog::Stage::~Stage() {
  const double seconds = cpu_seconds() - begin_;
  auto row = find_if(log_.rows_, [&](const Row& r) { return r.name == name_; });
  if (row != log_.rows_.end()) {
    row->seconds += seconds;
  } else {
    log_.rows_.push_back({name_, seconds});
  }
}

void CompileLog::note_instructions_in(const Module& module) {
  instructions_in_ = instruction_count(module);
}

void CompileLog::note_instructions_out(const Module& module) {
  instructions_out_ = instruction_count(module);
}

void CompileLog::note_given_up(std::string what) {
  if (!is_contained(given_up_, what)) given_up_.push_back(std::move(what));
}

void CompileLog::note_places(const char* pass, unsigned places) {
  if (places > 0) places_.push_back(formatv("{0}:{1}", pass, places));
}

double CompileLog::seconds() const {
  double sum = 0;
  for (const auto& row : rows_) sum += row.seconds;
  return sum;
}

std::string CompileLog::text() const {
  std::string text = formatv("{0:f2} s (", seconds());
  double other = 0;
  for (const auto& row : rows_) {
    if (row.seconds < kWorthARow) {
      other += row.seconds;
    } else {
      text += formatv("{0} {1:f2}, ", row.name, row.seconds);
    }
  }
  text += formatv("other {0:f2}), {1} instructions in, {2} out, gave up: ", other, instructions_in_,
                  instructions_out_);
  text += given_up_.empty() ? "nothing" : join(given_up_, ", ");
  return text + formatv(", predicted {0:f2}", predicted_).str() + ", passes=" + places();
}

std::string CompileLog::places() const {
  return places_.empty() ? "none" : join(places_, ",");
}

std::uint64_t instruction_count(const Module& module) {
  std::uint64_t count = 0;
  for (const auto& function : module) count += function.getInstructionCount();
  return count;
}

}  // namespace heddle::compiler
