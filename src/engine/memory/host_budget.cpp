// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/host_budget.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace heddle::engine {
namespace {

constexpr std::uint64_t kUnseen = std::uint64_t{64} << 20;

std::uint64_t number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : ~std::uint64_t{0};  // "max" (no limit) fails to parse
}

std::uint64_t group_limit() {
  return std::min(number_in("/sys/fs/cgroup/memory.max"),
                  number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
}

std::uint64_t group_usage() {
  const std::uint64_t v2 = number_in("/sys/fs/cgroup/memory.current");
  if (v2 != ~std::uint64_t{0}) return v2;
  return number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes");
}

std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  std::uint64_t value = 0;
  std::uint64_t available = 0;
  while (file >> name >> value) {
    std::getline(file, unit);
    if (name == "MemAvailable:" || name == "SwapFree:") available += value * 1024;
  }
  return available ? available : ~std::uint64_t{0};
}

}  // namespace

std::uint64_t host_memory_budget() {
  struct sysinfo info{};
  if (sysinfo(&info) != 0) return std::uint64_t{1} << 30;
  const std::uint64_t host =
      (std::uint64_t{info.totalram} + info.totalswap) * std::uint64_t{info.mem_unit};
  return std::min(host, group_limit()) / 5 * 4;
}

bool host_can_commit(std::uint64_t bytes) {
  if (bytes <= kUnseen) return true;
  const std::uint64_t limit = group_limit();
  const std::uint64_t used = limit == ~std::uint64_t{0} ? 0 : group_usage();
  const std::uint64_t in_group = used < limit ? limit - used : 0;
  return bytes <= std::min(available_memory(), in_group) / 20 * 19;
}

}  // namespace heddle::engine
