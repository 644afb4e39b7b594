// SPDX-License-Identifier: Apache-2.0
#include <kernel.cuh>

#include "../grade.h"

int main() {
  const int n = 48;
  const grade::Array<float> a(n * n, [](int i) { return float(grade::mixed(i) % 7); });
  const grade::Array<float> b(n * n, [](int i) { return float(grade::mixed(i + 77) % 5); });
  const grade::Array<float> c(n * n, [](int) { return -1.0f; });
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a.device(), b.device(), c.device(), n);
  return grade::result<float>(c.read(), [&](int i) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a.before()[i / n * n + k] * b.before()[k * n + i % n];
    return sum;
  });
}
