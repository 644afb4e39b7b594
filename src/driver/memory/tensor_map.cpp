// SPDX-License-Identifier: Apache-2.0
// Tensor Map Object Management. What a map may say is checked here, as the reference has it: the
// engine takes it as it is.
#include "image/tensor_map.h"

#include <algorithm>
#include <cstring>

#include "driver/driver.h"

namespace heddle::driver {
namespace {

using image::TensorMap;
using image::TensorType;

constexpr std::uint64_t kAddressAlign = 16, kStrideAlign = 16;
constexpr std::uint64_t kMostSize = std::uint64_t{1} << 32, kStrideEnd = std::uint64_t{1} << 40;
constexpr unsigned kMostBox = 256, kMostStep = 8, kMostPixels = 1024, kRowUnit = 16;

bool is_aligned(const void* pointer, std::uint64_t to) {
  return reinterpret_cast<std::uintptr_t>(pointer) % to == 0;
}

// What both kinds of maps have.
struct Common {
  CUtensorMapDataType type;
  cuuint32_t rank;
  void* address;
  const cuuint64_t *sizes, *strides;
  const cuuint32_t* steps;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion promotion;
  CUtensorMapFloatOOBfill fill;
};

// Without the types and swizzles that compute capability 10 brought, as on an H200.
bool are_known(const Common& c) {
  return c.type >= 0 && c.type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ && c.interleave >= 0 &&
         c.interleave <= CU_TENSOR_MAP_INTERLEAVE_32B && c.swizzle >= 0 &&
         c.swizzle <= CU_TENSOR_MAP_SWIZZLE_128B && c.promotion >= 0 &&
         c.promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B && c.fill >= 0 &&
         c.fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
}

// Layouts of channels in slices.
const char* unsupported(const Common& c) {
  if (c.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return "an interleaved tensor map";
  return nullptr;
}

bool is_valid(const Common& c) {
  if (!c.sizes || !c.steps || (c.rank > 1 && !c.strides)) return false;
  if (!is_aligned(c.address, kAddressAlign)) return false;
  for (cuuint32_t k = 0; k < c.rank; ++k) {
    if (c.sizes[k] == 0 || c.sizes[k] > kMostSize) return false;
    if (c.steps[k] == 0 || c.steps[k] > kMostStep) return false;
    if (k + 1 == c.rank) break;
    if (c.strides[k] % kStrideAlign != 0 || c.strides[k] >= kStrideEnd) return false;
  }
  return c.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || is_float(static_cast<TensorType>(c.type));
}

// `elements` side by side in shared memory: whole pieces of 16 bytes, and no more than are swizzled
// together.
bool is_row(const Common& c, unsigned elements) {
  const auto bytes = elements * bytes_of(static_cast<TensorType>(c.type));
  const bool fits = c.swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || bytes <= kRowUnit << c.swizzle;
  return bytes % kRowUnit == 0 && fits;
}

// A box of so many rows, which shared memory has to hold.
bool fits(const Common& c, unsigned elements, std::uint64_t rows) {
  const auto most = process::current_device().model.sm.shared_per_block_optin_bytes;
  const auto row = std::uint64_t{elements} * bytes_of(static_cast<TensorType>(c.type));
  return row * rows <= static_cast<std::uint64_t>(most);
}

TensorMap described(const Common& c) {
  TensorMap map{};
  map.magic = TensorMap::kMagic;
  map.rank = static_cast<std::uint8_t>(c.rank);
  map.type = static_cast<TensorType>(c.type);
  map.fills_with_nan = c.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  map.swizzle = c.swizzle;
  map.address = reinterpret_cast<std::uint64_t>(c.address);
  for (cuuint32_t k = 0; k < c.rank; ++k) {
    map.last[k] = static_cast<std::uint32_t>(c.sizes[k] - 1);
    map.steps[k] = k == 0 ? 1 : c.steps[k];
    if (k + 1 < c.rank) map.strides[k] = c.strides[k];
  }
  return map;
}

// `complete(map)`: adds what is the kind's own; false: it is not valid.
template <class Complete>
CUresult encode(CUtensorMap* to, const Common& c, const char* call, unsigned least_rank,
                Complete complete) {
  return without_context([&]() -> cudaError_t {
    if (!to || !are_known(c)) return cudaErrorInvalidValue;
    if (c.rank < least_rank || c.rank > TensorMap::kMostRank) return cudaErrorInvalidValue;
    if (const char* what = unsupported(c)) {
      not_supported((std::string(call) + " of " + what).c_str());
      return cudaErrorNotSupported;
    }
    if (!is_valid(c)) return cudaErrorInvalidValue;
    TensorMap map = described(c);
    if (!complete(&map)) return cudaErrorInvalidValue;
    std::memset(to, 0, sizeof *to);
    std::memcpy(to, &map, sizeof map);
    return cudaSuccess;
  });
}

// The base pixels of a dimension, of which there must be some.
bool has_pixels(const TensorMap& map, int d, int lower, int upper) {
  return lower <= std::int64_t{map.last[d]} + upper;
}

// The largest corner of a box of pixels in maps of so many dimensions: signed numbers of 16, 8 and
// 5 bits.
int corner_end(cuuint32_t rank) {
  return rank == 3 ? 1 << 15 : rank == 4 ? 1 << 7 : 1 << 4;
}

bool set_corners(TensorMap* map, const int* lower, const int* upper) {
  if (!lower || !upper) return false;
  const int end = corner_end(map->rank);
  for (int k = 0; k < map->rank - 2; ++k) {
    if (lower[k] < -end || lower[k] >= end || upper[k] < -end || upper[k] >= end) return false;
    if (!has_pixels(*map, k + 1, lower[k], upper[k])) return false;
    map->lower[k] = static_cast<std::int16_t>(lower[k]);
    map->upper[k] = static_cast<std::int16_t>(upper[k]);
  }
  return true;
}

}  // namespace

HEDDLE_DRIVER CUresult cuTensorMapEncodeTiled(
    CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
    const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) {
  const Common c{tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                 elementStrides, interleave, swizzle,       l2Promotion, oobFill};
  return encode(tensorMap, c, "cuTensorMapEncodeTiled", 1, [&](TensorMap* map) {
    if (!boxDim || !is_row(c, boxDim[0])) return false;
    std::uint64_t rows = 1;
    for (cuuint32_t k = 0; k < tensorRank; ++k) {
      if (boxDim[k] == 0 || boxDim[k] > kMostBox) return false;
      map->box[k] = static_cast<std::uint16_t>(boxDim[k]);
      const auto step = std::max(elementStrides[k], 1U);
      if (k > 0) rows *= (boxDim[k] + step - 1) / step;
    }
    return fits(c, boxDim[0], rows);
  });
}

HEDDLE_DRIVER CUresult cuTensorMapEncodeIm2col(
    CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
    const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) {
  const Common c{tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                 elementStrides, interleave, swizzle,       l2Promotion, oobFill};
  return encode(tensorMap, c, "cuTensorMapEncodeIm2col", 3, [&](TensorMap* map) {
    if (channelsPerPixel == 0 || channelsPerPixel > kMostBox || !is_row(c, channelsPerPixel)) {
      return false;
    }
    if (pixelsPerColumn == 0 || pixelsPerColumn > kMostPixels) return false;
    if (!fits(c, channelsPerPixel, pixelsPerColumn)) return false;
    map->is_im2col = 1;
    map->channels = static_cast<std::uint16_t>(channelsPerPixel);
    map->pixels = static_cast<std::uint16_t>(pixelsPerColumn);
    return set_corners(map, pixelBoxLowerCorner, pixelBoxUpperCorner);
  });
}

HEDDLE_DRIVER CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) {
  return without_context([&] {
    if (!tensorMap || !is_aligned(globalAddress, kAddressAlign)) return cudaErrorInvalidValue;
    TensorMap map;
    std::memcpy(&map, tensorMap, sizeof map);
    if (map.magic != TensorMap::kMagic) return cudaErrorInvalidValue;
    map.address = reinterpret_cast<std::uint64_t>(globalAddress);
    std::memcpy(tensorMap, &map, sizeof map);
    return cudaSuccess;
  });
}

}  // namespace heddle::driver
