// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>

#include "jit/emit.h"
#include "lld/Common/Driver.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

LLD_HAS_DRIVER(elf)

namespace heddle::jit {

using namespace llvm;

namespace {

// A file that lives in memory; LLD sees it as /proc/self/fd/N.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : fd_(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool ok() const { return fd_ >= 0; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }
  bool write(ArrayRef<char> bytes) const {
    while (!bytes.empty()) {
      const auto n = ::write(fd_, bytes.data(), bytes.size());
      if (n <= 0) return false;
      bytes = bytes.drop_front(static_cast<std::size_t>(n));
    }
    return true;
  }
  Bytes read() const {
    struct stat facts{};
    if (fstat(fd_, &facts) != 0) return {};
    Bytes bytes(static_cast<std::size_t>(facts.st_size));
    std::size_t at = 0;
    while (at < bytes.size()) {
      const auto n = pread(fd_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
      if (n <= 0) return {};
      at += static_cast<std::size_t>(n);
    }
    return bytes;
  }

 private:
  int fd_;
};

std::string runtime_library() {
  Dl_info here;
  if (!dladdr(reinterpret_cast<void*>(&runtime_library), &here)) return {};
  SmallString<128> path(sys::path::parent_path(here.dli_fname));
  sys::path::append(path, "libheddle.so");
  return sys::fs::exists(path) ? path.str().str() : std::string();
}

bool calls_sleef(const Bytes& object) {
  const auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(StringRef(object.data(), object.size()), "kernel"));
  if (!file) {
    consumeError(file.takeError());
    return false;
  }
  for (const auto& symbol : (*file)->symbols()) {
    const auto name = symbol.getName();
    if (name && name->starts_with("Sleef_")) return true;
    if (!name) consumeError(name.takeError());
  }
  return false;
}

}  // namespace

Expected<Bytes> link(const Bytes& object) {
  const MemoryFile input("heddle-kernel.o"), output("heddle-kernel.so");
  if (!input.ok() || !output.ok() || !input.write(object)) {
    return createStringError("cannot create a file in memory (memfd_create)");
  }
  const auto in = input.path(), out = output.path(), runtime = runtime_library();
  std::vector<const char*> arguments{"ld.lld",  "-shared",           "-Bsymbolic",
                                     "-o",      out.c_str(),         "--no-mmap-output-file",
                                     "--eh-frame-hdr", "--hash-style=gnu", "--threads=1",
                                     "-z",      "noexecstack",       "--allow-shlib-undefined",
                                     "--unresolved-symbols=ignore-all", in.c_str()};
  if (!runtime.empty()) arguments.push_back(runtime.c_str());
  if (calls_sleef(object)) arguments.push_back(HEDDLE_SLEEF);
  std::string messages;
  raw_string_ostream log(messages);
  // LLD keeps its state in globals.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto result = lld::lldMain(arguments, log, log, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0) return createStringError("linking the kernel failed: " + messages);
  return output.read();
}

}  // namespace heddle::jit
