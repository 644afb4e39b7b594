// SPDX-License-Identifier: Apache-2.0
#include "support/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "support/cpu.h"
#include "support/environment.h"
#include "support/message.h"

namespace heddle::support {
namespace {

std::string env(const char* name) {
  const char* value = variable(name);
  return value ? value : "";
}

bool parse_number(const std::string& text, std::uint64_t* out) {
  if (text.empty() || text.size() > 19) return false;
  std::uint64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  *out = value;
  return true;
}

bool flag(const char* name, bool otherwise = false) {
  const std::string value = env(name);
  if (value.empty()) return otherwise;
  if (value == "0") return false;
  if (value == "1") return true;
  usage_error(fmt::format("{}={}: expected 0 or 1", name, value));
}

unsigned read_threads() {
  const std::string value = env("HEDDLE_THREADS");
  if (value.empty()) return process_cpus();
  std::uint64_t n = 0;
  if (!parse_number(value, &n) || n < 1 || n > 4096) {
    usage_error(fmt::format("HEDDLE_THREADS={}: expected a number from 1 to 4096", value));
  }
  return static_cast<unsigned>(n);
}

std::string read_isa() {
  const std::string value = env("HEDDLE_ISA");
  if (value.empty()) return best_isa();
  bool known = false;
  for (const char* name : kIsaNames) known = known || value == name;
  if (!known) {
    usage_error(fmt::format("HEDDLE_ISA={}: expected avx512, avx2 or baseline", value));
  }
  if (!cpu_supports(value)) {
    usage_error(
        fmt::format("HEDDLE_ISA={}: this CPU cannot run it (its best is {})", value, best_isa()));
  }
  return value;
}

void read_schedule(Settings* settings) {
  const std::string value = env("HEDDLE_SCHEDULE");
  if (value.empty() || value == "ordered") return;
  const std::string name = value.substr(0, value.find(':'));
  const bool has_seed = name.size() != value.size();
  if ((name != "shuffle" && name != "accesses") ||
      (has_seed && !parse_number(value.substr(name.size() + 1), &settings->seed))) {
    usage_error(fmt::format(
        "HEDDLE_SCHEDULE={}: expected ordered, shuffle[:seed] or accesses[:seed]", value));
  }
  settings->shuffle = true;
  settings->at_accesses = name == "accesses";
}

Settings::Strict read_strict() {
  const std::string value = env("HEDDLE_STRICT");
  if (value.empty() || value == "0") return Settings::Strict::kOff;
  if (value == "1") return Settings::Strict::kBest;
  if (value == "pages") return Settings::Strict::kPages;
  usage_error(fmt::format("HEDDLE_STRICT={}: expected 0, 1 or pages", value));
}

Settings::DebugCode read_debug_code() {
  const std::string value = env("HEDDLE_DEBUG_CODE");
  if (value.empty() || value == "auto") return Settings::DebugCode::kAuto;
  if (value == "always") return Settings::DebugCode::kAlways;
  usage_error(fmt::format("HEDDLE_DEBUG_CODE={}: expected auto or always", value));
}

int read_registers() {
  const std::string value = env("HEDDLE_REGISTERS");
  if (value.empty()) return 0;
  std::uint64_t n = 0;
  if (!parse_number(value, &n) || n < 1 || n > 255) {
    usage_error(fmt::format("HEDDLE_REGISTERS={}: expected a number from 1 to 255", value));
  }
  return static_cast<int>(n);
}

// A kernel gives up its vectors for it, and wide ones are worth more of the compiler's time.
double usual_budget(const std::string& isa) {
  return isa == "baseline" ? 1.5 : 2;
}

double read_budget(const std::string& isa) {
  const std::string value = env("HEDDLE_COMPILE_BUDGET");
  if (value.empty()) return usual_budget(isa);
  char* end = nullptr;
  const double seconds = std::strtod(value.c_str(), &end);
  const bool digits = value.find_first_not_of("0123456789.") == std::string::npos;
  if (!digits || *end != '\0' || seconds > 1000) {
    usage_error(fmt::format("HEDDLE_COMPILE_BUDGET={}: expected seconds, as 1.5, or 0 for no bound",
                            value));
  }
  return seconds;
}

std::uint64_t read_bytes(const char* name, std::uint64_t otherwise) {
  const std::string value = env(name);
  if (value.empty()) return otherwise;
  std::uint64_t bytes = 0;
  if (!parse_bytes(value, &bytes)) {
    usage_error(fmt::format("{}={}: expected bytes, as 123, 64K, 80M or 2G", name, value));
  }
  return bytes;
}

}  // namespace

std::uint64_t cache_bytes() {
  return read_bytes("HEDDLE_CACHE_SIZE", std::uint64_t{1} << 30);
}

bool parse_bytes(const std::string& text, std::uint64_t* out) {
  std::string digits = text;
  unsigned shift = 0;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'K':
      case 'k':
        shift = 10;
        break;
      case 'M':
      case 'm':
        shift = 20;
        break;
      case 'G':
      case 'g':
        shift = 30;
        break;
      default:
        break;
    }
    if (shift) digits.pop_back();
  }
  std::uint64_t value = 0;
  if (!parse_number(digits, &value) || value > (~std::uint64_t{0} >> shift)) return false;
  *out = value << shift;
  return true;
}

std::string chosen_gpus() {
  std::string gpu = env("HEDDLE_GPU");
  return gpu.empty() ? Settings().gpu : gpu;
}

// Names with commas between.
static void read_log(Settings* settings) {
  const std::string all = env("HEDDLE_LOG");
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    const std::string_view name(all.data() + begin, end - begin);
    if (name == "launch") {
      settings->log_launch = true;
    } else if (name == "compile") {
      settings->log_compile = true;
    } else {
      usage_error(fmt::format("HEDDLE_LOG={}: expected launch, compile or launch,compile", all));
    }
    begin = end + 1;
  }
}

Settings read_settings() {
  Settings settings;
  settings.gpu = chosen_gpus();
  settings.threads = read_threads();
  settings.isa = read_isa();
  read_schedule(&settings);
  settings.reference = flag("HEDDLE_REFERENCE") || settings.at_accesses;
  settings.fiber = flag("HEDDLE_FIBER");
  settings.debug_code = read_debug_code();
  settings.cache_dir = cache_directory();
  settings.cache_bytes = cache_bytes();
  settings.compile_budget = read_budget(settings.isa);
  settings.compile_ahead = flag("HEDDLE_COMPILE_AHEAD", true);
  settings.memory_bytes = read_bytes("HEDDLE_MEMORY", 0);
  settings.strict = read_strict();
  settings.registers = read_registers();
  settings.launch_blocking = env("CUDA_LAUNCH_BLOCKING") == "1";
  settings.dump_dir = env("HEDDLE_DUMP");
  settings.passes = env("HEDDLE_PASSES");
  read_log(&settings);
  return settings;
}

}  // namespace heddle::support
