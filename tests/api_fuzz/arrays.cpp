// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, and copies to and from parts of them.
#include <algorithm>

#include "model.h"

namespace fuzz {
namespace {

const cudaChannelFormatDesc kByte = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};

// A part of an array, or of what would be one.
struct Part {
  std::size_t x, y, z, width, height, depth;
  bool fits(const ArrayState& array) const {
    return x + width <= array.width && y + height <= array.height && z + depth <= array.depth;
  }
};

Part any_part(Model& m, const ArrayState& array) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(m.dice.below(n)); };
  Part part{below(array.width), below(array.height), below(array.depth), 0, 0, 0};
  // At times beyond the end.
  const std::size_t more = m.dice.one_in(8) ? 2 : 0;
  part.width = 1 + below(array.width - part.x + more);
  part.height = 1 + below(array.height - part.y + more);
  part.depth = 1 + below(array.depth - part.z + more);
  return part;
}

template <class Each>
void for_each_byte(const ArrayState& array, const Part& part, Each each) {
  std::size_t number = 0;
  for (std::size_t z = part.z; z < part.z + part.depth; ++z) {
    for (std::size_t y = part.y; y < part.y + part.height; ++y) {
      for (std::size_t x = part.x; x < part.x + part.width; ++x) {
        each((z * array.height + y) * array.width + x, number++);
      }
    }
  }
}

cudaMemcpy3DParms described(cudaArray_t array, const Part& part, Bytes& host, bool to_array) {
  cudaMemcpy3DParms p = {};
  const cudaPitchedPtr memory = {host.data(), part.width, part.width, part.height};
  (to_array ? p.srcPtr : p.dstPtr) = memory;
  (to_array ? p.dstArray : p.srcArray) = array;
  (to_array ? p.dstPos : p.srcPos) = {part.x, part.y, part.z};
  p.extent = {part.width, part.height, part.depth};
  p.kind = to_array ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  return p;
}

void create(Model& m) {
  ArrayState state;
  state.width = 1 + m.dice.below(40);
  const bool flat = m.dice.one_in(2), too_large = m.dice.one_in(10), unknown = m.dice.one_in(10);
  state.height = 1 + m.dice.below(9);
  if (!flat) state.depth = 1 + m.dice.below(5);
  cudaChannelFormatDesc desc = kByte;
  if (unknown) desc.x = 7;
  const std::size_t width = too_large ? std::size_t{1} << 24 : state.width;
  cudaArray_t array = nullptr;
  const cudaError_t got =
      flat ? cudaMallocArray(&array, &desc, width, state.height)
           : cudaMalloc3DArray(&array, &desc, {width, state.height, state.depth});
  if (unknown && too_large) {
    m.expect("cudaMallocArray", got, {cudaErrorInvalidChannelDescriptor, cudaErrorInvalidValue});
  } else {
    m.expect("cudaMallocArray", got,
             unknown     ? cudaErrorInvalidChannelDescriptor
             : too_large ? cudaErrorInvalidValue
                         : cudaSuccess);
  }
  if (got != cudaSuccess) return;
  state.holds.assign(state.width * state.height * state.depth, 0);
  const Part all{0, 0, 0, state.width, state.height, state.depth};
  const auto p = described(array, all, state.holds, true);
  m.expect("cudaMemcpy3D", cudaMemcpy3D(&p), cudaSuccess);
  m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
  m.arrays[m.born(array)] = std::move(state);
}

void release(Model& m) {
  const cudaArray_t array = m.handle_of(m.arrays);
  const bool good = m.arrays.count(array);
  m.expect("cudaFreeArray", cudaFreeArray(array), good || !array ? cudaSuccess : kBadHandle);
  if (!good) return;
  m.arrays.erase(array);
  m.died(array);
}

void ask(Model& m) {
  const cudaArray_t array = m.handle_of(m.arrays);
  const bool good = m.arrays.count(array);
  cudaExtent extent = {};
  cudaChannelFormatDesc desc = {};
  unsigned flags = 99;
  m.expect("cudaArrayGetInfo", cudaArrayGetInfo(&desc, &extent, &flags, array),
           good ? cudaSuccess : kBadHandle);
  if (!good) return;
  const ArrayState& state = m.arrays[array];
  m.that("the array's shape", extent.width == state.width && extent.height == state.height &&
                                  std::max<std::size_t>(extent.depth, 1) == state.depth &&
                                  desc.x == 8 && flags == 0);
}

void copy_3d(Model& m) {
  const cudaArray_t array = m.handle_of(m.arrays);
  const bool good = m.arrays.count(array), to_array = m.dice.one_in(2);
  ArrayState none;
  none.width = 4;
  ArrayState& state = good ? m.arrays[array] : none;
  const Part part = any_part(m, state);
  Bytes host(part.width * part.height * part.depth);
  for (auto& byte : host) byte = static_cast<unsigned char>(m.dice.below(256));
  const cudaStream_t stream = good ? own(m, state.owner) : nullptr;
  const auto p = described(array, part, host, to_array);
  const bool fits = good && part.fits(state);
  const cudaError_t got = cudaMemcpy3DAsync(&p, stream);
  if (good) {
    m.expect("cudaMemcpy3DAsync", got, fits ? cudaSuccess : cudaErrorInvalidValue);
  } else {
    // Without an array it is memory at address 0.
    m.expect("cudaMemcpy3DAsync", got, {cudaErrorInvalidPitchValue, kBadHandle});
  }
  if (!fits) return;
  m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaSuccess);
  bool same = true;
  for_each_byte(state, part, [&](std::size_t at, std::size_t number) {
    if (to_array) state.holds[at] = host[number];
    same = same && state.holds[at] == host[number];
  });
  m.that("the array holds what was put there", same);
}

void copy_2d(Model& m) {
  const cudaArray_t array = m.handle_of(m.arrays);
  const bool good = m.arrays.count(array), to_array = m.dice.one_in(2);
  if (good && m.arrays[array].depth > 1) return;
  ArrayState none;
  none.width = 4;
  ArrayState& state = good ? m.arrays[array] : none;
  const Part part = any_part(m, state);
  const std::size_t pitch = part.width + 3 - m.dice.below(5);
  Bytes host(std::max(pitch, part.width) * part.height);
  for (auto& byte : host) byte = static_cast<unsigned char>(m.dice.below(256));
  const cudaStream_t stream = good ? own(m, state.owner) : nullptr;
  const cudaError_t got =
      to_array ? cudaMemcpy2DToArrayAsync(array, part.x, part.y, host.data(), pitch, part.width,
                                          part.height, cudaMemcpyHostToDevice, stream)
               : cudaMemcpy2DFromArrayAsync(host.data(), pitch, array, part.x, part.y, part.width,
                                            part.height, cudaMemcpyDeviceToHost, stream);
  const char* const call = "cudaMemcpy2DToArrayAsync";
  if (pitch < part.width) {
    m.expect(call, got, cudaErrorInvalidPitchValue);
  } else if (!good) {
    m.expect(call, got, {cudaErrorInvalidValue, kBadHandle});
  } else {
    const Part rows{part.x, part.y, 0, part.width, part.height, 1};
    m.expect(call, got, rows.fits(state) ? cudaSuccess : cudaErrorInvalidValue);
    if (got != cudaSuccess) return;
    m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaSuccess);
    bool same = true;
    for_each_byte(state, rows, [&](std::size_t at, std::size_t number) {
      const unsigned char byte = host[number / part.width * pitch + number % part.width];
      if (to_array) state.holds[at] = byte;
      same = same && state.holds[at] == byte;
    });
    m.that("the array holds what was put there", same);
  }
}

}  // namespace

void remove_arrays(Model& m) {
  for (auto& [array, state] : m.arrays) {
    Bytes got(state.holds.size());
    const Part all{0, 0, 0, state.width, state.height, state.depth};
    const auto p = described(array, all, got, false);
    m.expect("cudaMemcpy3DAsync", cudaMemcpy3DAsync(&p, state.owner), cudaSuccess);
    m.expect("cudaStreamSynchronize", cudaStreamSynchronize(state.owner), cudaSuccess);
    m.that("the array holds what was put there", got == state.holds);
    m.expect("cudaFreeArray", cudaFreeArray(array), cudaSuccess);
  }
  m.arrays.clear();
}

const std::vector<Call> kArrayCalls = {create,  create,  release, ask,
                                       copy_3d, copy_3d, copy_2d, copy_2d};

}  // namespace fuzz
