// SPDX-License-Identifier: Apache-2.0
#include "support/cpu.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace heddle::support {

bool cpu_supports(const std::string& isa) {
  if (isa == "baseline") return true;
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("f16c");
  if (isa == "avx2") return avx2;
  if (isa == "avx512") {
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd");
  }
#endif
  return false;
}

const char* best_isa() {
  if (cpu_supports("avx512")) return "avx512";
  if (cpu_supports("avx2")) return "avx2";
  return "baseline";
}

unsigned process_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 ? static_cast<unsigned>(count) : 1;
}

std::uint64_t cache_share_bytes() {
  static const std::uint64_t bytes = [] {
    // What the kernel says is what this machine has; cpuid, which sysconf asks, may count caches
    // that a virtual machine does not get.
    std::uint64_t largest = 0;
    for (int index = 0; index < 8; ++index) {
      std::ifstream file(fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/size", index));
      std::uint64_t kibibytes = 0;
      if (file >> kibibytes) largest = std::max(largest, kibibytes << 10);
    }
    for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
      if (largest != 0) break;
      if (const long size = sysconf(level); size > 0) largest = static_cast<std::uint64_t>(size);
    }
    if (largest == 0) return ~std::uint64_t{0};
    constexpr std::uint64_t kBytesOfCpu = 16 << 20;
    const auto cpus = static_cast<std::uint64_t>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
    return std::min(largest / 2, cpus * kBytesOfCpu);
  }();
  return bytes;
}

void finish_streaming_stores() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

void keep_denormals() {
#if defined(__x86_64__)
  constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZeros = 0x40;
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~(kFlushToZero | kDenormalsAreZeros));
#endif
}

std::string cpu_identity() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  std::string text;
  // Leaf 1 carries the APIC id of the calling core in ebx: it must not be part of the key.
  __get_cpuid(0, &a, &b, &c, &d);
  text += fmt::format("{:x}-{:x}-{:x};", b, d, c);
  __get_cpuid(1, &a, &b, &c, &d);
  text += fmt::format("{:x}-{:x}-{:x};", a, c & ~(1u << 27), d);
  for (unsigned sub = 0; sub < 2; ++sub) {
    if (__get_cpuid_count(7, sub, &a, &b, &c, &d)) text += fmt::format("{:x}-{:x}-{:x};", b, c, d);
  }
  return text;
#else
  return "unknown";
#endif
}

}  // namespace heddle::support
