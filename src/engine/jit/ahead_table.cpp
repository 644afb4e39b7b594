// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/ahead_table.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstring>
#include <ctime>
#include <new>

namespace heddle::engine {
namespace {

constexpr char kMagic[16] = "HEDDLE-AHEAD-03";

struct Bytes {
  std::uint64_t at = 0, size = 0;
};

}  // namespace

struct AheadTable::Header {
  char magic[16];
  std::uint64_t size;  // of all
  std::uint64_t cache_bytes;
  double limit;
  std::uint32_t job_count, module_count, log;
  std::int32_t program;
  std::atomic<std::int32_t> helper;
  std::uint64_t compiler_folder, compiler_identity, isa, passes, cache_dir;
};

bool AheadJob::change(State from, State to) {
  std::uint32_t expected = from;
  return state.compare_exchange_strong(expected, to);
}

// Not FUTEX_PRIVATE: the memory is of two processes.
void AheadJob::wake_waiters() {
  syscall(SYS_futex, &state, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void AheadJob::wait(int milliseconds) {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  syscall(SYS_futex, &state, FUTEX_WAIT, kRunning, &time, nullptr, 0);
}

AheadTable::AheadTable(support::Descriptor file, void* memory, std::uint64_t size)
    : file_(std::move(file)), memory_(memory), size_(size) {}

AheadTable::~AheadTable() {
  munmap(memory_, size_);
}

AheadTable::Header& AheadTable::header() const {
  return *static_cast<Header*>(memory_);
}

std::span<AheadJob> AheadTable::jobs() const {
  return {reinterpret_cast<AheadJob*>(&header() + 1), header().job_count};
}

const char* AheadTable::text(std::uint64_t at) const {
  return static_cast<const char*>(memory_) + at;
}

std::atomic<std::int32_t>& AheadTable::helper() const {
  return header().helper;
}

std::shared_ptr<AheadTable> AheadTable::make(const AheadCommon& common,
                                             std::span<const AheadRequest> requests) {
  const std::uint64_t modules_at = sizeof(Header) + requests.size() * sizeof(AheadJob);
  std::uint64_t size = modules_at + common.modules.size() * sizeof(Bytes);
  const auto place = [&size](std::uint64_t bytes) {
    const std::uint64_t at = size;
    size += (bytes + 15) / 16 * 16;
    return at;
  };
  std::vector<Bytes> modules;
  for (const auto& bitcode : common.modules)
    modules.push_back({place(bitcode.size()), bitcode.size()});
  const std::string* const texts[] = {&common.compiler_folder, &common.compiler_identity,
                                      &common.isa, &common.passes, &common.cache_dir};
  std::vector<std::uint64_t> text_at, kernel_at;
  for (const std::string* text : texts) text_at.push_back(place(text->size() + 1));
  for (const AheadRequest& request : requests)
    kernel_at.push_back(place(request.kernel.size() + 1));

  support::Descriptor file(memfd_create("heddle-ahead", MFD_CLOEXEC));
  if (!file || ftruncate(file.number(), static_cast<off_t>(size)) != 0) return nullptr;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* bytes = static_cast<char*>(memory);
  auto* header = new (memory) Header{};
  std::memcpy(header->magic, kMagic, sizeof kMagic);
  header->size = size;
  header->cache_bytes = common.cache_bytes;
  header->job_count = static_cast<std::uint32_t>(requests.size());
  header->module_count = static_cast<std::uint32_t>(modules.size());
  header->log = common.log;
  header->limit = common.limit;
  header->program = common.program;
  std::uint64_t* const fields[] = {&header->compiler_folder, &header->compiler_identity,
                                   &header->isa, &header->passes, &header->cache_dir};
  for (std::size_t i = 0; i < std::size(fields); ++i) {
    *fields[i] = text_at[i];
    std::memcpy(bytes + text_at[i], texts[i]->c_str(), texts[i]->size() + 1);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const AheadRequest& request = requests[i];
    auto* job = new (bytes + sizeof(Header) + i * sizeof(AheadJob)) AheadJob;
    std::memcpy(job->block, request.block, sizeof job->block);
    job->flags = request.flags;
    job->probe_mask = request.probe_mask;
    job->budget = request.budget;
    job->key = request.key;
    job->instead = request.instead;
    job->kernel = kernel_at[i];
    std::memcpy(bytes + kernel_at[i], request.kernel.c_str(), request.kernel.size() + 1);
  }
  if (!modules.empty())
    std::memcpy(bytes + modules_at, modules.data(), modules.size() * sizeof(Bytes));
  for (std::size_t i = 0; i < modules.size(); ++i) {
    std::memcpy(bytes + modules[i].at, common.modules[i].data(), modules[i].size);
  }
  return std::shared_ptr<AheadTable>(new AheadTable(std::move(file), memory, size));
}

std::unique_ptr<AheadTable> AheadTable::open(int descriptor) {
  struct stat info{};
  if (fstat(descriptor, &info) != 0 || info.st_size < static_cast<off_t>(sizeof(Header))) {
    return nullptr;
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return nullptr;
  std::unique_ptr<AheadTable> table(new AheadTable(support::Descriptor(descriptor), memory, size));
  const Header& header = table->header();
  const bool good = std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 && header.size == size;
  return good ? std::move(table) : nullptr;
}

AheadCommon AheadTable::common() const {
  const Header& header = this->header();
  AheadCommon common;
  common.compiler_folder = text(header.compiler_folder);
  common.compiler_identity = text(header.compiler_identity);
  common.isa = text(header.isa);
  common.passes = text(header.passes);
  common.cache_dir = text(header.cache_dir);
  common.cache_bytes = header.cache_bytes;
  common.log = header.log != 0;
  common.limit = header.limit;
  common.program = header.program;
  const auto* modules = reinterpret_cast<const Bytes*>(jobs().data() + jobs().size());
  for (std::uint32_t i = 0; i < header.module_count; ++i) {
    common.modules.emplace_back(reinterpret_cast<const std::uint8_t*>(text(modules[i].at)),
                                modules[i].size);
  }
  return common;
}

void AheadTable::end() {
  for (AheadJob& job : jobs()) {
    if (job.change(AheadJob::kRunning, AheadJob::kFailed)) job.wake_waiters();
    job.change(AheadJob::kWaiting, AheadJob::kTaken);
  }
  file_ = support::Descriptor();
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t jobs_end = sizeof(Header) + jobs().size_bytes();
  const std::uint64_t kept = (jobs_end + page - 1) / page * page;
  if (kept < size_) madvise(static_cast<char*>(memory_) + kept, size_ - kept, MADV_REMOVE);
}

}  // namespace heddle::engine
