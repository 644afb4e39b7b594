// SPDX-License-Identifier: Apache-2.0
// Pools of several processes: the one that made it exports a file, the others import it, and then
// single allocations. The way of the file from process to process is the program's.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "engine/base/foreign_file.h"
#include "process/device_state.h"
#include "runtime/memory/pool.h"

namespace heddle::runtime {
namespace {

// What cudaMemPoolPtrExportData holds.
struct Exported {
  std::uint64_t magic, file_number, offset, bytes;
};
constexpr std::uint64_t kMagic = 0x6c6f6f70646568;
static_assert(sizeof(Exported) <= sizeof(cudaMemPoolPtrExportData));

std::uint64_t number_of(int file) {
  struct stat status{};
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

// Of the device or the host's memory whose pool made the file; null if none did.
engine::Pools* pools_of_file(int file) {
  const int device = engine::number_in_name(file, kPoolFile);
  if (is_device(device)) return &the_engine().device(device).pools;
  const bool host = engine::number_in_name(file, kHostPoolFile) == 0;
  return host ? &the_engine().host_pools(true) : nullptr;
}

}  // namespace

HEDDLE_API cudaError_t cudaMemPoolExportToShareableHandle(void* out, cudaMemPool_t handle,
                                                          cudaMemAllocationHandleType type,
                                                          unsigned flags) {
  const Pool* pool = pool_of(handle);
  if (!out || !pool || flags || type != cudaMemHandleTypePosixFileDescriptor) {
    return answer(Error::kInvalidValue);
  }
  if (pool->file < 0 || pool->origin == Pool::Origin::kImported) {
    return answer(Error::kInvalidValue);
  }
  const int file = fcntl(pool->file, F_DUPFD_CLOEXEC, 0);
  if (file < 0) return answer(cudaErrorOperatingSystem);
  *static_cast<int*>(out) = file;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* out, void* handle,
                                                            cudaMemAllocationHandleType type,
                                                            unsigned flags) {
  return on_device([&](Device&) {
    if (!out || flags || type != cudaMemHandleTypePosixFileDescriptor) return Error::kInvalidValue;
    const auto given = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
    engine::Pools* pools = pools_of_file(given);
    if (!pools || !engine::is_memory_of_this_user(given)) return Error::kInvalidValue;
    const int file = fcntl(given, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return Error::kInvalidValue;
    *out = handle_of(*pools->create(Pool::Origin::kImported, file, 0));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* out, void* address) {
  return on_device([&](Device&) {
    const auto row = the_engine().find(address);
    if (!out || !row || !row->pool) return Error::kInvalidValue;
    engine::FilePart part;
    Exported exported{kMagic, number_of(row->pool->file), 0, 0};
    if (Error e = row->pool->part_of(address, &part, &exported.bytes); !ok(e)) return e;
    exported.offset = part.offset;
    *out = {};
    std::memcpy(out, &exported, sizeof exported);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemPoolImportPointer(void** out, cudaMemPool_t handle,
                                                cudaMemPoolPtrExportData* data) {
  return on_device([&](Device&) {
    Pool* pool = pool_of(handle);
    if (!out || !data || !pool || pool->origin != Pool::Origin::kImported) {
      return Error::kInvalidValue;
    }
    Exported exported{};
    std::memcpy(&exported, data, sizeof exported);
    struct stat status{};
    const bool good =
        exported.magic == kMagic && fstat(pool->file, &status) == 0 &&
        status.st_ino == exported.file_number && exported.bytes > 0 &&
        exported.offset < static_cast<std::uint64_t>(status.st_size) &&
        exported.bytes <= static_cast<std::uint64_t>(status.st_size) - exported.offset;
    if (!good) return Error::kInvalidValue;
    return pool->import({pool->file, exported.offset}, exported.bytes, out);
  });
}

}  // namespace heddle::runtime
