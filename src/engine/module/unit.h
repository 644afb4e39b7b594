// SPDX-License-Identifier: Apache-2.0
// What is linked together: one module, or all -rdc modules of one executable or shared object.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "image/image.h"
#include "support/hash.h"

namespace heddle::engine {

class Module;
class Registry;

class Unit {
 public:
  // Of `registry`. `modules[i]` is where `images[i]` comes from.
  Unit(Registry& registry, std::vector<const image::Image*> images, std::vector<Module*> modules);
  Registry& registry() const { return registry_; }

  const std::vector<const image::Image*>& images() const { return images_; }
  Module* module(std::size_t image) const { return modules_[image]; }
  const support::Hash128& bitcode_hash(std::size_t image) const { return hashes_[image]; }

  struct Kernel {
    const image::KernelRecord* record = nullptr;
    std::size_t image = 0;
  };
  // A null record when no image of the unit defines it.
  Kernel find_kernel(const std::string& name) const;

  // Index in images() of the image of `module`.
  std::size_t index_of(const Module* module) const;

  // Whether an image was compiled with -G: what is linked together calls each other.
  bool debug() const;

  bool has_functions() const { return !functions_.empty(); }
  // Whether `name` is a device function that some image takes the address of.
  bool is_function(const std::string& name) const { return functions_.count(name) != 0; }

 private:
  Registry& registry_;
  std::vector<const image::Image*> images_;
  std::vector<Module*> modules_;
  std::vector<support::Hash128> hashes_;
  std::unordered_map<std::string, Kernel> kernels_;
  std::unordered_map<std::string, bool> functions_;
};

}  // namespace heddle::engine
