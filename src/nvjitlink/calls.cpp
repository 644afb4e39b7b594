// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include "driver/module/linker_calls.h"
#include "nvJitLink.h"
#include "nvjitlink/options.h"

#define HEDDLE_NVJITLINK extern "C" __attribute__((visibility("default")))

struct nvJitLink {
  explicit nvJitLink(const heddle::nvjitlink::Options& options)
      : linker(heddle_library_linker_make(options.arch, options.max_registers)),
        lto(options.lto),
        makes_ptx(options.ptx),
        errors(options.error),
        is_usable(options.result == NVJITLINK_SUCCESS) {}
  ~nvJitLink() { heddle_library_linker_free(linker); }
  nvJitLink(const nvJitLink&) = delete;
  nvJitLink& operator=(const nvJitLink&) = delete;

  heddle::driver::Linker* const linker;
  const bool lto;
  const bool makes_ptx;     // in place of an image
  std::string errors;       // beside the linker's
  const bool is_usable;     // the options were good
  bool all_are_lto = true;  // of what was added
  bool has_inputs = false;
  bool is_complete = false;
};

namespace {

std::optional<CUjitInputType> input_type(nvJitLinkInputType type) {
  switch (type) {
    case NVJITLINK_INPUT_CUBIN:
      return CU_JIT_INPUT_CUBIN;
    case NVJITLINK_INPUT_PTX:
      return CU_JIT_INPUT_PTX;
    case NVJITLINK_INPUT_FATBIN:
      return CU_JIT_INPUT_FATBINARY;
    case NVJITLINK_INPUT_OBJECT:
      return CU_JIT_INPUT_OBJECT;
    case NVJITLINK_INPUT_LIBRARY:
      return CU_JIT_INPUT_LIBRARY;
    case NVJITLINK_INPUT_LTOIR:
      return CU_JIT_INPUT_NVVM;
    default:
      return std::nullopt;
  }
}

// NVJITLINK_INPUT_ANY: by how it begins. An image is also what NVRTC makes with -dlto.
nvJitLinkInputType type_of(const nvJitLink& linker, nvJitLinkInputType given,
                           std::string_view begin) {
  if (given != NVJITLINK_INPUT_ANY) return given;
  if (begin.starts_with("HEDDLEIM")) {
    return linker.lto ? NVJITLINK_INPUT_LTOIR : NVJITLINK_INPUT_FATBIN;
  }
  if (begin.starts_with("!<arch>")) return NVJITLINK_INPUT_LIBRARY;
  if (begin.starts_with("\177ELF")) return NVJITLINK_INPUT_OBJECT;
  const auto first = begin.find_first_not_of(" \t\r\n");
  const bool is_text = first != begin.npos && (begin[first] == '.' || begin[first] == '/');
  return is_text ? NVJITLINK_INPUT_PTX : NVJITLINK_INPUT_NONE;
}

// As nvJitLink of CUDA 13.0 answers.
nvJitLinkResult result_of(nvJitLinkInputType type, CUresult result) {
  const bool is_lto = type == NVJITLINK_INPUT_LTOIR;
  switch (result) {
    case CUDA_SUCCESS:
      return NVJITLINK_SUCCESS;
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
      return NVJITLINK_ERROR_PTX_COMPILE;
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
      return type == NVJITLINK_INPUT_CUBIN ? NVJITLINK_ERROR_INVALID_INPUT
                                           : NVJITLINK_ERROR_ARCH_MISMATCH;
    case CUDA_ERROR_INVALID_IMAGE:
      return is_lto || type == NVJITLINK_INPUT_CUBIN ? NVJITLINK_ERROR_INCORRECT_INPUT_TYPE
                                                     : NVJITLINK_ERROR_INVALID_INPUT;
    case CUDA_ERROR_NOT_SUPPORTED:
      return is_lto ? NVJITLINK_ERROR_INCORRECT_INPUT_TYPE : NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
      return NVJITLINK_ERROR_INTERNAL;
    default:
      return NVJITLINK_ERROR_INVALID_INPUT;
  }
}

// What is to be known before an input is read: its type, and whether it may be added.
nvJitLinkResult accept(nvJitLink& linker, nvJitLinkInputType type,
                       std::optional<CUjitInputType>* as, const char* name) {
  *as = input_type(type);
  if (!*as) {
    linker.errors += std::string(name ? name : "input") + ", error: unrecognized input type\n";
    return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  }
  if (type == NVJITLINK_INPUT_LTOIR && !linker.lto) {
    linker.errors += "error: LTO-IR cannot be linked without -lto\n";
    return NVJITLINK_ERROR_LTO_NOT_ENABLED;
  }
  linker.has_inputs = true;
  if (type != NVJITLINK_INPUT_LTOIR) linker.all_are_lto = false;
  return NVJITLINK_SUCCESS;
}

std::string all_errors(const nvJitLink& linker) {
  return linker.errors + heddle_library_linker_errors(linker.linker);
}

}  // namespace

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t count,
                                                 const char** words) {
  if (!handle || !words) return NVJITLINK_ERROR_NULL_INPUT;
  const auto options = heddle::nvjitlink::read_options({words, count});
  if (options.result == NVJITLINK_ERROR_NULL_INPUT) return options.result;
  *handle = new nvJitLink(options);  // also where they are wrong: it has the log
  return options.result;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  if (!handle || !*handle) return NVJITLINK_ERROR_NULL_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type,
                                                  const void* data, size_t size, const char* name) {
  if (!handle || !data || !size) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->is_usable) return NVJITLINK_ERROR_INTERNAL;
  type = type_of(*handle, type, {static_cast<const char*>(data), size});
  std::optional<CUjitInputType> as;
  if (const auto result = accept(*handle, type, &as, name); result != NVJITLINK_SUCCESS)
    return result;
  return result_of(type, heddle_library_linker_add(handle->linker, *as, data, size, name));
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type,
                                                  const char* path) {
  if (!handle || !path) return NVJITLINK_ERROR_NULL_INPUT;
  char begin[8]{};
  std::ifstream(path, std::ios::binary).read(begin, sizeof begin);
  if (!handle->is_usable) return NVJITLINK_ERROR_INTERNAL;
  type = type_of(*handle, type, {begin, sizeof begin});
  std::optional<CUjitInputType> as;
  if (const auto result = accept(*handle, type, &as, path); result != NVJITLINK_SUCCESS)
    return result;
  return result_of(type, heddle_library_linker_add_file(handle->linker, *as, path));
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (!handle) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->is_complete || !handle->is_usable) return NVJITLINK_ERROR_INTERNAL;
  if (handle->makes_ptx && !handle->has_inputs) return NVJITLINK_ERROR_NVVM_COMPILE;
  if (handle->makes_ptx && !handle->all_are_lto) {
    handle->errors += "error: -ptx requires that all inputs have LTO-IR\n";
    return NVJITLINK_ERROR_INCORRECT_INPUT_TYPE;
  }
  const CUresult result = handle->makes_ptx ? heddle_library_linker_complete_as_ptx(handle->linker)
                                            : heddle_library_linker_complete(handle->linker);
  handle->is_complete = result == CUDA_SUCCESS;
  if (handle->is_complete) return NVJITLINK_SUCCESS;
  return handle->has_inputs ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_ERROR_INVALID_INPUT;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->makes_ptx || !handle->is_complete) return NVJITLINK_ERROR_INTERNAL;
  heddle_library_linker_cubin(handle->linker, size);
  return NVJITLINK_SUCCESS;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* out) {
  size_t size = 0;
  if (!out) return NVJITLINK_ERROR_NULL_INPUT;
  const auto result = nvJitLinkGetLinkedCubinSize(handle, &size);
  if (result != NVJITLINK_SUCCESS) return result;
  std::memcpy(out, heddle_library_linker_cubin(handle->linker, &size), size);
  return NVJITLINK_SUCCESS;
}

// With the zero at its end.
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->makes_ptx) return NVJITLINK_ERROR_INVALID_INPUT;
  if (!handle->is_complete) return NVJITLINK_ERROR_INTERNAL;
  heddle_library_linker_ptx(handle->linker, size);
  ++*size;
  return NVJITLINK_SUCCESS;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  size_t size = 0;
  if (!ptx) return NVJITLINK_ERROR_NULL_INPUT;
  const auto result = nvJitLinkGetLinkedPtxSize(handle, &size);
  if (result != NVJITLINK_SUCCESS) return result;
  const void* text = heddle_library_linker_ptx(handle->linker, &size);
  std::memcpy(ptx, text, size);
  ptx[size] = '\0';
  return NVJITLINK_SUCCESS;
}

// 0 where nothing is said, else with the zero at the end.
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  const std::string errors = all_errors(*handle);
  *size = errors.empty() ? 0 : errors.size() + 1;
  return NVJITLINK_SUCCESS;
}
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  if (!handle || !log) return NVJITLINK_ERROR_NULL_INPUT;
  const std::string errors = all_errors(*handle);
  if (!errors.empty()) std::strcpy(log, errors.c_str());
  return NVJITLINK_SUCCESS;
}

// Nothing is said beside errors.
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  *size = 0;
  return NVJITLINK_SUCCESS;
}
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  return handle && log ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_NULL_INPUT;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor) return NVJITLINK_ERROR_NULL_INPUT;
  *major = CUDA_VERSION / 1000;
  *minor = CUDA_VERSION % 1000 / 10;
  return NVJITLINK_SUCCESS;
}
