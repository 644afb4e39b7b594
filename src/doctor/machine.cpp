// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "doctor/doctor.h"
#include "support/cpu.h"
#include "support/trusted_folder.h"
#include "support/work_folder.h"

namespace heddle::doctor {
namespace {

constexpr std::uint64_t kLeastSpace = 64 << 20;

// Empty, or why a compiled kernel could not be loaded from here: a file system may be mounted
// without the right to run what is on it.
std::string cannot_run_from(const std::string& folder) {
  const std::string path = folder + "/probe";
  const support::Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (!file || ftruncate(file.number(), static_cast<off_t>(size)) != 0) return std::strerror(errno);
  void* page = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, file.number(), 0);
  if (page == MAP_FAILED)
    return fmt::format("code may not run from there: {}", std::strerror(errno));
  munmap(page, size);
  return {};
}

void look_at_folders(Report& report, const char* topic, const char* need,
                     const std::vector<std::string>& parents) {
  const support::WorkFolder work(parents);
  if (!work) {
    report.missing(topic, fmt::format("no folder can be made in {}: {}; {}",
                                      fmt::join(parents, " or "), std::strerror(errno), need));
    return;
  }
  const std::string folder = work.path().substr(0, work.path().rfind('/'));
  if (const std::string why = cannot_run_from(work.path()); !why.empty()) {
    report.missing(topic, fmt::format("{}: {}; {}", folder, why, need));
    return;
  }
  struct statvfs info{};
  const bool known = statvfs(folder.c_str(), &info) == 0 && info.f_blocks != 0;
  const std::uint64_t space = std::uint64_t{info.f_bavail} * info.f_frsize;
  if (known && space < kLeastSpace) {
    report.missing(topic, fmt::format("{} has {} MB left; {}", folder, space >> 20, need));
    return;
  }
  report.good(topic, folder);
}

}  // namespace

void look_at_machine(Report& report) {
  report.good("CPU",
              fmt::format("{} of it, vectors: {}", support::process_cpus(), support::best_isa()));
  report.good("libc", fmt::format("glibc {}", gnu_get_libc_version()));
  look_at_folders(report, "temporary", "set TMPDIR to a folder of yours",
                  support::temporary_parents());
  look_at_folders(report, "in memory", "mount /dev/shm, or set TMPDIR", support::memory_parents());
}

}  // namespace heddle::doctor
