// SPDX-License-Identifier: Apache-2.0
// How threads of 1-D, 2-D and 3-D blocks are numbered and cut into warps (spec/003, spec/004).
#include "common/gallery.h"
#include "kernels/thread_index.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "thread_index", "numbers of threads, warps and lanes");
  const int bx = program.integer("bx", 7, 1, 1024, "block width");
  const int by = program.integer("by", 5, 1, 1024, "block height");
  const int bz = program.integer("bz", 3, 1, 64, "block depth");
  const int gx = program.integer("gx", 5, 1, 1024, "grid width");
  const int gy = program.integer("gy", 4, 1, 1024, "grid height");
  const int gz = program.integer("gz", 3, 1, 64, "grid depth");
  program.start();
  const long long threads = static_cast<long long>(bx) * by * bz;
  const long long blocks = static_cast<long long>(gx) * gy * gz;
  if (threads > 1024) program.usage_error("a block has at most 1024 threads");
  if (threads * blocks > 1 << 28) program.usage_error("more than 2^28 threads");

  gallery::DeviceArray<ThreadPlace> d_places(threads * blocks);
  program.measure(
      "thread_index", gallery::by(gx, gy, gz) + " of " + gallery::by(bx, by, bz), {0, 0},
      [&] { thread_index<<<dim3(gx, gy, gz), dim3(bx, by, bz)>>>(d_places.get()); },
      [&] {
        std::vector<int> numbers;
        for (const ThreadPlace& place : d_places.to_host()) {
          numbers.push_back(place.block);
          numbers.push_back(place.thread);
          numbers.push_back(place.warp);
          numbers.push_back(place.lane);
        }
        return gallery::check_equal(numbers, [&](std::size_t i) -> long long {
          const long long thread = i / 4 % threads;
          const long long expected[] = {static_cast<long long>(i / 4) / threads, thread,
                                        thread / 32, thread % 32};
          return expected[i % 4];
        });
      });
  return program.finish();
}
