// SPDX-License-Identifier: Apache-2.0
#include "driver/module/module.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "driver/driver.h"
#include "support/message.h"

namespace heddle::driver {
namespace {

constexpr std::uint32_t kWrapper = 0x466243b1;       // of __cuda_fatbin_wrapper, as clang makes it
constexpr std::uint32_t kVendorFatbin = 0xba55ed50;  // documented by its use in public tools
constexpr std::string_view kElf = "\177ELF";
constexpr std::size_t kHeaderBytes = 24;  // image::blob_size needs as much

struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* blob;
};

struct All {
  std::mutex mutex;
  std::map<CUmodule, std::unique_ptr<CUmod_st>> modules;
};
// Never destroyed: destructors of the program's static objects may still call the API.
All& all() {
  static auto* const root = new All;
  return *root;
}

CUmodule add(std::unique_ptr<CUmod_st> module) {
  const std::lock_guard lock(all().mutex);
  CUmodule handle = module.get();
  all().modules[handle] = std::move(module);
  return handle;
}

// What it is, where it is neither an image of ours nor PTX. `begin`: at least 8 bytes, or all of a
// text.
CUresult refuse(std::string_view begin) {
  if (is_vendors(begin)) {
    support::message(
        "the image is a vendor's machine code, which no CPU runs: compile it with heddle cc "
        "-fatbin, or to PTX");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  return CUDA_ERROR_INVALID_IMAGE;
}

CUresult load(std::vector<std::uint8_t> bytes, CUmodule* out) {
  auto images = image::read_blob(bytes);
  if (!images) return CUDA_ERROR_INVALID_IMAGE;
  auto made = std::make_unique<CUmod_st>();
  made->bytes = std::move(bytes);  // the spans stay: the memory is the same
  const auto arch = process::current_device().arch();
  if (!image::select_image(*images, arch)) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  made->module = context().registry.add_module(std::move(*images), made.get());
  *out = add(std::move(made));
  return CUDA_SUCCESS;
}

CUresult load_ptx(std::string_view text, const LoadUse& use, CUmodule* out) {
  std::vector<std::uint8_t> blob;
  std::string error;
  CUresult result = translate_ptx(text, {.max_registers = use.max_registers}, &blob, &error);
  if (result == CUDA_SUCCESS) result = load(std::move(blob), out);
  if (result == CUDA_ERROR_NO_BINARY_FOR_GPU) {
    error = "the PTX is for a GPU of a higher compute capability than the device's (.target)";
    result = CUDA_ERROR_INVALID_PTX;
  }
  if (use.log) {
    *use.log = error;
  } else if (!error.empty()) {
    support::message(error);
  }
  return result;
}

}  // namespace

bool is_ptx(std::string_view text) {
  while (true) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    text.remove_prefix(first);
    const bool line = text.starts_with("//");
    if (!line && !text.starts_with("/*")) return text.starts_with(".version");
    const auto end = text.find(line ? "\n" : "*/");
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + (line ? 1 : 2));
  }
}

bool is_vendors(std::string_view begin) {
  std::uint32_t magic = 0;
  if (begin.size() >= sizeof magic) std::memcpy(&magic, begin.data(), sizeof magic);
  return magic == kVendorFatbin || begin.starts_with(kElf);
}

CUresult load(const void* image, CUmodule* out, const LoadUse& use) {
  if (!image || !out) return CUDA_ERROR_INVALID_VALUE;
  Wrapper wrapper;
  std::memcpy(&wrapper.magic, image, sizeof wrapper.magic);
  if (wrapper.magic == kWrapper) {
    std::memcpy(&wrapper, image, sizeof wrapper);
    image = wrapper.blob;
  }
  const auto* data = static_cast<const std::uint8_t*>(image);
  const std::string_view magic = image::kMagic;
  if (std::strncmp(static_cast<const char*>(image), magic.data(), magic.size()) != 0) {
    // Texts end with a zero, and others begin with their magic number.
    const auto* text = static_cast<const char*>(image);
    const std::string_view begin(text, strnlen(text, 64));
    const bool may_be_ptx = begin.find_first_of(" \t\r\n/.") == 0;
    return may_be_ptx && is_ptx(text) ? load_ptx(text, use, out) : refuse(begin);
  }
  return load({data, data + image::blob_size({data, kHeaderBytes})}, out);
}

CUresult load_file(const char* name, CUmodule* out, const LoadUse& use) {
  if (!name || !out) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(name, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  if (image::blob_size(bytes) == 0) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!is_ptx(text)) return refuse(text);
    return load_ptx(text.substr(0, text.find('\0')), use, out);
  }
  return load(std::move(bytes), out);
}

void unload(CUmodule module) {
  std::unique_ptr<CUmod_st> gone;
  {
    const std::lock_guard lock(all().mutex);
    const auto at = all().modules.find(module);
    if (at == all().modules.end()) return;
    gone = std::move(at->second);
    all().modules.erase(at);
  }
  context().registry.remove_module(gone->module);
  // Kernels that run or are being compiled still look at the image: it stays.
  static auto* const kept = new std::vector<std::unique_ptr<CUmod_st>>;
  const std::lock_guard lock(all().mutex);
  kept->push_back(std::move(gone));
}

bool launches_kernels(const CUmod_st& module) {
  const std::string_view bytes(reinterpret_cast<const char*>(module.bytes.data()),
                               module.bytes.size());
  return bytes.find("__heddle_launch") != bytes.npos ||
         bytes.find("cudaLaunchDevice") != bytes.npos;
}

bool is_module(CUmodule module) {
  const std::lock_guard lock(all().mutex);
  return all().modules.count(module) != 0;
}

CUmodule module_of(const engine::Function& function) {
  {
    const std::lock_guard lock(all().mutex);
    for (const auto& [handle, module] : all().modules) {
      if (module->module == function.module) return handle;
    }
  }
  auto made = std::make_unique<CUmod_st>();
  made->module = function.module;
  return add(std::move(made));
}

CUresult find_kernel(CUmodule module, const char* name, CUfunction* out) {
  if (!name || !out) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  const auto* unit = context().registry.unit_of(module->module, process::current_device().arch());
  if (!unit) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (!unit->find_kernel(name).record) return CUDA_ERROR_NOT_FOUND;
  const std::lock_guard lock(all().mutex);
  std::unique_ptr<char>& known = module->kernels[name];
  if (!known) {
    known = std::make_unique<char>();
    context().registry.add_function(module->module, known.get(), name);
  }
  *out = reinterpret_cast<CUfunction>(known.get());
  return CUDA_SUCCESS;
}

std::vector<std::string> kernel_names(CUmodule module) {
  std::vector<std::string> names;
  const auto* image = module->module->image_for(process::current_device().arch());
  if (!image) return names;
  for (const auto& kernel : image->kernels) names.push_back(kernel.name);
  return names;
}

// By the name of the symbol, else as the source calls a static variable, whose symbol says its
// length, too.
static bool is_called(const image::VariableRecord& record, std::string_view name) {
  if (record.name == name) return true;
  if (!record.is_local) return false;
  const std::string prefix = "_ZL" + std::to_string(name.size());
  return record.name.size() == prefix.size() + name.size() && record.name.starts_with(prefix) &&
         record.name.ends_with(name);
}

CUresult find_variable(CUmodule module, const char* name, bool managed, CUdeviceptr* out,
                       std::size_t* bytes) {
  if (!name || (!out && !bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  auto& device = process::current_device();
  const auto* image = module->module->image_for(device.arch());
  if (!image) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  for (const auto& record : image->variables) {
    const bool is_managed = record.kind == image::VariableKind::kManaged;
    if (record.is_external || !is_called(record, name) || (managed && !is_managed)) continue;
    engine::Variable variable;
    variable.module = module->module;
    variable.name = record.name;
    variable.size = record.size;
    engine::Instance::Symbol found;
    const auto error = the_engine().launcher().variable_address(variable, device, &found);
    if (!engine::ok(error)) return result_of(error);
    if (out) *out = reinterpret_cast<CUdeviceptr>(found.address);
    if (bytes) *bytes = found.size;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

}  // namespace heddle::driver
