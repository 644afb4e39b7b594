// SPDX-License-Identifier: Apache-2.0
// Copies between arrays and linear memory: of rows, widths and x offsets in bytes; and of bytes
// that go on in the next row where one ends (deprecated).
#include <algorithm>

#include "runtime/memory/array.h"

namespace heddle::runtime {
namespace {

// The part of an array that begins at byte x of row y.
Error part_of(cudaArray_const_t handle, size_t x, size_t y, const engine::Extent& extent,
              engine::Box* out) {
  const Array* array = array_of(handle);
  return array ? array->part(x, y, 0, extent, out) : Error::kInvalidResourceHandle;
}

Error to_array(Submission submission, cudaArray_t to, size_t x, size_t y, const void* from,
               size_t pitch, const engine::Extent& extent, cudaMemcpyKind kind) {
  engine::Box target;
  if (extent.width > pitch) return Error::kInvalidPitchValue;
  HEDDLE_RETURN_IF_ERROR(part_of(to, x, y, extent, &target));
  return copy(submission, target, box(from, pitch), extent, kind);
}

Error from_array(Submission submission, void* to, size_t pitch, cudaArray_const_t from, size_t x,
                 size_t y, const engine::Extent& extent, cudaMemcpyKind kind) {
  engine::Box source;
  if (extent.width > pitch) return Error::kInvalidPitchValue;
  HEDDLE_RETURN_IF_ERROR(part_of(from, x, y, extent, &source));
  return copy(submission, box(to, pitch), source, extent, kind);
}

// Where the bytes of an array lie that follow `x` of row `y`, row by row.
struct Bytes {
  const Array& array;
  size_t first;
  Bytes(const Array& of, size_t x, size_t y) : array(of), first(y * of.row_bytes() + x) {}
  bool fit(size_t count) const {
    const size_t all = array.row_bytes() * array.shape.rows();
    return count <= all && first <= all - count;
  }
  // How many of them are in one row after the first `done`.
  size_t run(size_t done) const { return array.row_bytes() - (first + done) % array.row_bytes(); }
  Error at(size_t done, size_t count, engine::Box* out) const {
    const size_t place = first + done;
    return array.part(place % array.row_bytes(), place / array.row_bytes(), 0, {count}, out);
  }
};

// each(part of the array, number of its first byte, bytes) for each row that takes part.
template <class Each>
Error for_each_row(cudaArray_const_t handle, size_t x, size_t y, size_t count, Each each) {
  const Array* array = array_of(handle);
  if (!array) return Error::kInvalidResourceHandle;
  const Bytes bytes(*array, x, y);
  if (!bytes.fit(count)) return Error::kInvalidValue;
  for (size_t done = 0, some = 0; done < count; done += some) {
    engine::Box part;
    some = std::min(count - done, bytes.run(done));
    HEDDLE_RETURN_IF_ERROR(bytes.at(done, some, &part));
    HEDDLE_RETURN_IF_ERROR(each(part, done, some));
  }
  return Error::kSuccess;
}

Error bytes_to_array(Submission submission, cudaArray_t handle, size_t x, size_t y,
                     const void* from, size_t count, cudaMemcpyKind kind) {
  return for_each_row(handle, x, y, count, [&](const engine::Box& part, size_t done, size_t some) {
    return copy(submission, part, box(static_cast<const std::byte*>(from) + done), {some}, kind);
  });
}

Error bytes_from_array(Submission submission, void* to, cudaArray_const_t handle, size_t x,
                       size_t y, size_t count, cudaMemcpyKind kind) {
  return for_each_row(handle, x, y, count, [&](const engine::Box& part, size_t done, size_t some) {
    return copy(submission, box(static_cast<std::byte*>(to) + done), part, {some}, kind);
  });
}

bool within_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from,
                                           size_t pitch, size_t width, size_t height,
                                           cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return to_array(submission, to, x, y, from, pitch, {width, height}, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                                const void* from, size_t pitch, size_t width,
                                                size_t height, cudaMemcpyKind kind,
                                                cudaStream_t stream) {
  return on_stream(
      stream, [&](Stream& s) { return to_array(s, to, x, y, from, pitch, {width, height}, kind); });
}

HEDDLE_API cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from,
                                             size_t x, size_t y, size_t width, size_t height,
                                             cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return from_array(submission, to, pitch, from, x, y, {width, height}, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from,
                                                  size_t x, size_t y, size_t width, size_t height,
                                                  cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    return from_array(s, to, pitch, from, x, y, {width, height}, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                                cudaArray_const_t from, size_t from_x,
                                                size_t from_y, size_t width, size_t height,
                                                cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    engine::Box target, source;
    const engine::Extent extent{width, height};
    if (!within_device(kind)) return Error::kInvalidMemcpyDirection;
    HEDDLE_RETURN_IF_ERROR(part_of(to, to_x, to_y, extent, &target));
    HEDDLE_RETURN_IF_ERROR(part_of(from, from_x, from_y, extent, &source));
    return copy(submission, target, source, extent, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from,
                                         size_t count, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return bytes_to_array(submission, to, x, y, from, count, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                              size_t count, cudaMemcpyKind kind,
                                              cudaStream_t stream) {
  return on_stream(stream,
                   [&](Stream& s) { return bytes_to_array(s, to, x, y, from, count, kind); });
}

HEDDLE_API cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y,
                                           size_t count, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return bytes_from_array(submission, to, from, x, y, count, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x,
                                                size_t y, size_t count, cudaMemcpyKind kind,
                                                cudaStream_t stream) {
  return on_stream(stream,
                   [&](Stream& s) { return bytes_from_array(s, to, from, x, y, count, kind); });
}

HEDDLE_API cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                              cudaArray_const_t from, size_t from_x, size_t from_y,
                                              size_t count, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    const Array *target_array = array_of(to), *source_array = array_of(from);
    if (!target_array || !source_array) return Error::kInvalidResourceHandle;
    if (!within_device(kind)) return Error::kInvalidMemcpyDirection;
    const Bytes targets(*target_array, to_x, to_y), sources(*source_array, from_x, from_y);
    if (!targets.fit(count) || !sources.fit(count)) return Error::kInvalidValue;
    for (size_t done = 0, some = 0; done < count; done += some) {
      engine::Box target, source;
      some = std::min({count - done, targets.run(done), sources.run(done)});
      HEDDLE_RETURN_IF_ERROR(targets.at(done, some, &target));
      HEDDLE_RETURN_IF_ERROR(sources.at(done, some, &source));
      if (Error error = copy(submission, target, source, {some}, kind); !ok(error)) return error;
    }
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
