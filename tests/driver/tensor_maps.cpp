// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what is refused, by which error, and that nothing is written then. What maps do is
// tests/tensor's.
#include <cstring>

#include "driver.h"

namespace {

struct Tiled {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  cuuint32_t rank = 3;
  CUdeviceptr address = 0;
  cuuint64_t size[6] = {64, 64, 64, 1, 1, 1}, stride[5] = {256, 16384, 1 << 20, 1 << 20, 1 << 20};
  cuuint32_t box[6] = {32, 8, 2, 1, 1, 1}, step[6] = {1, 1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;

  CUresult encode(CUtensorMap* map) const {
    return cuTensorMapEncodeTiled(map, type, rank, reinterpret_cast<void*>(address), size, stride,
                                  box, step, interleave, swizzle, promotion, fill);
  }
};
struct Columns : Tiled {
  int lower[3] = {-1, -1, 0}, upper[3] = {-1, -1, 0};
  cuuint32_t channels = 32, pixels = 64;

  CUresult encode(CUtensorMap* map) const {
    return cuTensorMapEncodeIm2col(map, type, rank, reinterpret_cast<void*>(address), size, stride,
                                   lower, upper, channels, pixels, step, interleave, swizzle,
                                   promotion, fill);
  }
};

CUdeviceptr memory;

template <class Map, class Change>
CUresult changed(Change change) {
  Map map;
  map.address = memory;
  change(map);
  CUtensorMap written;
  std::memset(&written, 0x77, sizeof written);
  const CUtensorMap before = written;
  const CUresult result = map.encode(&written);
  THAT((result == CUDA_SUCCESS) == (std::memcmp(&written, &before, sizeof written) != 0));
  return result;
}
#define TILED(result, ...) IS(changed<Tiled>([](Tiled& m) { __VA_ARGS__; }), result)
#define COLUMNS(result, ...) IS(changed<Columns>([](Columns& m) { __VA_ARGS__; }), result)

void tiled() {
  TILED(CUDA_SUCCESS, );
  TILED(CUDA_SUCCESS, m.rank = 1);
  TILED(CUDA_SUCCESS, m.rank = 5);
  TILED(CUDA_ERROR_INVALID_VALUE, m.rank = 0);
  TILED(CUDA_ERROR_INVALID_VALUE, m.rank = 6);
  TILED(CUDA_ERROR_INVALID_VALUE, m.type = static_cast<CUtensorMapDataType>(99));
  TILED(CUDA_SUCCESS, m.address = 0);
  TILED(CUDA_ERROR_INVALID_VALUE, m.address += 8);
  TILED(CUDA_SUCCESS, m.address += 16);
  TILED(CUDA_ERROR_INVALID_VALUE, m.size[1] = 0);
  TILED(CUDA_SUCCESS, m.size[1] = 1ull << 32);
  TILED(CUDA_ERROR_INVALID_VALUE, m.size[1] = (1ull << 32) + 1);
  TILED(CUDA_ERROR_INVALID_VALUE, m.stride[0] = 264);
  TILED(CUDA_SUCCESS, m.stride[1] = (1ull << 40) - 16);
  TILED(CUDA_ERROR_INVALID_VALUE, m.stride[1] = 1ull << 40);
  TILED(CUDA_SUCCESS, m.box[1] = 256);
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[1] = 257);
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[2] = 0);
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[1] = 200; m.box[2] = 16);  // 400 KB
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[0] = 2);                   // 8 bytes
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[0] = 36);                  // 144 bytes, swizzled in 128
  TILED(CUDA_SUCCESS, m.box[0] = 36; m.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE);
  TILED(CUDA_ERROR_INVALID_VALUE, m.box[0] = 12; m.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
  TILED(CUDA_SUCCESS, m.step[1] = 8);
  TILED(CUDA_ERROR_INVALID_VALUE, m.step[1] = 9);
  TILED(CUDA_ERROR_INVALID_VALUE, m.step[2] = 0);
  TILED(CUDA_SUCCESS, m.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
  TILED(CUDA_ERROR_INVALID_VALUE, m.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
        m.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
  TILED(CUDA_ERROR_INVALID_VALUE, m.promotion = static_cast<CUtensorMapL2promotion>(4));
  TILED(CUDA_ERROR_INVALID_VALUE, m.swizzle = static_cast<CUtensorMapSwizzle>(7));
  TILED(CUDA_ERROR_INVALID_VALUE, m.interleave = static_cast<CUtensorMapInterleave>(3));
  TILED(CUDA_ERROR_INVALID_VALUE, m.swizzle = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B);
  TILED(CUDA_ERROR_INVALID_VALUE, m.type = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B);
  // Named on stderr.
  TILED(CUDA_ERROR_NOT_SUPPORTED, m.interleave = CU_TENSOR_MAP_INTERLEAVE_16B);
}

void columns() {
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.rank = 2);
  COLUMNS(CUDA_SUCCESS, m.rank = 3);
  COLUMNS(CUDA_SUCCESS, m.rank = 4);
  COLUMNS(CUDA_SUCCESS, m.rank = 5);
  COLUMNS(CUDA_SUCCESS, m.rank = 3; m.lower[0] = -32768; m.upper[0] = 32767);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.rank = 3; m.lower[0] = -32769);
  COLUMNS(CUDA_SUCCESS, m.rank = 4; m.lower[1] = -128; m.upper[1] = 127);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.rank = 4; m.upper[1] = 128);
  COLUMNS(CUDA_SUCCESS, m.rank = 5; m.lower[2] = -16; m.upper[2] = 15);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.rank = 5; m.lower[2] = -17);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.rank = 4; m.lower[0] = 100; m.upper[0] = -100);  // no pixel
  COLUMNS(CUDA_SUCCESS, m.pixels = 1024);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.pixels = 1025);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.pixels = 0);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.channels = 0);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.channels = 33);
  COLUMNS(CUDA_ERROR_INVALID_VALUE, m.channels = 260; m.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE);
}

void addresses() {
  CUtensorMap map, other{};
  Tiled m;
  m.address = memory;
  OK(m.encode(&map));
  OK(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(memory + 256)));
  m.address = memory + 256;
  OK(m.encode(&other));
  THAT(std::memcmp(&map, &other, sizeof map) == 0);
  IS(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(memory + 8)),
     CUDA_ERROR_INVALID_VALUE);
  std::memset(&other, 1, sizeof other);  // no tensor map
  IS(cuTensorMapReplaceAddress(&other, reinterpret_cast<void*>(memory)), CUDA_ERROR_INVALID_VALUE);
  IS(m.encode(nullptr), CUDA_ERROR_INVALID_VALUE);
}

}  // namespace

int main() {
  CUtensorMap map;
  IS(Tiled().encode(&map), CUDA_ERROR_NOT_INITIALIZED);
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  int supported = 0;
  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, 0));
  THAT(supported == 1);
  OK(cuMemAlloc(&memory, 1 << 20));
  tiled();
  columns();
  addresses();
  return 0;
}
