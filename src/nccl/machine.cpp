// SPDX-License-Identifier: Apache-2.0
#include "nccl/machine.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "nccl/unique_id.h"
#include "support/environment.h"
#include "support/hash.h"

namespace heddle::nccl {
namespace {

std::uint64_t hash_of(const std::string& text) {
  return support::hash128(text.data(), text.size()).low;
}

}  // namespace

std::uint64_t host_number() {
  if (const char* const told = support::variable("NCCL_HOSTID")) return hash_of(told);
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  return hash_of(boot);
}

// A child of fork() is another one.
std::uint64_t process_number() {
  static const std::uint64_t random = random_number();
  return random ^ static_cast<std::uint64_t>(getpid()) << 32;
}

std::uint32_t visible_devices() {
  const char* const told = support::variable("CUDA_VISIBLE_DEVICES");
  return told ? static_cast<std::uint32_t>(hash_of(told)) : 0;
}

bool is_set(const char* name) {
  const char* const value = support::variable(name);
  return value && std::strtol(value, nullptr, 10) != 0;
}

}  // namespace heddle::nccl
