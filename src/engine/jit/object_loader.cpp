// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/object_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "support/debugger.h"

namespace heddle::engine {
namespace {

int anonymous_file(std::span<const std::uint8_t> bytes) {
  const int fd = memfd_create("heddle-kernel", MFD_CLOEXEC);
  if (fd < 0 || support::write_all(fd, bytes.data(), bytes.size())) return fd;
  close(fd);
  return -1;
}

// Kernels import heddle_rt_* from this library, which is not in the global scope when the program
// itself was opened as a plug-in.
void make_runtime_visible() {
  static const bool done = [] {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&make_runtime_visible), &info) && info.dli_fname) {
      dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
    return true;
  }();
  (void)done;
}

// What was loaded by a descriptor has, for those who look at the process later (debuggers, core
// files, dladdr), the name of the file. The loader knows both.
void show_as(void* handle, const std::string& path) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || path == map->l_name) return;
  static std::mutex mutex;
  static std::vector<char*> former;  // reachable, so that no leak checker asks
  const std::lock_guard lock(mutex);
  former.push_back(map->l_name);
  map->l_name = strdup(path.c_str());
}

void find_text(LoadedCode* out) {
  link_map* map = nullptr;
  if (dlinfo(out->handle, RTLD_DI_LINKMAP, &map) != 0) return;
  out->base = map->l_addr;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto* code = static_cast<LoadedCode*>(data);
        if (info->dlpi_addr != code->base) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) & segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
          code->text_begin = code->base + segment.p_vaddr;
          code->text_end = code->text_begin + segment.p_memsz;
        }
        return 1;
      },
      out);
}

}  // namespace

bool open_object(const std::optional<CodeCache::Place>& place, std::span<const std::uint8_t> bytes,
                 LoadedCode* out, std::string* reason) {
  make_runtime_visible();
  out->handle = nullptr;
  if (place) {
    out->path = place->load_path;
    out->handle = dlopen(out->path.c_str(), RTLD_NOW | RTLD_LOCAL);
    // A debugger has seen it under the name that it was loaded by: under another one it would take
    // it for a new object in the place of one that is gone, with its own breakpoints' instructions
    // in the code.
    if (out->handle && !support::is_debugged()) show_as(out->handle, place->path);
  }
  if (!out->handle) {
    const int fd = anonymous_file(bytes);
    if (fd < 0) {
      *reason = fmt::format("no memory for compiled code: {}", std::strerror(errno));
      return false;
    }
    // The descriptor stays open: the path must remain readable for fault messages, and its number
    // must not be reused, since the loader takes equal names for equal objects.
    out->path = fmt::format("/proc/{}/fd/{}", getpid(), fd);
    out->handle = dlopen(out->path.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (!out->handle) {
    *reason = fmt::format("compiled code cannot be loaded: {}", dlerror());
    return false;
  }
  find_text(out);
  return true;
}

}  // namespace heddle::engine
