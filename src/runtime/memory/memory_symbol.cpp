// SPDX-License-Identifier: Apache-2.0
// Variables of device code, by the address of their host shadow.
#include "runtime/memory/transfer.h"

namespace heddle::runtime {
namespace {

Error find(Device& device, const void* symbol, engine::Instance::Symbol* out) {
  const engine::Variable* variable = context().registry.find_variable(symbol);
  if (!variable) return Error::kInvalidSymbol;
  return the_engine().launcher().variable_address(*variable, device, out);
}

}  // namespace

Error symbol_part(Device& device, const void* symbol, size_t count, size_t offset, void** out) {
  engine::Instance::Symbol found;
  HEDDLE_RETURN_IF_ERROR(find(device, symbol, &found));
  *out = static_cast<std::byte*>(found.address) + offset;
  const bool inside = offset <= found.size && count <= found.size - offset;
  return inside ? Error::kSuccess : Error::kInvalidValue;
}

namespace {

Error to_symbol(Submission submission, const void* symbol, const void* from, size_t count,
                size_t offset, cudaMemcpyKind kind) {
  const bool good = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault;
  if (!good) return Error::kInvalidMemcpyDirection;
  void* to = nullptr;
  if (Error e = symbol_part(submission.stream.device, symbol, count, offset, &to); !ok(e)) {
    if (to) note_transfer(submission.stream, box(to), box(from), {count}).refuse();
    return e;
  }
  return copy(submission, box(to), box(from), {count}, kind);
}

Error from_symbol(Submission submission, void* to, const void* symbol, size_t count, size_t offset,
                  cudaMemcpyKind kind) {
  const bool good = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault;
  if (!good) return Error::kInvalidMemcpyDirection;
  void* from = nullptr;
  if (Error e = symbol_part(submission.stream.device, symbol, count, offset, &from); !ok(e)) {
    if (from) note_transfer(submission.stream, box(to), box(from), {count}).refuse();
    return e;
  }
  return copy(submission, box(to), box(from), {count}, kind);
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t count,
                                          size_t offset, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return to_symbol(submission, symbol, from, count, offset, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t count,
                                               size_t offset, cudaMemcpyKind kind,
                                               cudaStream_t stream) {
  return on_stream(stream,
                   [&](Stream& s) { return to_symbol(s, symbol, from, count, offset, kind); });
}

HEDDLE_API cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t count,
                                            size_t offset, cudaMemcpyKind kind) {
  return blocking([&](Submission submission) {
    return from_symbol(submission, to, symbol, count, offset, kind);
  });
}

HEDDLE_API cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t count,
                                                 size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream) {
  return on_stream(stream,
                   [&](Stream& s) { return from_symbol(s, to, symbol, count, offset, kind); });
}

HEDDLE_API cudaError_t cudaGetSymbolAddress(void** out, const void* symbol) {
  return on_device([&](Device& device) {
    engine::Instance::Symbol found;
    if (!out) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(find(device, symbol, &found));
    *out = found.address;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetSymbolSize(size_t* out, const void* symbol) {
  return on_device([&](Device& device) {
    engine::Instance::Symbol found;
    if (!out) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(find(device, symbol, &found));
    *out = found.size;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
