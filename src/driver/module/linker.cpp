// SPDX-License-Identifier: Apache-2.0
#include "driver/module/linker.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace heddle::driver {
namespace {

std::string_view text_of(std::span<const std::uint8_t> data) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  return text.substr(0, text.find('\0'));
}

}  // namespace

CUresult Linker::fail(CUresult result, const std::string& sentence) {
  errors_ += sentence + "\n";
  return result;
}

CUresult Linker::add_ptx(std::span<const std::uint8_t> data, const std::string& name) {
  std::vector<std::uint8_t> blob;
  std::string error;
  const CUresult result = translate_ptx(text_of(data), {name, true, max_registers_}, &blob, &error);
  return result == CUDA_SUCCESS ? add_blob(blob, name) : fail(result, error);
}

// Of the images of a blob the one for the architecture.
CUresult Linker::add_blob(std::span<const std::uint8_t> data, const std::string& name) {
  const auto images = image::read_blob(data);
  if (!images) return fail(CUDA_ERROR_INVALID_IMAGE, name + ", error: the image is damaged");
  const image::Image* image = image::select_image(*images, arch_);
  if (!image) {
    return fail(CUDA_ERROR_NO_BINARY_FOR_GPU,
                name + ", error: nothing in it is for sm_" + std::to_string(arch_));
  }
  inputs_.push_back({name, image::write_blob({image, 1})});
  return CUDA_SUCCESS;
}

// What heddle cc has compiled holds its image as it is; so does a static library its members.
CUresult Linker::add_object(std::span<const std::uint8_t> data, const std::string& name) {
  // The toolkit's libcudadevrt.a: nothing has to be linked for launches from device code.
  constexpr std::string_view kEmptyArchive = "!<arch>\n";
  if (std::ranges::equal(data, kEmptyArchive)) return CUDA_SUCCESS;
  const auto before = inputs_.size();
  auto at = data.begin();
  while (true) {
    at = std::search(at, data.end(), image::kMagic.begin(), image::kMagic.end());
    if (at == data.end()) break;
    const std::span<const std::uint8_t> rest(at, data.end());
    const std::uint64_t bytes = image::blob_size(rest);
    if (bytes == 0 || bytes > rest.size() || !image::read_blob(rest)) {
      ++at;
      continue;
    }
    const CUresult result = add_blob(rest.first(bytes), name);
    if (result != CUDA_SUCCESS) return result;
    at += static_cast<std::ptrdiff_t>(bytes);
  }
  if (inputs_.size() > before) return CUDA_SUCCESS;
  return fail(CUDA_ERROR_INVALID_IMAGE, name + ", error: no device code of heddle cc is in it");
}

CUresult Linker::add(CUjitInputType type, std::span<const std::uint8_t> data, std::string name) {
  if (name.empty()) name = "input " + std::to_string(inputs_.size() + 1);
  switch (type) {
    case CU_JIT_INPUT_PTX:
      return add_ptx(data, name);
    case CU_JIT_INPUT_CUBIN:
    case CU_JIT_INPUT_FATBINARY:
      if (image::blob_size(data) == 0) {
        // Fat binaries may hold PTX alone.
        if (is_ptx(text_of(data))) return add_ptx(data, name);
        const bool of_vendor =
            is_vendors({reinterpret_cast<const char*>(data.data()), data.size()});
        return fail(of_vendor ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE,
                    name + (of_vendor ? ", error: it is a vendor's machine code, which no CPU runs"
                                      : ", error: it is no device image"));
      }
      return add_blob(data, name);
    case CU_JIT_INPUT_OBJECT:
    case CU_JIT_INPUT_LIBRARY:
      return add_object(data, name);
    default:
      if (image::blob_size(data) != 0) {  // what NVRTC makes with -dlto
        std::vector<std::uint8_t> blob(data.begin(), data.end());
        bound_registers(max_registers_, &blob);
        return add_blob(blob, name);
      }
      return fail(CUDA_ERROR_NOT_SUPPORTED,
                  name +
                      ", error: NVVM code and LTO code of others are not supported: link PTX, "
                      "images, or what NVRTC makes with -dlto");
  }
}

CUresult Linker::add_file(CUjitInputType type, const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(CUDA_ERROR_FILE_NOT_FOUND, std::string(path) + ", error: cannot be read");
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  return add(type, bytes, path);
}

CUresult Linker::keep(CUresult result, const std::string& error, std::vector<std::uint8_t>* bytes) {
  if (result == CUDA_SUCCESS) return result;
  bytes->clear();
  return fail(result == CUDA_ERROR_INVALID_PTX ? CUDA_ERROR_INVALID_IMAGE : result, error);
}

CUresult Linker::complete() {
  if (inputs_.empty()) return fail(CUDA_ERROR_INVALID_IMAGE, "error: nothing was given to link");
  std::string error;
  const CUresult result = link_images(inputs_, &cubin_, &error);
  return keep(result, error, &cubin_);
}

CUresult Linker::complete_as_ptx() {
  if (inputs_.empty()) return fail(CUDA_ERROR_INVALID_IMAGE, "error: nothing was given to link");
  std::string error;
  const CUresult result = link_ptx(inputs_, arch_, &ptx_, &error);
  return keep(result, error, &ptx_);
}

std::string Linker::info() const {
  std::string text;
  const auto images = image::read_blob(cubin_);
  if (!images) return text;
  for (const image::Image& image : *images) {
    for (const image::KernelRecord& kernel : image.kernels) {
      text += "info    : '" + kernel.name + "' for 'sm_" + std::to_string(arch_) + "': used " +
              std::to_string(kernel.registers) + " registers (estimate), " +
              std::to_string(kernel.static_shared_bytes) + " bytes smem, " +
              std::to_string(kernel.param_bytes) + " bytes of parameters\n";
    }
  }
  return text;
}

}  // namespace heddle::driver
