// SPDX-License-Identifier: Apache-2.0
// Copies and fills of boxes of pitched memory (arrays are not supported yet).
#include "runtime/transfer.h"

namespace heddle::runtime {
namespace {

// The box that begins at `position` (bytes, rows, slices) of `memory`.
engine::Box box_at(const cudaPitchedPtr& memory, const cudaPos& position) {
  const std::size_t slice = memory.pitch * memory.ysize;
  auto* first = static_cast<std::byte*>(memory.ptr);
  if (!first) return {};
  return {first + position.z * slice + position.y * memory.pitch + position.x, memory.pitch, slice};
}

Error check_pitches(const cudaPitchedPtr& memory, const cudaPos& position,
                    const cudaExtent& extent) {
  if (extent.width > memory.pitch || position.x > memory.pitch - extent.width) {
    return Error::kInvalidPitchValue;
  }
  // ysize tells where the next slice begins: it matters only when there is one.
  const bool inside = position.y + extent.height <= memory.ysize;
  return extent.depth <= 1 || inside ? Error::kSuccess : Error::kInvalidValue;
}

engine::Extent extent_of(const cudaExtent& e) {
  return {e.width, e.height, e.depth};
}

Error copy_3d(Turn turn, const cudaMemcpy3DParms& p) {
  const engine::Extent extent = extent_of(p.extent);
  if (extent.empty()) return Error::kSuccess;
  if (Error error = check_pitches(p.srcPtr, p.srcPos, p.extent); !ok(error)) return error;
  if (Error error = check_pitches(p.dstPtr, p.dstPos, p.extent); !ok(error)) return error;
  return copy(turn, box_at(p.dstPtr, p.dstPos), box_at(p.srcPtr, p.srcPos), extent, p.kind);
}

bool uses_arrays(const cudaMemcpy3DParms& p) {
  return p.srcArray || p.dstArray;
}

Error fill_3d(Turn turn, const cudaPitchedPtr& to, int value, const cudaExtent& extent) {
  if (extent_of(extent).empty()) return Error::kSuccess;
  if (!ok(check_pitches(to, {}, extent))) return Error::kInvalidValue;
  return fill(turn, box_at(to, {}), extent_of(extent), value);
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (!p) return answer(Error::kInvalidValue);
  if (uses_arrays(*p)) return not_supported("cudaMemcpy3D with an array");
  return blocking([&](Turn turn) { return copy_3d(turn, *p); });
}

HEDDLE_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  if (!p) return answer(Error::kInvalidValue);
  if (uses_arrays(*p)) return not_supported("cudaMemcpy3DAsync with an array");
  return on_stream(stream, [&](Stream& s) { return copy_3d(s, *p); });
}

HEDDLE_API cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return on_stream(nullptr, [&](Stream& s) { return fill_3d({s, true}, to, value, extent); });
}

HEDDLE_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                                         cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return fill_3d(s, to, value, extent); });
}

}  // namespace heddle::runtime
