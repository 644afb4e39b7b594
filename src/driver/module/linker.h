// SPDX-License-Identifier: Apache-2.0
// Links device code that a program has in its memory: PTX, images, host objects and static
// libraries that hold images. cuLink* and nvJitLink are made of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cuda.h"
#include "driver/module/module.h"

namespace heddle::driver {

class Linker {
 public:
  // For devices of compute capability `arch`, e.g. 90. `max_registers`: PtxUse's, of what is not
  // machine code for a GPU yet.
  explicit Linker(std::uint32_t arch, std::uint32_t max_registers = 0)
      : arch_(arch), max_registers_(max_registers) {}

  // `name`: what messages call it; empty: by its number. What translate_ptx() answers,
  // CUDA_ERROR_INVALID_IMAGE, CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_NOT_SUPPORTED, each with a
  // sentence.
  CUresult add(CUjitInputType type, std::span<const std::uint8_t> data, std::string name);
  // The same of a file; CUDA_ERROR_FILE_NOT_FOUND.
  CUresult add_file(CUjitInputType type, const char* path);
  // Of all that was added, once. CUDA_ERROR_INVALID_IMAGE where it does not fit together or
  // something is missing.
  CUresult complete();
  // The same, as PTX.
  CUresult complete_as_ptx();

  bool is_complete() const { return !cubin_.empty(); }
  const std::vector<std::uint8_t>& cubin() const { return cubin_; }
  const std::vector<std::uint8_t>& ptx() const { return ptx_; }
  const std::string& errors() const { return errors_; }
  std::string info() const;  // what is in the result

 private:
  CUresult fail(CUresult result, const std::string& sentence);
  CUresult keep(CUresult result, const std::string& error, std::vector<std::uint8_t>* bytes);
  CUresult add_ptx(std::span<const std::uint8_t> data, const std::string& name);
  CUresult add_blob(std::span<const std::uint8_t> data, const std::string& name);
  CUresult add_object(std::span<const std::uint8_t> data, const std::string& name);

  const std::uint32_t arch_, max_registers_;
  std::vector<LinkInput> inputs_;
  std::vector<std::uint8_t> cubin_, ptx_;
  std::string errors_;
};

}  // namespace heddle::driver
