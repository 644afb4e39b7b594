// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name,
                            int threads, uint3* tid, uint3* bid, dim3* block, dim3* grid,
                            int* warp);
}

namespace heddle::test {
namespace {

struct Wrapper {
  int magic = 0x466243b1;
  int version = 1;
  const void* blob = nullptr;
  void* unused = nullptr;
};

char stubs[5];

}  // namespace

const Kernels& kernels() {
  static const Kernels registered = [] {
    image::Image image;
    image.arch = 75;
    image.kernels = {kernel("plain", 10), kernel("static_16k", 8), kernel("bounds_128", 10),
                     kernel("many_registers", 72), kernel("uses_constants", 10)};
    image.kernels[0].local_bytes = 256;
    image.kernels[1].static_shared_bytes = 16384;
    image.kernels[2].max_threads_per_block = 128;
    image.kernels[4].static_shared_bytes = 100;
    image::VariableRecord table;
    table.name = "table";
    table.kind = image::VariableKind::kConstant;
    table.size = 1024;
    image.variables = {table};
    static const std::vector<std::uint8_t> blob = image::write_blob(std::span(&image, 1));
    static Wrapper wrapper;
    wrapper.blob = blob.data();
    void** handle = __cudaRegisterFatBinary(&wrapper);
    for (std::size_t i = 0; i < image.kernels.size(); ++i) {
      auto* name = const_cast<char*>(image.kernels[i].name.c_str());
      __cudaRegisterFunction(handle, &stubs[i], name, name, -1, nullptr, nullptr, nullptr, nullptr,
                             nullptr);
    }
    __cudaRegisterFatBinaryEnd(handle);
    return Kernels{&stubs[0], &stubs[1], &stubs[2], &stubs[3], &stubs[4]};
  }();
  return registered;
}

}  // namespace heddle::test
