// SPDX-License-Identifier: Apache-2.0
#include "support/settings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "doctor/doctor.h"
#include "support/environment.h"
#include "support/nearest.h"
#include "support/trusted_folder.h"

namespace heddle::doctor {
namespace {

namespace fs = std::filesystem;

// README and docs say what each is for.
constexpr std::string_view kKnown[] = {"HEDDLE_CACHE_DIR",
                                       "HEDDLE_CACHE_SIZE",
                                       "HEDDLE_CHECK",
                                       "HEDDLE_COMPILE_AHEAD",
                                       "HEDDLE_COMPILE_BUDGET",
                                       "HEDDLE_DEBUG_CODE",
                                       "HEDDLE_DUMP",
                                       "HEDDLE_FIBER",
                                       "HEDDLE_GPU",
                                       "HEDDLE_ISA",
                                       "HEDDLE_LOG",
                                       "HEDDLE_MEMORY",
                                       "HEDDLE_PASSES",
                                       "HEDDLE_PROFILE",
                                       "HEDDLE_REFERENCE",
                                       "HEDDLE_REGISTERS",
                                       "HEDDLE_SCHEDULE",
                                       "HEDDLE_STRICT",
                                       "HEDDLE_TENSOR_CORES",
                                       "HEDDLE_THREADS"};

void look_at_variables(Report& report) {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("HEDDLE_")) continue;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::find(kKnown, name) != std::end(kKnown)) {
      report.note("setting", std::string(text));
      continue;
    }
    report.note("setting", fmt::format("{} is not a setting and counts for nothing; {} is", name,
                                       support::nearest(name, kKnown, 1).front()));
  }
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LD_PRELOAD"}) {
    if (const char* value = support::variable(name); value != nullptr) {
      report.note("variable", fmt::format("{}={}", name, value));
    }
  }
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t sum = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    const std::uint64_t size = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
    if (!gone) sum += size;
  }
  return sum;
}

void look_at_cache(Report& report) {
  constexpr const char* kEffect =
      "each run compiles anew; set HEDDLE_CACHE_DIR to a folder of yours";
  const std::string cache = support::cache_directory();
  if (cache.empty()) {
    report.note("cache", fmt::format("none, since HOME is not set: {}", kEffect));
    return;
  }
  const auto folder = support::TrustedFolder::open(cache, true);
  if (!folder || access(cache.c_str(), W_OK) != 0) {
    report.note("cache", fmt::format("{}: {}: {}", cache, std::strerror(errno), kEffect));
    return;
  }
  report.good("cache", fmt::format("{}, {} MB of at most {} MB; it may be deleted at any time",
                                   cache, bytes_below(cache) >> 20, support::cache_bytes() >> 20));
}

}  // namespace

void look_at_settings(Report& report) {
  look_at_cache(report);
  look_at_variables(report);
}

}  // namespace heddle::doctor
