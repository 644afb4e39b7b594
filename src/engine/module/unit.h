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

class Unit {
 public:
  explicit Unit(std::vector<const image::Image*> images);

  const std::vector<const image::Image*>& images() const { return images_; }
  const support::Hash128& bitcode_hash(std::size_t image) const { return hashes_[image]; }

  struct Kernel {
    const image::KernelRecord* record = nullptr;
    std::size_t image = 0;
  };
  // A null record when no image of the unit defines it.
  Kernel find_kernel(const std::string& name) const;

  // Index of `image` in images().
  std::size_t index_of(const image::Image* image) const;

  // Whether `name` is a device function that some image takes the address of.
  bool is_function(const std::string& name) const { return functions_.count(name) != 0; }

 private:
  std::vector<const image::Image*> images_;
  std::vector<support::Hash128> hashes_;
  std::unordered_map<std::string, Kernel> kernels_;
  std::unordered_map<std::string, bool> functions_;
};

}  // namespace heddle::engine
