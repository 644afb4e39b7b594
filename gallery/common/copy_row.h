// SPDX-License-Identifier: Apache-2.0
// The row that kernels bound by memory are compared with: a copy of as many elements, 16 bytes a
// thread, which is as fast as cudaMemcpy.
#pragma once

#include "../kernels/copy.cuh"
#include "gallery.h"

namespace gallery {

inline void measure_copy(Program& program, const std::vector<float>& in,
                         const DeviceArray<float>& d_in, const DeviceArray<float>& d_out) {
  const std::size_t quads = in.size() / 4;
  if (quads == 0) return program.skip("copy_float4", "fewer than four elements");
  program.measure(
      "copy_float4", std::to_string(quads * 4), {0, 32.0 * quads},
      [&] {
        copy_float4<<<ceil_div(quads, 256), 256>>>(quads,
                                                   reinterpret_cast<const float4*>(d_in.get()),
                                                   reinterpret_cast<float4*>(d_out.get()));
      },
      [&] {
        std::vector<float> out = d_out.to_host();
        out.resize(quads * 4);
        return check_equal(out, [&](std::size_t i) { return in[i]; });
      });
}

}  // namespace gallery
