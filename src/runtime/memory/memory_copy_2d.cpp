// SPDX-License-Identifier: Apache-2.0
// Copies and fills of rows of linear memory. Widths and pitches in bytes.
#include "runtime/memory/transfer.h"

namespace heddle::runtime {
namespace {

Error copy_2d(Submission submission, void* to, size_t to_pitch, const void* from, size_t from_pitch,
              size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return Error::kInvalidPitchValue;
  return copy(submission, box(to, to_pitch), box(from, from_pitch), {width, height}, kind);
}

Error fill_2d(Submission submission, void* to, size_t pitch, int value, size_t width,
              size_t height) {
  if (width > pitch) return Error::kInvalidValue;
  return fill(submission, box(to, pitch), {width, height}, value);
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                    size_t width, size_t height, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return copy_2d(submission, to, to_pitch, from, from_pitch, width, height, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                         size_t from_pitch, size_t width, size_t height,
                                         cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    return copy_2d(s, to, to_pitch, from, from_pitch, width, height, kind);
  });
}

HEDDLE_API cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width,
                                    size_t height) {
  return on_stream(nullptr,
                   [&](Stream& s) { return fill_2d({s, true}, to, pitch, value, width, height); });
}

HEDDLE_API cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                                         size_t height, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return fill_2d(s, to, pitch, value, width, height); });
}

}  // namespace heddle::runtime
