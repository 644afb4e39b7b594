// SPDX-License-Identifier: Apache-2.0
// Modules: device images that the program loads while it runs. A CUfunction or CUkernel is the
// address by which the runtime API knows the kernel, too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
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

// Of PTX that is loaded.
struct LoadUse {
  std::string* log = nullptr;       // where its errors go; null: to stderr
  std::uint32_t max_registers = 0;  // PtxUse's
};
// An image, or PTX. CUDA_ERROR_INVALID_IMAGE, CUDA_ERROR_NO_BINARY_FOR_GPU (with a sentence where
// it is a vendor's), or what translate_ptx() answers, with its sentence.
CUresult load(const void* image, CUmodule* out, const LoadUse& use = {});
// The same of a file; CUDA_ERROR_FILE_NOT_FOUND.
CUresult load_file(const char* name, CUmodule* out, const LoadUse& use = {});

// Whether it begins as PTX does: with .version, behind comments.
bool is_ptx(std::string_view text);
// Whether its kernels may launch others, which must be there until these have ended.
bool launches_kernels(const CUmod_st& module);
// Whether it is machine code of a vendor's.
bool is_vendors(std::string_view begin);

struct PtxUse {
  std::string name = "ptx";  // what messages call the text
  bool relocatable = false;  // to be linked with others
  // That a thread may use; 0: as many as it needs. It bounds what attributes and occupancy say.
  std::uint32_t max_registers = 0;
};
// PTX to an image; from the cache where it was translated before. CUDA_ERROR_INVALID_PTX,
// CUDA_ERROR_UNSUPPORTED_PTX_VERSION, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, with a sentence.
CUresult translate_ptx(std::string_view text, const PtxUse& use, std::vector<std::uint8_t>* blob,
                       std::string* error);

// The same bound for the kernels of an image.
void bound_registers(std::uint32_t most, std::vector<std::uint8_t>* blob);

struct LinkInput {
  std::string name;                // what messages call it
  std::vector<std::uint8_t> blob;  // with one image
};
// Images to one, in the same way. CUDA_ERROR_INVALID_PTX where they do not fit together.
CUresult link_images(const std::vector<LinkInput>& inputs, std::vector<std::uint8_t>* blob,
                     std::string* error);
// The same as PTX for devices of compute capability `arch`.
CUresult link_ptx(const std::vector<LinkInput>& inputs, std::uint32_t arch,
                  std::vector<std::uint8_t>* text, std::string* error);
void unload(CUmodule module);
bool is_module(CUmodule module);
// The one of a kernel.
CUmodule module_of(const engine::Function& function);

// Of the current device's image. CUDA_ERROR_NOT_FOUND.
CUresult find_kernel(CUmodule module, const char* name, CUfunction* out);
std::vector<std::string> kernel_names(CUmodule module);
CUresult find_variable(CUmodule module, const char* name, bool managed, CUdeviceptr* out,
                       std::size_t* bytes);

// The options with which PTX is loaded or linked, of which the buffers for what is said about it
// mean something. The program keeps the list of their values.
class JitLogs {
 public:
  // Checks the options. CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED.
  CUresult read(unsigned count, const CUjit_option* options, void** values);
  LoadUse use() { return {errors(), max_registers_}; }
  std::uint32_t max_registers() const { return max_registers_; }
  // Null where the program has no place for errors.
  std::string* errors() { return error_.text && error_.room ? &text_ : nullptr; }
  // Information, where the program wants much of it.
  void say(const std::string& information) {
    if (verbose_) said_ += information;
  }
  void took(float milliseconds);
  // CU_JIT_TARGET, e.g. 90; 0: the device's.
  std::uint32_t target() const { return target_; }
  // Fills the buffers.
  void end();

 private:
  struct Buffer {
    char* text = nullptr;
    unsigned room = 0;
    void** bytes = nullptr;  // where it is said how much was written
    void write(std::string_view what) const;
  };
  Buffer info_, error_;
  void** time_ = nullptr;
  std::uint32_t target_ = 0, max_registers_ = 0;
  bool verbose_ = false;
  std::string text_, said_;
};

}  // namespace heddle::driver
