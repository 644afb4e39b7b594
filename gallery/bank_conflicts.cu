// SPDX-License-Identifier: Apache-2.0
// Shared-memory reads with strides of 1 to 32 words (spec/003, figure 13): the time tells the
// conflicts that the author of spec/002 could not see.
#include "common/gallery.h"
#include "kernels/bank_conflicts.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "bank_conflicts", "shared memory read with a stride");
  const int blocks = program.integer("blocks", 256, 1, 1 << 20, "blocks");
  const int block = program.integer("block", 256, 1, 1024, "threads a block");
  const int rounds = program.integer("rounds", 64, 1, 100000, "reads a thread");
  program.start();

  const std::vector<int> bits = gallery::random_ints(BANK_WORDS, program.seed(1), 0, 2147483647);
  const std::vector<unsigned> in(bits.begin(), bits.end());
  gallery::DeviceArray<unsigned> d_in(in), d_out(std::size_t(blocks) * block);
  for (int stride : {1, 2, 3, 4, 8, 16, 32}) {
    d_out.poison();
    program.measure(
        "bank_stride " + std::to_string(stride), gallery::by(blocks, block),
        {0, 4.0 * blocks * block * rounds},
        [&] { bank_stride<<<blocks, block>>>(stride, rounds, d_in.get(), d_out.get()); },
        [&] {
          return gallery::check_equal(d_out.to_host(), [&](std::size_t i) {
            unsigned sum = 0;
            const std::size_t first = i % block % 32 * stride;
            for (int k = 0; k < rounds; ++k)
              sum = sum * 3 + in[((first + k) % BANK_WORDS + i / block) % BANK_WORDS];
            return sum;
          });
        });
  }
  return program.finish();
}
