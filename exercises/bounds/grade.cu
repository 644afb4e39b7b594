// SPDX-License-Identifier: Apache-2.0
#include <kernel.cuh>

#include "../grade.h"

int main() {
  const int n = 1000;
  const grade::Array<float> x(n, [](int i) { return float(i); });
  const grade::Array<float> y(n, [](int i) { return float(i % 10); });
  saxpy<<<4, 256>>>(0.5f, x.device(), y.device(), n);
  return grade::result<float>(y.read(), [](int i) { return 0.5f * i + i % 10; });
}
