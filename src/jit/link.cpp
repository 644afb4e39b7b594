// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <mutex>

#include "jit/emit.h"
#include "lld/Common/Driver.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "support/work_folder.h"

LLD_HAS_DRIVER(elf)

namespace heddle::jit {

using namespace llvm;

namespace {

bool write(const std::string& path, const Bytes& bytes) {
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error) return false;
  out.write(bytes.data(), bytes.size());
  out.close();
  const bool good = !out.has_error();
  out.clear_error();
  return good;
}

// A file of the folder that this library lies in; empty if there is none.
std::string beside_this_library(const char* name) {
  Dl_info here;
  if (!dladdr(reinterpret_cast<void*>(&beside_this_library), &here)) return {};
  SmallString<128> path(sys::path::parent_path(here.dli_fname));
  sys::path::append(path, name);
  return sys::fs::exists(path) ? path.str().str() : std::string();
}

// A package carries SLEEF. Kernels name it without a path: there libheddle.so has loaded it.
std::string sleef_library() {
  std::string carried = beside_this_library("heddle/libsleef.so.3");
  return carried.empty() ? HEDDLE_SLEEF : carried;
}

bool calls_sleef(const Bytes& object) {
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(StringRef(object.data(), object.size()), "kernel"));
  if (!file) {
    consumeError(file.takeError());
    return false;
  }
  for (const auto& symbol : (*file)->symbols()) {
    auto name = symbol.getName();
    if (name && name->starts_with("Sleef_")) return true;
    if (!name) consumeError(name.takeError());
  }
  return false;
}

}  // namespace

Expected<Bytes> link(const Bytes& object) {
  const support::WorkFolder workspace(support::memory_parents());
  const auto in = workspace.file("kernel.o"), out = workspace.file("kernel.so");
  if (!workspace || !write(in, object)) {
    return createStringError("no directory to link a kernel in (/dev/shm, $TMPDIR, /tmp)");
  }
  const auto runtime = beside_this_library("libheddle.so"), sleef = sleef_library();
  std::vector<const char*> arguments{"ld.lld",
                                     "-shared",
                                     "-Bsymbolic",
                                     "-o",
                                     out.c_str(),
                                     "--no-mmap-output-file",
                                     "--eh-frame-hdr",
                                     "--hash-style=gnu",
                                     "--threads=1",
                                     "-z",
                                     "noexecstack",
                                     "--allow-shlib-undefined",
                                     "--unresolved-symbols=ignore-all",
                                     in.c_str()};
  if (!runtime.empty()) arguments.push_back(runtime.c_str());
  if (calls_sleef(object)) arguments.push_back(sleef.c_str());
  std::string messages;
  raw_string_ostream log(messages);
  // LLD keeps its state in globals.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto result = lld::lldMain(arguments, log, log, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0) return createStringError("linking the kernel failed: " + messages);
  auto linked = MemoryBuffer::getFile(out);
  if (!linked) return createStringError("the linked kernel cannot be read");
  const auto bytes = (*linked)->getBuffer();
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace heddle::jit
