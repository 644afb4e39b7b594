// SPDX-License-Identifier: Apache-2.0
// A program of hand-written kernels on an engine of its own.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "gpu/registry.h"

namespace heddle::test {

using engine::Dim3;
using engine::Error;

// Gives out kernels that are functions of this test.
class HandWritten : public engine::CodeSource {
 public:
  std::map<std::string, abi::KernelCode> kernels;
  int loads = 0;
  engine::CodeRequest last;

  Error load(const engine::CodeRequest& request, engine::LoadedCode* out,
             std::string* reason) override {
    ++loads;
    last = request;
    auto it = kernels.find(request.kernel);
    if (it == kernels.end()) {
      *reason = "no such kernel";
      return Error::kInvalidKernelImage;
    }
    out->code = &it->second;
    return Error::kSuccess;
  }
};

inline support::Settings plain_settings(unsigned threads = 2) {
  support::Settings settings;
  settings.threads = threads;
  settings.isa = "baseline";
  return settings;
}

// An H200 with one multiprocessor and no clusters.
inline gpu::Model test_gpu() {
  gpu::Model gpu = std::get<std::vector<gpu::Model>>(gpu::find_models("h200")).front();
  gpu.name = "test";
  gpu.chip.memory_bytes = gpu::Integer{16} << 30;
  gpu.chip.sm_count = 1;
  gpu.launch.max_cluster_blocks = gpu.launch.max_cluster_blocks_nonportable = 1;
  return gpu;
}

struct Options {
  std::uint32_t frame_bytes = 0;
  std::uint32_t static_shared = 0;
  std::uint32_t max_threads = 0;
  std::vector<const char*> symbols = {};
};

class Program {
 public:
  explicit Program(support::Settings settings = plain_settings()) {
    auto made = std::make_unique<HandWritten>();
    source = made.get();
    engine = std::make_unique<engine::Engine>(settings, registry,
                                              std::vector<gpu::Model>{test_gpu()}, std::move(made));
  }

  // Parameters are 8 bytes each.
  engine::Function* kernel(const std::string& name, abi::KernelMode mode, void* entry,
                           std::size_t params, Options options = {}) {
    abi::KernelCode code{};
    code.abi_version = abi::kAbiVersion;
    code.mode = mode;
    code.entry = entry;
    code.frame_bytes = options.frame_bytes;
    code.static_shared_bytes = options.static_shared;
    symbols_.push_back(options.symbols);
    code.symbols = symbols_.back().data();
    code.symbol_count = static_cast<std::uint32_t>(symbols_.back().size());
    code.isa = "baseline";
    source->kernels[name] = code;
    image::KernelRecord record;
    record.name = name;
    for (std::size_t i = 0; i < params; ++i) {
      record.params.push_back({static_cast<std::uint32_t>(8 * i), 8});
    }
    record.param_bytes = static_cast<std::uint32_t>(8 * params);
    record.static_shared_bytes = options.static_shared;
    record.max_threads_per_block = options.max_threads;
    image::Image image;
    image.arch = 90;
    image.kernels.push_back(record);
    image.variables = variables;
    module = registry.add_module(std::vector<image::Image>{image}, nullptr);
    hosts_.push_back(std::make_unique<int>());
    return registry.add_function(module, hosts_.back().get(), name);
  }

  template <class... Args>
  Error launch(engine::Function* function, Dim3 grid, Dim3 block, std::size_t shared,
               Args... args) {
    std::uint64_t values[sizeof...(Args) + 1] = {as_bits(args)...};
    void* pointers[sizeof...(Args) + 1];
    for (std::size_t i = 0; i < sizeof...(Args); ++i) pointers[i] = &values[i];
    engine::Launch request;
    request.function = function;
    request.grid = grid;
    request.block = block;
    request.args = pointers;
    request.dynamic_shared = shared;
    request.stream = &device().null_stream;
    const Error error = engine->launch(request);
    engine::wait_for_all(device());
    return error;
  }

  template <class T>
  T* allocate(std::size_t count) {
    void* memory = nullptr;
    EXPECT_EQ(device().arena.allocate(count * sizeof(T), engine::MemoryKind::kDevice, &memory),
              Error::kSuccess);
    std::memset(memory, 0, count * sizeof(T));
    return static_cast<T*>(memory);
  }

  engine::Device& device() { return engine->device(0); }

  engine::Registry registry;
  HandWritten* source = nullptr;
  std::unique_ptr<engine::Engine> engine;
  engine::Module* module = nullptr;
  std::vector<image::VariableRecord> variables;  // of the next kernel's image

 private:
  template <class T>
  static std::uint64_t as_bits(T value) {
    static_assert(sizeof(T) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  std::vector<std::unique_ptr<int>> hosts_;
  std::vector<std::vector<const char*>> symbols_;
};

// The kBlock entry of a kernel whose blocks each run kOne.
template <void (*kOne)(abi::BlockContext*)>
void each_block(abi::BlockContext* b) {
  const std::uint32_t first = b->block_idx[0];
  for (std::uint32_t k = 0; k < b->row_count; ++k) {
    b->block_idx[0] = first + k;
    kOne(b);
  }
}

template <class T>
T param(const abi::BlockContext* block, std::size_t index) {
  T value;
  std::memcpy(&value, static_cast<const char*>(block->params) + 8 * index, sizeof value);
  return value;
}

}  // namespace heddle::test
