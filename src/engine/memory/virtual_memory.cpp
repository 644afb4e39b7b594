// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/virtual_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "engine/base/foreign_file.h"
#include "engine/base/host_guard.h"
#include "engine/memory/arena.h"
#include "engine/memory/file_space.h"
#include "engine/probes/untold.h"

namespace heddle::engine {
namespace {

constexpr char kFileName[] = "heddle-vmm-";  // and the device, of what is shareable

bool is_granular(std::uint64_t n) {
  return n % VirtualMemory::kGranularity == 0;
}
void* at(std::uintptr_t address) {
  return reinterpret_cast<void*>(address);
}
std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

// Inaccessible memory of nobody.
void hide(std::uintptr_t begin, std::uint64_t bytes) {
  mmap(at(begin), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

}  // namespace

class VirtualMemory::CommonFile {
 public:
  CommonFile() : space_(make_memory_file(kFileName, 0)) {}
  ~CommonFile() {
    if (space_.file() >= 0) ::close(space_.file());
  }
  CommonFile(const CommonFile&) = delete;
  CommonFile& operator=(const CommonFile&) = delete;

  std::optional<FilePart> take(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (space_.file() < 0) return std::nullopt;
    const auto offset = space_.take(bytes);
    return offset ? std::optional(FilePart{space_.file(), *offset}) : std::nullopt;
  }
  void give(std::uint64_t offset, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    space_.give(offset, bytes);
  }

 private:
  std::mutex mutex_;
  FileSpace space_;
};

// The part of a file. What is not shareable has the process's own file in common: programs make
// thousands of small ones, and descriptors are few.
struct VirtualMemory::Memory {
  Memory(Arena& its_arena, Properties its_properties, FilePart its_part, CommonFile* its_common)
      : arena(its_arena), properties(its_properties), part(its_part), common(its_common) {}
  ~Memory() {
    if (common) {
      common->give(part.offset, properties.bytes);
    } else {
      ::close(part.file);
    }
    if (charged) arena.discharge(properties.bytes);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Arena& arena;
  const Properties properties;
  const FilePart part;
  CommonFile* const common;  // null: a file of its own
  bool charged = false;      // not what another process has made
};

VirtualMemory::Access VirtualMemory::Mapping::most() const {
  auto most = Access::kNone;
  for (const auto& [device, its] : access) most = std::max(most, its);
  return most;
}

VirtualMemory::VirtualMemory(const MemoryEvents& events) : events_(events) {}

VirtualMemory::~VirtualMemory() {
  for (const auto& [begin, bytes] : reservations_) munmap(at(begin), bytes);
}

VirtualMemory::Handle VirtualMemory::add(std::shared_ptr<Memory> memory) {
  handles_.emplace(++last_, Held{std::move(memory)});
  return last_;
}

std::optional<FilePart> VirtualMemory::take_part(const Properties& properties) {
  if (properties.shareable) {
    const std::string name = kFileName + std::to_string(properties.device);
    const int file = make_memory_file(name.c_str(), properties.bytes);
    return file < 0 ? std::nullopt : std::optional(FilePart{file, 0});
  }
  {
    const std::lock_guard lock(mutex_);
    if (!common_) common_ = std::make_unique<CommonFile>();
  }
  return common_->take(properties.bytes);
}

Error VirtualMemory::create(Arena& arena, Properties properties, Handle* out) {
  if (properties.bytes == 0 || !is_granular(properties.bytes)) return Error::kInvalidValue;
  const auto part = take_part(properties);
  if (!part) return Error::kMemoryAllocation;
  auto memory = std::make_shared<Memory>(arena, properties, *part,
                                         properties.shareable ? nullptr : common_.get());
  memory->charged = arena.charge(properties.bytes);
  if (!memory->charged) return Error::kMemoryAllocation;
  const std::lock_guard lock(mutex_);
  *out = add(std::move(memory));
  return Error::kSuccess;
}

Error VirtualMemory::release(Handle handle) {
  std::shared_ptr<Memory> last;
  const std::lock_guard lock(mutex_);
  const auto it = handles_.find(handle);
  if (it == handles_.end()) return Error::kInvalidValue;
  if (--it->second.count > 0) return Error::kSuccess;
  last = std::move(it->second.memory);
  handles_.erase(it);
  return Error::kSuccess;
}

Error VirtualMemory::retain(const void* address, Handle* out) {
  const std::lock_guard lock(mutex_);
  auto it = mappings_.upper_bound(number(address));
  if (it == mappings_.begin()) return Error::kInvalidValue;
  --it;
  if (number(address) - it->first >= it->second.bytes) return Error::kInvalidValue;
  for (auto& [handle, held] : handles_) {
    if (held.memory != it->second.memory) continue;
    ++held.count;
    *out = handle;
    return Error::kSuccess;
  }
  *out = add(it->second.memory);
  return Error::kSuccess;
}

std::optional<VirtualMemory::Properties> VirtualMemory::properties_of(Handle handle) const {
  const std::lock_guard lock(mutex_);
  const auto it = handles_.find(handle);
  if (it == handles_.end()) return std::nullopt;
  return it->second.memory->properties;
}

Error VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment, void* wanted,
                             void** out) {
  if (bytes == 0 || !is_granular(bytes) || (alignment & (alignment - 1)) != 0)
    return Error::kInvalidValue;
  const std::uint64_t align = std::max(alignment, kGranularity);
  if (bytes + align < bytes) return Error::kMemoryAllocation;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  std::uintptr_t begin = 0;
  if (number(wanted) != 0 && number(wanted) % align == 0) {
    void* got = mmap(wanted, bytes, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) begin = number(got);
    if (got != MAP_FAILED && got != wanted) munmap(got, bytes);
  }
  if (begin == 0) {
    void* got = mmap(nullptr, bytes + align, PROT_NONE, flags, -1, 0);
    if (got == MAP_FAILED) return Error::kMemoryAllocation;
    begin = (number(got) + align - 1) & ~(align - 1);
    const std::uint64_t before = begin - number(got), behind = align - before;
    if (before > 0) munmap(got, before);
    if (behind > 0) munmap(at(begin + bytes), behind);
  }
  const std::lock_guard lock(mutex_);
  reservations_.emplace(begin, bytes);
  *out = at(begin);
  return Error::kSuccess;
}

Error VirtualMemory::free(void* address, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto it = reservations_.find(number(address));
  if (it == reservations_.end() || it->second != bytes) return Error::kInvalidValue;
  const auto mapped = mappings_.lower_bound(it->first);
  if (mapped != mappings_.end() && mapped->first - it->first < bytes) return Error::kInvalidValue;
  munmap(address, bytes);
  reservations_.erase(it);
  return Error::kSuccess;
}

bool VirtualMemory::is_reserved(std::uintptr_t begin, std::uint64_t bytes) const {
  auto it = reservations_.upper_bound(begin);
  if (it == reservations_.begin()) return false;
  --it;
  const std::uint64_t before = begin - it->first;
  return before < it->second && bytes <= it->second - before;
}

Error VirtualMemory::map(void* address, std::uint64_t bytes, Handle handle) {
  const auto begin = number(address);
  if (bytes == 0 || !is_granular(bytes) || !is_granular(begin)) return Error::kInvalidValue;
  const std::lock_guard lock(mutex_);
  const auto held = handles_.find(handle);
  if (held == handles_.end() || bytes > held->second.memory->properties.bytes ||
      !is_reserved(begin, bytes))
    return Error::kInvalidValue;
  const auto next = mappings_.lower_bound(begin);
  if (next != mappings_.end() && next->first - begin < bytes) return Error::kInvalidValue;
  if (next != mappings_.begin()) {
    const auto& [before, mapping] = *std::prev(next);
    if (begin - before < mapping.bytes) return Error::kInvalidValue;
  }
  const auto& memory = held->second.memory;
  if (mmap(address, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->part.file,
           static_cast<off_t>(memory->part.offset)) == MAP_FAILED) {
    hide(begin, bytes);
    return Error::kMemoryAllocation;
  }
  mappings_.emplace(begin, Mapping{bytes, memory, {}, {}});
  return Error::kSuccess;
}

// All of [begin, begin + bytes) is mapped, and no mapping is in it with a part only.
bool VirtualMemory::whole_mappings(std::uintptr_t begin, std::uint64_t bytes) const {
  std::uint64_t seen = 0;
  for (auto it = mappings_.find(begin); seen < bytes; ++it) {
    if (it == mappings_.end() || it->first != begin + seen) return false;
    seen += it->second.bytes;
  }
  return bytes > 0 && seen == bytes;
}

// As the devices' access asks for. What tools are to be told of it.
bool VirtualMemory::protect(std::uintptr_t begin, Mapping& mapping, std::vector<Allocation>* told,
                            std::vector<Allocation>* gone) {
  const auto most = mapping.most();
  const bool was = mapping.row.size != 0, is = most != Access::kNone;
  ++table_changes;
  if (!is) {
    if (was) {
      HostGuard::close(begin, mapping.bytes, false);
      gone->push_back(mapping.row);
    }
    mapping.row.size = 0;
    return true;
  }
  // Kernels may be at work there: it is not shut in between.
  if (!HostGuard::open(begin, mapping.bytes, false)) return false;
  // Tools that guard the memory against the host change its protection all the time.
  if (most == Access::kRead && HostGuard::means() == HostGuard::Means::kNone)
    mprotect(at(begin), mapping.bytes, PROT_READ);
  const auto& properties = mapping.memory->properties;
  const std::uint64_t id = was ? mapping.row.id : new_allocation_id();
  mapping.row = {begin, mapping.bytes, MemoryKind::kDevice, properties.device};
  mapping.row.id = id;
  mapping.row.read_only = most == Access::kRead;
  if (!was) told->push_back(mapping.row);
  return true;
}

void VirtualMemory::tell(const std::vector<Allocation>& gone,
                         const std::vector<Allocation>& told) const {
  for (const auto& row : gone) events_.freed(row);
  for (const auto& row : told) events_.allocated(row);
}

Error VirtualMemory::unmap(void* address, std::uint64_t bytes) {
  const auto begin = number(address);
  std::vector<Allocation> gone, told;
  std::vector<Mapping> ended;  // their memory may end, without the lock
  {
    const std::lock_guard lock(mutex_);
    if (!whole_mappings(begin, bytes)) return Error::kInvalidValue;
    for (auto it = mappings_.find(begin); it != mappings_.end() && it->first - begin < bytes;) {
      it->second.access.clear();
      (void)protect(it->first, it->second, &told, &gone);
      hide(it->first, it->second.bytes);
      ended.push_back(std::move(it->second));
      it = mappings_.erase(it);
    }
  }
  tell(gone, told);
  return Error::kSuccess;
}

Error VirtualMemory::set_access(void* address, std::uint64_t bytes,
                                const std::vector<DeviceAccess>& access) {
  const auto begin = number(address);
  std::vector<Allocation> gone, told;
  bool good = true;
  {
    const std::lock_guard lock(mutex_);
    if (!whole_mappings(begin, bytes)) return Error::kInvalidValue;
    for (auto it = mappings_.find(begin); it != mappings_.end() && it->first - begin < bytes;
         ++it) {
      for (const auto& [device, its] : access) it->second.access[device] = its;
      good &= protect(it->first, it->second, &told, &gone);
    }
  }
  tell(gone, told);
  Untold::close_all();  // compiled code asks anew what it may do there
  return good ? Error::kSuccess : Error::kMemoryAllocation;
}

Error VirtualMemory::access_of(const void* address, int device, Access* out) const {
  const std::lock_guard lock(mutex_);
  auto it = mappings_.upper_bound(number(address));
  if (it == mappings_.begin()) return Error::kInvalidValue;
  --it;
  if (number(address) - it->first >= it->second.bytes) return Error::kInvalidValue;
  const auto found = it->second.access.find(device);
  *out = found == it->second.access.end() ? Access::kNone : found->second;
  return Error::kSuccess;
}

Error VirtualMemory::export_file(Handle handle, int* out) const {
  const std::lock_guard lock(mutex_);
  const auto it = handles_.find(handle);
  if (it == handles_.end() || !it->second.memory->properties.shareable) return Error::kInvalidValue;
  const int file = fcntl(it->second.memory->part.file, F_DUPFD_CLOEXEC, 0);
  if (file < 0) return Error::kOperatingSystem;
  *out = file;
  return Error::kSuccess;
}

Error VirtualMemory::import_file(int file, const std::vector<Arena*>& arenas, Handle* out) {
  const int made_for = number_in_name(file, kFileName);
  struct stat status{};
  if (made_for < 0 || !is_memory_of_this_user(file) || fstat(file, &status) != 0)
    return Error::kInvalidValue;
  const auto index = static_cast<std::size_t>(made_for) < arenas.size() ? made_for : 0;
  const int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
  if (own < 0) return Error::kOperatingSystem;
  const Properties properties{index, true, static_cast<std::uint64_t>(status.st_size)};
  auto memory = std::make_shared<Memory>(*arenas[static_cast<std::size_t>(index)], properties,
                                         FilePart{own, 0}, nullptr);
  const std::lock_guard lock(mutex_);
  *out = add(std::move(memory));
  return Error::kSuccess;
}

std::optional<Allocation> VirtualMemory::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  auto it = mappings_.upper_bound(number(address));
  if (it == mappings_.begin()) return std::nullopt;
  --it;
  const auto& row = it->second.row;
  if (number(address) - it->first >= row.size) return std::nullopt;
  auto joined = row;
  const auto joins = [&](const Mapping& mapping) {
    return mapping.row.size != 0 && mapping.row.device == row.device &&
           mapping.row.read_only == row.read_only;
  };
  for (auto before = it; before != mappings_.begin();) {
    --before;
    if (before->first + before->second.bytes != joined.base || !joins(before->second)) break;
    joined.base = before->first;
    joined.size += before->second.bytes;
  }
  for (auto next = std::next(it); next != mappings_.end(); ++next) {
    if (next->first != joined.base + joined.size || !joins(next->second)) break;
    joined.size += next->second.bytes;
  }
  return joined;
}

}  // namespace heddle::engine
