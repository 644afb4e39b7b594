// SPDX-License-Identifier: Apache-2.0
#include <kernel.cuh>

#include "../grade.h"

int main() {
  const int rows = 37, columns = 51;
  const grade::Array<float> from(rows * columns, [](int i) { return float(i); });
  const grade::Array<float> to(rows * columns, [](int) { return -1.0f; });
  transpose<<<dim3(4, 3), dim3(16, 16)>>>(from.device(), to.device(), rows, columns);
  return grade::result<float>(to.read(),
                              [&](int i) { return float(i % rows * columns + i / rows); });
}
