// SPDX-License-Identifier: Apache-2.0
// Many copies in one call. All of them are checked before the first one is made.
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/stream/call.h"
#include "runtime/blocking.h"
#include "runtime/memory/memory_copy_3d.h"

namespace heddle::runtime {
namespace {

constexpr size_t kNone = SIZE_MAX;

struct One {
  Boxes boxes;
  cudaMemcpySrcAccessOrder order;
};

bool known(cudaMemcpySrcAccessOrder order, unsigned flags) {
  return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny &&
         !(flags & ~unsigned{cudaMemcpyFlagPreferOverlapWithCompute});
}

Error check(const Boxes& b) {
  return engine::check_copy(the_engine().pointers(), b.to, b.from, b.extent,
                            engine::Direction::kDefault);
}

// The source is read now, and may be gone when the call returns.
Error copy_read_now(Stream& stream, const Boxes& b) {
  if (stream.is_capturing()) return the_engine().captures().refuse(stream);
  const auto row = the_engine().find(b.from.at);
  if (row && row->on_device()) {
    if (Error error = copy(stream, b.to, b.from, b.extent, cudaMemcpyDefault); !ok(error)) {
      return error;
    }
    stream.wait();
    return Error::kSuccess;
  }
  const engine::Extent& e = b.extent;
  auto held = std::make_shared<std::vector<std::byte>>(e.width * e.height * e.depth);
  const engine::Box packed{held->data(), e.width, e.width * e.height};
  engine::copy_box(packed, b.from, e);
  const engine::TransferNote note = note_transfer(stream, b.to, b.from, e);
  const auto operation = engine::make_call(
      [held, packed, b, note] {
        const engine::TransferNote::Making now(note);
        engine::copy_box(b.to, packed, b.extent);
      },
      engine::Operation::Size::kLarge);
  note.name(*operation);
  stream.submit(operation);
  if (is_blocking()) stream.wait();
  return Error::kSuccess;
}

Error copy_all(Stream& stream, const std::vector<One>& all) {
  for (const One& one : all) {
    if (one.boxes.extent.empty()) continue;
    const bool now = one.order == cudaMemcpySrcAccessOrderDuringApiCall;
    const Boxes& b = one.boxes;
    const Error error =
        now ? copy_read_now(stream, b) : copy(stream, b.to, b.from, b.extent, cudaMemcpyDefault);
    if (!ok(error)) return error;
  }
  return Error::kSuccess;
}

bool takes_batches(const Stream& stream) {
  return stream.kind != Stream::Kind::kLegacyDefault;
}

// attrs[i] is of the copies from first[i] on.
bool good_attributes(const cudaMemcpyAttributes* attributes, const size_t* first, size_t number,
                     size_t count) {
  if (!attributes || !first || number == 0 || number > count || first[0] != 0) return false;
  for (size_t i = 1; i < number; ++i) {
    if (first[i] <= first[i - 1]) return false;
  }
  return first[number - 1] < count;
}

const Array* array_in(const cudaMemcpy3DOperand& operand) {
  return operand.type == cudaMemcpyOperandTypeArray ? array_of(operand.op.array.array) : nullptr;
}

Error side(const cudaMemcpy3DOperand& operand, size_t element, const engine::Extent& extent,
           engine::Box* out) {
  if (operand.type == cudaMemcpyOperandTypeArray) {
    const Array* array = array_in(operand);
    if (!array) return Error::kInvalidResourceHandle;
    const cudaOffset3D& at = operand.op.array.offset;
    return array->part(at.x * element, at.y, at.z, extent, out);
  }
  if (operand.type != cudaMemcpyOperandTypePointer) return Error::kInvalidValue;
  const auto& p = operand.op.ptr;
  const size_t row = p.rowLength ? p.rowLength * element : extent.width;
  const size_t rows = p.layerHeight ? p.layerHeight : extent.height;
  if (row < extent.width || rows < extent.height) return Error::kInvalidValue;
  *out = box(p.ptr, row, row * rows);
  return Error::kSuccess;
}

Error plan(const cudaMemcpy3DBatchOp& op, One* out) {
  if (!known(op.srcAccessOrder, op.flags)) return Error::kInvalidValue;
  const Array *from = array_in(op.src), *to = array_in(op.dst);
  const Array* either = from ? from : to;
  const size_t element = either ? either->shape.texel_bytes() : 1;
  if (from && to && to->shape.texel_bytes() != element) return Error::kInvalidValue;
  out->order = op.srcAccessOrder;
  Boxes& b = out->boxes;
  b.extent = {op.extent.width * element, op.extent.height, op.extent.depth};
  HEDDLE_RETURN_IF_ERROR(side(op.src, element, b.extent, &b.from));
  HEDDLE_RETURN_IF_ERROR(side(op.dst, element, b.extent, &b.to));
  return check(b);
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpyBatchAsync(void** to, void** from, size_t* sizes, size_t count,
                                            cudaMemcpyAttributes* attributes, size_t* first,
                                            size_t number, size_t* fail, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    if (fail) *fail = kNone;
    if (!to || !from || !sizes || !takes_batches(s)) return Error::kInvalidValue;
    if (!good_attributes(attributes, first, number, count)) return Error::kInvalidValue;
    std::vector<One> all(count);
    for (size_t i = 0, a = 0; i < count; ++i) {
      while (a + 1 < number && first[a + 1] <= i) ++a;
      all[i] = {{box(to[i]), box(from[i]), {sizes[i]}}, attributes[a].srcAccessOrder};
      const Error error = known(attributes[a].srcAccessOrder, attributes[a].flags)
                              ? check(all[i].boxes)
                              : Error::kInvalidValue;
      if (ok(error)) continue;
      if (fail) *fail = i;
      return error;
    }
    return copy_all(s, all);
  });
}

HEDDLE_API cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* operations,
                                              size_t* fail, unsigned long long flags,
                                              cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    if (fail) *fail = kNone;
    if (!operations || count == 0 || flags || !takes_batches(s)) return Error::kInvalidValue;
    std::vector<One> all(count);
    for (size_t i = 0; i < count; ++i) {
      const Error error = plan(operations[i], &all[i]);
      if (ok(error)) continue;
      if (fail) *fail = i;
      return error;
    }
    return copy_all(s, all);
  });
}

}  // namespace heddle::runtime
