// SPDX-License-Identifier: Apache-2.0
// Modules: device images that the program loads while it runs. A CUfunction or CUkernel is the
// address by which the runtime API knows the kernel, too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cuda.h"
#include "engine/module/module.h"

// Its address is the handle.
struct CUmod_st {
  heddle::engine::Module* module = nullptr;
  CUlibrary library = nullptr;  // that it is the module of
  // The kernels that were asked for, by name. Their addresses are of nothing else.
  std::map<std::string, std::unique_ptr<char>> kernels;
  std::vector<std::uint8_t> bytes;  // the image; empty: the program registered it before main
};

// A library is a module that all contexts have.
struct CUlib_st {
  CUmodule module = nullptr;
};

namespace heddle::driver {

// CUDA_ERROR_INVALID_IMAGE, CUDA_ERROR_NO_BINARY_FOR_GPU (with a sentence where it is a vendor's),
// CUDA_ERROR_JIT_COMPILER_NOT_FOUND (it is PTX).
CUresult load(const void* image, CUmodule* out);
// The same of a file; CUDA_ERROR_FILE_NOT_FOUND.
CUresult load_file(const char* name, CUmodule* out);
void unload(CUmodule module);
bool is_module(CUmodule module);
// The one of a kernel.
CUmodule module_of(const engine::Function& function);

// Of the current device's image. CUDA_ERROR_NOT_FOUND.
CUresult find_kernel(CUmodule module, const char* name, CUfunction* out);
std::vector<std::string> kernel_names(CUmodule module);
CUresult find_variable(CUmodule module, const char* name, bool managed, CUdeviceptr* out,
                       std::size_t* bytes);

// Checks the options and ends the logs, which are empty: code is made at the first launch.
// CUDA_ERROR_INVALID_VALUE.
CUresult read_options(unsigned count, const CUjit_option* options, void** values);

}  // namespace heddle::driver
