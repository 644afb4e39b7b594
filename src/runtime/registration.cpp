// SPDX-License-Identifier: Apache-2.0
// What the compiler emits into every host object: registration before main, launches through
// <<<>>>. These entry points are those of the compiler's own CUDA support (clang, CGCUDANV).
#include <dlfcn.h>

#include <cstdint>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/texture/reference.h"
#include "support/thread_own.h"

namespace heddle::runtime {
namespace {

struct FatBinaryWrapper {
  int magic;
  int version;
  const void* blob;
  void* unused;
};

// Pushed by <<<>>>, popped by the function that the compiler puts in a kernel's place on the host.
struct LaunchConfiguration {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
};
using Configurations =
    support::ThreadOwn<std::vector<LaunchConfiguration>, struct OfConfigurations>;

engine::Module* module_of(void** handle) {
  return reinterpret_cast<engine::Module*>(handle);
}

const void* object_of(const void* data) {
  Dl_info info{};
  return dladdr(data, &info) ? info.dli_fbase : nullptr;
}

// Tables of --coverage, which come before the images of the object that they lie in. Any image of
// it may name them: code of several units may be linked.
struct CounterTable {
  const void* owner;
  const char* name;
  const void* table;
};
std::vector<CounterTable>& counter_tables() {
  static std::vector<CounterTable> tables;
  return tables;
}

}  // namespace

HEDDLE_API void** __cudaRegisterFatBinary(void* data) {
  auto* wrapper = static_cast<const FatBinaryWrapper*>(data);
  const void* owner = object_of(wrapper);
  engine::Module* module = context().registry.add_module(wrapper->blob, owner);
  for (const CounterTable& one : counter_tables()) {
    if (one.owner == owner) module->add_shadow(one.name, one.table);
  }
  return reinterpret_cast<void**>(module);
}

// image/coverage.h
HEDDLE_API void heddle_register_counters(const char* name, const std::uint64_t* const* table) {
  counter_tables().push_back({object_of(table), name, table});
}

HEDDLE_API void __cudaRegisterFatBinaryEnd(void**) {}
HEDDLE_API char __cudaInitModule(void**) {
  return 1;
}

HEDDLE_API void __cudaUnregisterFatBinary(void** handle) {
  const void* owner = module_of(handle)->owner();
  std::erase_if(counter_tables(), [&](const CounterTable& one) { return one.owner == owner; });
  context().registry.remove_module(module_of(handle));
}

HEDDLE_API void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name,
                                       int, void*, void*, void*, void*, int*) {
  context().registry.add_function(module_of(handle), host, name);
}

HEDDLE_API void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int,
                                  size_t size, int, int) {
  context().registry.add_variable(module_of(handle), host, name, size);
}

HEDDLE_API void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int,
                                         size_t size, int, int) {
  context().registry.add_variable(module_of(handle), host, name, size);
}

HEDDLE_API void __cudaRegisterTexture(void** handle, const textureReference* host, const void**,
                                      const char* name, int, int normalized, int) {
  add_texture_reference(module_of(handle), host, name, normalized);
}

HEDDLE_API void __cudaRegisterSurface(void** handle, const surfaceReference* host, const void**,
                                      const char* name, int, int) {
  add_surface_reference(module_of(handle), host, name);
}

HEDDLE_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                cudaStream_t stream) {
  Configurations::get().push_back({grid, block, shared, stream});
  return 0;
}

HEDDLE_API cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                                  void* stream) {
  auto& configurations = Configurations::get();
  if (configurations.empty()) return answer(cudaErrorMissingConfiguration);
  const LaunchConfiguration& top = configurations.back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  configurations.pop_back();
  return cudaSuccess;
}

}  // namespace heddle::runtime
