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
      : linker(heddle_library_linker_make(options.arch, options.max_registers)) {}
  ~nvJitLink() { heddle_library_linker_free(linker); }
  nvJitLink(const nvJitLink&) = delete;
  nvJitLink& operator=(const nvJitLink&) = delete;

  heddle::driver::Linker* const linker;
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

// NVJITLINK_INPUT_ANY: by how it begins.
nvJitLinkInputType type_of(nvJitLinkInputType given, std::string_view begin) {
  if (given != NVJITLINK_INPUT_ANY) return given;
  if (begin.starts_with("HEDDLEIM")) return NVJITLINK_INPUT_FATBIN;
  if (begin.starts_with("!<arch>")) return NVJITLINK_INPUT_LIBRARY;
  if (begin.starts_with("\177ELF")) return NVJITLINK_INPUT_OBJECT;
  return NVJITLINK_INPUT_PTX;
}

nvJitLinkResult result_of(CUresult result) {
  switch (result) {
    case CUDA_SUCCESS:
      return NVJITLINK_SUCCESS;
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
      return NVJITLINK_ERROR_PTX_COMPILE;
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
      return NVJITLINK_ERROR_ARCH_MISMATCH;
    case CUDA_ERROR_NOT_SUPPORTED:
      return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
      return NVJITLINK_ERROR_INTERNAL;
    default:
      return NVJITLINK_ERROR_INVALID_INPUT;
  }
}

}  // namespace

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t count,
                                                 const char** words) {
  if (!handle || (count && !words)) return NVJITLINK_ERROR_NULL_INPUT;
  const auto options = heddle::nvjitlink::read_options({words, count});
  if (options.result != NVJITLINK_SUCCESS) return options.result;
  *handle = new nvJitLink(options);
  return NVJITLINK_SUCCESS;
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
  const auto as = input_type(type_of(type, {static_cast<const char*>(data), size}));
  if (!as) return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  return result_of(heddle_library_linker_add(handle->linker, *as, data, size, name));
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type,
                                                  const char* path) {
  if (!handle || !path) return NVJITLINK_ERROR_NULL_INPUT;
  char begin[8]{};
  std::ifstream(path, std::ios::binary).read(begin, sizeof begin);
  const auto as = input_type(type_of(type, {begin, sizeof begin}));
  if (!as) return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  return result_of(heddle_library_linker_add_file(handle->linker, *as, path));
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (!handle) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->is_complete) return NVJITLINK_ERROR_INTERNAL;
  const CUresult result = heddle_library_linker_complete(handle->linker);
  handle->is_complete = result == CUDA_SUCCESS;
  return result_of(result);
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->is_complete) return NVJITLINK_ERROR_INTERNAL;
  heddle_library_linker_cubin(handle->linker, size);
  return NVJITLINK_SUCCESS;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* out) {
  if (!handle || !out) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->is_complete) return NVJITLINK_ERROR_INTERNAL;
  size_t size = 0;
  const void* cubin = heddle_library_linker_cubin(handle->linker, &size);
  std::memcpy(out, cubin, size);
  return NVJITLINK_SUCCESS;
}

// PTX is what -lto -ptx makes, which nvJitLinkCreate refuses.
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* size) {
  return handle && size ? NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS : NVJITLINK_ERROR_NULL_INPUT;
}
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  return handle && ptx ? NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS : NVJITLINK_ERROR_NULL_INPUT;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  *size = std::strlen(heddle_library_linker_errors(handle->linker)) + 1;
  return NVJITLINK_SUCCESS;
}
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  if (!handle || !log) return NVJITLINK_ERROR_NULL_INPUT;
  std::strcpy(log, heddle_library_linker_errors(handle->linker));
  return NVJITLINK_SUCCESS;
}

// Nothing is said beside errors.
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size) return NVJITLINK_ERROR_NULL_INPUT;
  *size = 1;
  return NVJITLINK_SUCCESS;
}
HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  if (!handle || !log) return NVJITLINK_ERROR_NULL_INPUT;
  *log = '\0';
  return NVJITLINK_SUCCESS;
}

HEDDLE_NVJITLINK nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor) return NVJITLINK_ERROR_NULL_INPUT;
  *major = CUDA_VERSION / 1000;
  *minor = CUDA_VERSION % 1000 / 10;
  return NVJITLINK_SUCCESS;
}
