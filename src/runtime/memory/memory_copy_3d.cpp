// SPDX-License-Identifier: Apache-2.0
// Copies and fills of boxes of pitched memory and arrays. Of pointers, positions and widths are
// bytes; where an array takes part, its positions and the extent's width are texels.
#include "runtime/memory/memory_copy_3d.h"

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
                    const engine::Extent& extent) {
  if (extent.width > memory.pitch || position.x > memory.pitch - extent.width) {
    return Error::kInvalidPitchValue;
  }
  // ysize tells where the next slice begins: it matters only when there is one.
  const bool inside = position.y + extent.height <= memory.ysize;
  return extent.depth <= 1 || inside ? Error::kSuccess : Error::kInvalidValue;
}

Error side(const Array* array, const cudaPitchedPtr& memory, const cudaPos& position,
           const engine::Extent& extent, engine::Box* out) {
  if (array) {
    return array->part(position.x * array->shape.texel_bytes(), position.y, position.z, extent,
                       out);
  }
  HEDDLE_RETURN_IF_ERROR(check_pitches(memory, position, extent));
  *out = box_at(memory, position);
  return Error::kSuccess;
}

// Null where the side is a pointer; kInvalidValue unless it is one of both.
Error find(cudaArray_t handle, const cudaPitchedPtr& memory, const Array** out) {
  *out = handle ? array_of(handle) : nullptr;
  if (handle && memory.ptr) return Error::kInvalidValue;
  return handle && !*out ? Error::kInvalidResourceHandle : Error::kSuccess;
}

Error fill_3d(Submission submission, const cudaPitchedPtr& to, int value, const cudaExtent& size) {
  const engine::Extent extent{size.width, size.height, size.depth};
  if (extent.empty()) return Error::kSuccess;
  if (!ok(check_pitches(to, {}, extent))) return Error::kInvalidValue;
  return fill(submission, box_at(to, {}), extent, value);
}

}  // namespace

Error plan_copy_3d(const cudaMemcpy3DParms& p, Boxes* out) {
  const Array *from = nullptr, *to = nullptr;
  out->extent = {p.extent.width, p.extent.height, p.extent.depth};
  if (out->extent.empty()) return Error::kSuccess;
  HEDDLE_RETURN_IF_ERROR(find(p.srcArray, p.srcPtr, &from));
  HEDDLE_RETURN_IF_ERROR(find(p.dstArray, p.dstPtr, &to));
  if (from && to && from->shape.texel_bytes() != to->shape.texel_bytes()) {
    return Error::kInvalidValue;
  }
  if (const Array* either = from ? from : to) out->extent.width *= either->shape.texel_bytes();
  if (Error e = side(from, p.srcPtr, p.srcPos, out->extent, &out->from); !ok(e)) return e;
  return side(to, p.dstPtr, p.dstPos, out->extent, &out->to);
}

Error copy_3d(Submission submission, const cudaMemcpy3DParms& p) {
  Boxes boxes;
  HEDDLE_RETURN_IF_ERROR(plan_copy_3d(p, &boxes));
  return copy(submission, boxes.to, boxes.from, boxes.extent, p.kind);
}

Error describe(const cudaMemcpy3DParms& p, engine::CopyWork* out) {
  Boxes boxes;
  HEDDLE_RETURN_IF_ERROR(plan_copy_3d(p, &boxes));
  if (boxes.extent.empty()) return Error::kInvalidValue;
  *out = {boxes.to, boxes.from, boxes.extent, direction(p.kind), p};
  return engine::check_copy(the_engine().pointers(), out->to, out->from, out->extent,
                            out->direction);
}

HEDDLE_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (!p) return answer(Error::kInvalidValue);
  return blocking([&](Submission submission) { return copy_3d(submission, *p); });
}

HEDDLE_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  if (!p) return answer(Error::kInvalidValue);
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
