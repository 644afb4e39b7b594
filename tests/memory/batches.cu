// SPDX-License-Identifier: Apache-2.0
// Many copies in one call: each is made, sources are read when they shall be, and a wrong one is
// named before any is made.
#include <cstdint>
#include <vector>

#include "memory.h"

using memory::refused;

int main() {
  constexpr unsigned kCount = 1000;
  constexpr size_t kBytes = kCount * 4;
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  unsigned *a, *b, *c;
  for (auto** p : {&a, &b, &c}) gate::ok(cudaMalloc(p, kBytes), "cudaMalloc");
  auto* gates = gate::pinned<unsigned>(1);
  auto* pinned = gate::pinned<unsigned>(kCount);
  std::vector<unsigned> host(kCount, 7);

  gate::pass<<<1, 1, 0, s>>>(gates, c, 1);
  memory::count_from<<<1, 64, 0, s>>>(a, kCount, 50);
  void* to[] = {b, c, pinned};
  void* from[] = {a, host.data(), a};
  size_t sizes[] = {kBytes, kBytes, kBytes};
  cudaMemcpyAttributes attributes[3] = {};
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  attributes[2].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  size_t first[] = {0, 1, 2}, fail = 0;
  gate::ok(cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 3, &fail, s), "batch");
  gate::is(cudaStreamQuery(s), cudaErrorNotReady, "in the stream's turn");
  for (auto& value : host) value = 9;  // it has been read
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(memory::holds(b, kCount, 50) && memory::holds(pinned, kCount, 50), "copied");
  gate::ok(cudaMemcpy(host.data(), c, kBytes, cudaMemcpyDeviceToHost), "back");
  gate::that(host[0] == 7 && host[kCount - 1] == 7, "the source as it was at the call");

  auto batch = [&](size_t count, size_t number, cudaStream_t stream) {
    fail = 99;
    return cudaMemcpyBatchAsync(to, from, sizes, count, attributes, first, number, &fail, stream);
  };
  refused(batch(3, 3, 0), cudaErrorInvalidValue, "the default stream");
  gate::that(fail == SIZE_MAX, "no copy's fault");
  refused(batch(0, 1, s), cudaErrorInvalidValue, "nothing");
  refused(batch(3, 0, s), cudaErrorInvalidValue, "no attributes");
  refused(batch(2, 3, s), cudaErrorInvalidValue, "more attributes than copies");
  first[0] = 1;
  refused(batch(3, 3, s), cudaErrorInvalidValue, "the first copy has none");
  first[0] = 0;
  first[1] = 2;
  refused(batch(3, 3, s), cudaErrorInvalidValue, "not increasing");
  first[1] = 1;
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  refused(batch(3, 3, s), cudaErrorInvalidValue, "no order");
  gate::that(fail == 1, "of the second");
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  sizes[2] = kBytes + 4;
  memory::count_from<<<1, 64, 0, s>>>(a, kCount, 80);
  refused(batch(3, 3, s), cudaErrorInvalidValue, "past the end");
  gate::that(fail == 2, "of the third");
  gate::that(memory::holds(b, kCount, 50), "no copy was made");

  // Boxes, of pointers and arrays.
  cudaArray_t array;
  const cudaChannelFormatDesc desc = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};
  gate::ok(cudaMallocArray(&array, &desc, 20, 10), "array");
  cudaMemcpy3DBatchOp op[2] = {};
  op[0].src.type = cudaMemcpyOperandTypePointer;
  op[0].src.op.ptr = {a, 25, 0, {}};
  op[0].dst.type = cudaMemcpyOperandTypeArray;
  op[0].dst.op.array = {array, {4, 1, 0}};
  op[0].extent = {16, 9, 1};
  op[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  gate::ok(cudaMemcpy3DBatchAsync(1, op, &fail, 0, s), "to the array");
  op[1] = op[0];
  op[1].src = op[0].dst;
  op[1].dst.type = cudaMemcpyOperandTypePointer;
  op[1].dst.op.ptr = {pinned, 0, 0, {}};
  gate::ok(cudaMemcpy3DBatchAsync(1, op + 1, &fail, 0, s), "from the array");
  gate::ok(cudaStreamSynchronize(s), "wait");
  bool good = true;
  for (unsigned i = 0; i < 16 * 9; ++i) good = good && pinned[i] == 80 + i / 16 * 25 + i % 16;
  gate::that(good, "boxes");
  op[1].extent.width = 17;
  refused(cudaMemcpy3DBatchAsync(2, op, &fail, 0, s), cudaErrorInvalidValue, "past the row");
  gate::that(fail == 1, "of the second");
  refused(cudaMemcpy3DBatchAsync(1, op, &fail, 1, s), cudaErrorInvalidValue, "flags");
  return gate::result();
}
