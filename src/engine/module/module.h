// SPDX-License-Identifier: Apache-2.0
// What a program registers before main: device images, and the host addresses that stand for
// kernels and variables.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/types.h"
#include "image/image.h"

namespace heddle::engine {

struct Variant;
class Unit;

// One registered blob (one translation unit). Parsed when it is first needed.
class Module {
 public:
  // `blob`: see image.h. `owner`: base address of the executable or shared object it came from.
  Module(const void* blob, const void* owner) : blob_(blob), owner_(owner) {}

  const void* owner() const { return owner_; }
  // Null when the blob is not one of ours or has nothing for compute capability `arch`.
  const image::Image* image_for(std::uint32_t arch);
  // Tests build images in memory.
  void set_images(std::vector<image::Image> images) { images_ = std::move(images); }

  // Host shadows of the variables. A __managed__ variable lives in its shadow.
  void add_shadow(const std::string& name, const void* host);
  void* shadow(const std::string& name);

  // Gives the shadow `host` of the variable `name` its initial value if it is __managed__: to the
  // host compiler it is a plain variable without one. False if it is not.
  bool initialise_managed(const std::string& name, void* host);

  // The library that holds the blob is unloaded.
  void close();

 private:
  void parse();  // under mutex_

  const void* blob_;
  const void* owner_;
  std::mutex mutex_;
  std::unordered_map<std::string, const void*> shadows_;
  std::optional<std::vector<image::Image>> images_;
};

// A __global__ function as the host program knows it.
struct Function {
  Function() = default;
  ~Function();
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  Module* module = nullptr;
  const void* host = nullptr;  // address of the host stub, what cudaLaunchKernel is given
  std::string name;            // mangled

  // Set by cudaFuncSetAttribute; bytes of dynamic shared memory allowed beyond the default 48 KiB
  // rule, -1 = not set.
  std::atomic<int> max_dynamic_shared{-1};
  std::atomic<int> preferred_carveout{-1};
  std::atomic<int> nonportable_cluster{0};
  std::atomic<int> cluster_policy{0};
  std::array<std::atomic<std::uint32_t>, 3> required_cluster{};  // in blocks, zeros = not set

  // Compiled variants, newest first; read without a lock, grown under `compile`.
  std::atomic<Variant*> variants{nullptr};
  std::mutex compile;
};

// A __device__, __constant__ or __managed__ variable as the host program knows it.
struct Variable {
  Module* module = nullptr;
  const void* host = nullptr;  // address of the host shadow
  std::string name;            // mangled
  std::uint64_t size = 0;
};

}  // namespace heddle::engine
