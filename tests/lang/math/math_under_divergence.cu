// SPDX-License-Identifier: Apache-2.0
// Math functions called by some lanes only, with lane-dependent arguments, in loops; lanes outside
// hold values that would be invalid. Within 4 ulp of the host's double result.
#include <cmath>

#include "../check.h"

__global__ void kernel(const unsigned* in, float* out) {
  unsigned i = check::gid();
  float x = (in[i] % 2000 * 16 + 1) / 1024.0f, r = -1;
  switch (in[i + 1] % 8) {
    case 0:
      r = sinf(x);
      break;
    case 1:
      r = expf(-x);
      break;
    case 2:
      r = logf(x);
      break;
    case 3:
      r = powf(x, 1.3f);
      break;
    case 4:
      r = tanhf(x * 0.1f);
      break;
    case 5:
      r = atan2f(x, 3.0f - x);
      break;
    case 6:
      r = erff(x * 0.2f);
      break;
    default:
      if (x > 10.0f) r = log10f(x - 9.5f);
  }
  out[i] = r;
}

double model(const unsigned* in, unsigned i) {
  float x = (in[i] % 2000 * 16 + 1) / 1024.0f;
  switch (in[i + 1] % 8) {
    case 0:
      return sin((double)x);
    case 1:
      return exp(-(double)x);
    case 2:
      return log((double)x);
    case 3:
      return pow((double)x, (double)1.3f);
    case 4:
      return tanh((double)(x * 0.1f));
    case 5:
      return atan2((double)x, (double)(3.0f - x));
    case 6:
      return erf((double)(x * 0.2f));
    default:
      return x > 10.0f ? log10((double)(x - 9.5f)) : -1;
  }
}

int main() {
  for (const check::Shape& shape : check::kShapes) {
    if (!check::wanted(shape)) continue;
    unsigned n = 2 * shape.threads();
    unsigned* in = (unsigned*)malloc((n + 1) * 4);
    float* out = (float*)malloc(n * 4);
    for (unsigned i = 0; i <= n; ++i) in[i] = check::mix(i + 77);
    unsigned* device_in = check::device_array<unsigned>(n + 1);
    float* device_out = check::device_array<float>(n);
    check::cuda(cudaMemcpy(device_in, in, (n + 1) * 4, cudaMemcpyHostToDevice), "in");
    kernel<<<2, dim3(shape.x, shape.y, shape.z)>>>(device_in, device_out);
    check::cuda(cudaMemcpy(out, device_out, n * 4, cudaMemcpyDeviceToHost), "out");
    for (unsigned i = 0; i < n; ++i) {
      double want = model(in, i);
      // (powf is documented with 4 ulp, the others with less; near zeros of log and sin allow
      // absolute error)
      double bound = fabs(want) * 4 * 1.2e-7 + 2e-7;
      if (!(fabs(out[i] - want) <= bound))
        check::report("math", check::thread_at(shape, 2, i), (float)want, out[i]);
    }
    cudaFree(device_in);
    cudaFree(device_out);
    free(in);
    free(out);
  }
  return check::result();
}
