// SPDX-License-Identifier: Apache-2.0
// Fills, copies of boxes and of arrays, what is known of addresses.
#include <cuda_runtime_api.h>

#include <cstring>

#include "driver.h"

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUdeviceptr memory = 0;
  IS(cuMemAlloc(&memory, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAlloc(&memory, 4096));

  OK(cuMemsetD8(memory, 0xab, 4096));
  OK(cuMemsetD16(memory + 2, 0x1234, 3));
  OK(cuMemsetD32(memory + 8, 0xcafe0001u, 2));
  const auto words = read<unsigned short>(memory, 10);
  const unsigned short wanted[] = {0xabab, 0x1234, 0x1234, 0x1234, 1,
                                   0xcafe, 1,      0xcafe, 0xabab, 0xabab};
  THAT(std::memcmp(words.data(), wanted, sizeof wanted) == 0);
  IS(cuMemsetD32(memory + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemsetD16(memory + 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemsetD32(memory, 1, 1025), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemsetD2D16(memory, 64, 0x7777, 3, 2));
  const auto rows = read<unsigned short>(memory, 40);
  THAT(rows[0] == 0x7777 && rows[2] == 0x7777 && rows[3] != 0x7777 && rows[31] != 0x7777 &&
       rows[32] == 0x7777 && rows[34] == 0x7777 && rows[35] != 0x7777);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemsetD32Async(memory, 5, 16, stream));
  OK(cuStreamSynchronize(stream));
  THAT(read<int>(memory, 16)[15] == 5);

  // A box of 3 x 2 x 2 bytes out of the middle of 8 x 4 x 4.
  std::vector<unsigned char> box(8 * 4 * 4), part(3 * 2 * 2);
  for (std::size_t i = 0; i < box.size(); ++i) box[i] = static_cast<unsigned char>(i);
  OK(cuMemcpyHtoD(memory, box.data(), box.size()));
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = memory;
  copy.srcXInBytes = 2, copy.srcY = 1, copy.srcZ = 1;
  copy.srcPitch = 8, copy.srcHeight = 4;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = part.data();
  copy.dstPitch = 3, copy.dstHeight = 2;
  copy.WidthInBytes = 3, copy.Height = 2, copy.Depth = 2;
  OK(cuMemcpy3D(&copy));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x)
        THAT(part[(z * 2 + y) * 3 + x] == ((z + 1) * 4 + y + 1) * 8 + x + 2);
  copy.srcMemoryType = static_cast<CUmemorytype>(9);
  IS(cuMemcpy3D(&copy), CUDA_ERROR_INVALID_VALUE);

  // Arrays: widths in bytes, of texels of 8.
  CUDA_ARRAY_DESCRIPTOR shape{6, 3, CU_AD_FORMAT_FLOAT, 2};
  CUarray array;
  OK(cuArrayCreate(&array, &shape));
  CUDA_ARRAY3D_DESCRIPTOR known{};
  OK(cuArray3DGetDescriptor(&known, array));
  THAT(known.Width == 6 && known.Height == 3 && known.Depth == 0 && known.NumChannels == 2 &&
       known.Format == CU_AD_FORMAT_FLOAT);
  float texels[3][12], back[2][4];
  for (int i = 0; i < 36; ++i) texels[i / 12][i % 12] = i;
  CUDA_MEMCPY2D flat{};
  flat.srcMemoryType = CU_MEMORYTYPE_HOST;
  flat.srcHost = texels;
  flat.srcPitch = sizeof texels[0];
  flat.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  flat.dstArray = array;
  flat.WidthInBytes = 48, flat.Height = 3;
  OK(cuMemcpy2D(&flat));
  flat = {};
  flat.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  flat.srcArray = array;
  flat.srcXInBytes = 16, flat.srcY = 1;
  flat.dstMemoryType = CU_MEMORYTYPE_HOST;
  flat.dstHost = back;
  flat.dstPitch = sizeof back[0];
  flat.WidthInBytes = 16, flat.Height = 2;
  OK(cuMemcpy2D(&flat));
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 4; ++x) THAT(back[y][x] == (y + 1) * 12 + x + 4);
  flat.srcXInBytes = 4;
  IS(cuMemcpy2D(&flat), CUDA_ERROR_INVALID_VALUE);
  OK(cuArrayDestroy(array));
  IS(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);

  CUdeviceptr base = 0;
  std::size_t size = 0;
  OK(cuMemGetAddressRange(&base, &size, memory + 100));
  THAT(base == memory && size == 4096);
  CUcontext of = nullptr;
  OK(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
  THAT(of == context);
  CUmemorytype type{};
  void* pinned = nullptr;
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
  THAT(type == CU_MEMORYTYPE_DEVICE);
  OK(cuMemHostAlloc(&pinned, 100, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                           reinterpret_cast<CUdeviceptr>(pinned)));
  THAT(type == CU_MEMORYTYPE_HOST);
  int local = 0;
  IS(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                           reinterpret_cast<CUdeviceptr>(&local)),
     CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFreeHost(pinned));
  OK(cuMemFree(memory));
  IS(cuMemFree(memory), CUDA_ERROR_INVALID_VALUE);

  // Freed by the other API, whose next allocation lies at the same address: that is not the
  // context's.
  unsigned long long id = 0, next_id = 0;
  OK(cuMemAlloc(&memory, 1 << 20));
  OK(cuPointerGetAttribute(&id, CU_POINTER_ATTRIBUTE_BUFFER_ID, memory));
  void* again = nullptr;
  THAT(cudaFree(reinterpret_cast<void*>(memory)) == cudaSuccess);
  THAT(cudaMalloc(&again, 1 << 20) == cudaSuccess);
  THAT(reinterpret_cast<CUdeviceptr>(again) == memory);
  OK(cuPointerGetAttribute(&next_id, CU_POINTER_ATTRIBUTE_BUFFER_ID, memory));
  THAT(id != next_id);
  OK(cuCtxDestroy(context));
  THAT(cudaMemset(again, 1, 1 << 20) == cudaSuccess && cudaFree(again) == cudaSuccess);
  std::puts("PASS");
}
