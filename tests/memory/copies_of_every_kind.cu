// SPDX-License-Identifier: Apache-2.0
// Copies between every two kinds of memory in every direction that cudaMemcpyKind has, and one that
// it has not, in calls that the host waits for and in a stream: allowed where both sides are what
// the direction says and lie in their allocations, refused otherwise, and then nothing is written.
// Small ones of the same sizes go the short way, large ones do not.
#include "memory.h"

namespace {

constexpr unsigned kCount = 16 << 10;

struct Place {
  unsigned* at;
  bool on_device, on_host;
  bool bounded;  // the runtime knows where it ends
};

void fill(const Place& place, unsigned first) {
  if (place.on_device) {
    memory::count_from<<<4, 256>>>(place.at, kCount, first);
    gate::ok(cudaDeviceSynchronize(), "fill");
  } else {
    for (unsigned i = 0; i < kCount; ++i) place.at[i] = first + i;
  }
}

// Elements [begin, end) count from `first`, the others from `other`.
bool is(const Place& place, unsigned begin, unsigned end, unsigned first, unsigned other) {
  static unsigned values[kCount];
  gate::ok(cudaMemcpy(values, place.at, sizeof values, cudaMemcpyDefault), "read");
  for (unsigned i = 0; i < kCount; ++i)
    if (values[i] != (i >= begin && i < end ? first : other) + i) return false;
  return true;
}

}  // namespace

int main() {
  static unsigned own[2][kCount];
  Place places[2][4];  // a target and a source of each kind
  for (int side = 0; side < 2; ++side) {
    unsigned *device, *managed, *pinned;
    const size_t bytes = kCount * sizeof(unsigned);
    gate::ok(cudaMalloc(&device, bytes), "cudaMalloc");
    gate::ok(cudaMallocManaged(&managed, bytes), "cudaMallocManaged");
    gate::ok(cudaMallocHost(&pinned, bytes), "cudaMallocHost");
    places[side][0] = {device, true, false, true};
    places[side][1] = {managed, true, true, true};
    places[side][2] = {pinned, true, true, true};  // its device address is the same
    places[side][3] = {own[side], false, true, false};
  }
  cudaStream_t stream;
  gate::ok(cudaStreamCreate(&stream), "stream");
  for (const Place& to : places[0]) {
    for (const Place& from : places[1]) {
      for (int kind = 0; kind <= 5; ++kind) {
        const bool known = kind <= cudaMemcpyDefault, any = kind == cudaMemcpyDefault;
        const bool wants_to = kind & 1, wants_from = kind & 2;
        const bool right = any || ((wants_to ? to.on_device : to.on_host) &&
                                   (wants_from ? from.on_device : from.on_host));
        for (unsigned count : {2u, 257u, 8192u, kCount - 5}) {
          for (int past = 0; past < 3; ++past) {  // 1: the target's end, 2: the source's
            const Place& bounded = past == 1 ? to : from;
            if (past != 0 && !bounded.bounded) continue;
            const unsigned at = past == 1 ? kCount - count + 1 : 5;
            const unsigned source_at = past == 2 ? kCount - count + 1 : 5;
            for (bool waits : {true, false}) {
              fill(to, 7);
              fill(from, 100000);
              const size_t bytes = count * sizeof(unsigned);
              const auto way = static_cast<cudaMemcpyKind>(kind);
              const cudaError_t got =
                  waits ? cudaMemcpy(to.at + at, from.at + source_at, bytes, way)
                        : cudaMemcpyAsync(to.at + at, from.at + source_at, bytes, way, stream);
              const bool good = known && right && past == 0;
              gate::is(got,
                       good    ? cudaSuccess
                       : known ? cudaErrorInvalidValue
                               : cudaErrorInvalidMemcpyDirection,
                       "the answer");
              cudaGetLastError();
              gate::ok(cudaStreamSynchronize(stream), "stream");
              gate::that(good ? is(to, at, at + count, 100000, 7) : is(to, 0, 0, 0, 7),
                         "the target");
              gate::that(is(from, 0, 0, 0, 100000), "the source");
            }
          }
        }
      }
    }
  }
  for (size_t bytes : {size_t(0), size_t(4)}) {
    const cudaError_t want = bytes == 0 ? cudaSuccess : cudaErrorInvalidValue;
    gate::is(cudaMemcpy(nullptr, own, bytes, cudaMemcpyDefault), want, "to null");
    gate::is(cudaMemcpyAsync(own, nullptr, bytes, cudaMemcpyHostToHost, stream), want, "from null");
    cudaGetLastError();
  }
  gate::is(cudaMemcpy(own, own, 0, static_cast<cudaMemcpyKind>(-1)),
           cudaErrorInvalidMemcpyDirection, "no direction, no bytes");
  return gate::result();
}
