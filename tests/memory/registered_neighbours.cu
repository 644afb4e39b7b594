// SPDX-License-Identifier: Apache-2.0
// Memory may be registered right behind and right before memory that is; a byte of overlap is one
// too many.
#include <vector>

#include "memory.h"

int main() {
  constexpr size_t kPart = 4096;
  std::vector<unsigned char> own(4 * kPart);
  unsigned char* const p = own.data();
  gate::ok(cudaHostRegister(p + kPart, kPart, 0), "the second part");
  gate::ok(cudaHostRegister(p + 2 * kPart, kPart, 0), "right behind it");
  gate::ok(cudaHostRegister(p, kPart, 0), "right before it");
  memory::refused(cudaHostRegister(p + 3 * kPart - 1, 2, 0), cudaErrorHostMemoryAlreadyRegistered,
                  "its last byte is registered");
  gate::ok(cudaHostRegister(p + 3 * kPart, kPart, 0), "the last part");
  gate::ok(cudaHostUnregister(p + kPart), "unregister");
  memory::refused(cudaHostRegister(p + kPart, kPart + 1, 0), cudaErrorHostMemoryAlreadyRegistered,
                  "a byte too many");
  gate::ok(cudaHostRegister(p + kPart, kPart, 0), "it fits in between");
  unsigned* device;
  gate::ok(cudaHostGetDevicePointer(&device, p + kPart, 0), "device pointer");
  memory::count_from<<<2, 64>>>(device, kPart / 4, 50);
  gate::ok(cudaDeviceSynchronize(), "count");
  gate::that(reinterpret_cast<unsigned*>(p)[2 * kPart / 4 - 1] == kPart / 4 + 49,
             "a kernel uses it");
  for (int i = 0; i < 4; ++i) gate::ok(cudaHostUnregister(p + i * kPart), "unregister");
  return gate::result();
}
