// SPDX-License-Identifier: Apache-2.0
// All-pairs gravity over float4 bodies, as one would write it for a CPU by hand.
#include <cmath>
#include <limits>

#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

struct alignas(16) Body {
  float x, y, z, w;
};

// SIMD over the targets: a source is broadcast to kLanes targets held in registers. (SIMD over the
// sources, a vector reduction a target, took 1.5 times as long on Zen 5; 16 or 64 lanes 3% to 6%.)
constexpr int kLanes = 32;
void accelerations(std::int64_t n, const Body* body, Body* out) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += kLanes) {
    float x[kLanes], y[kLanes], z[kLanes], ax[kLanes] = {}, ay[kLanes] = {}, az[kLanes] = {};
    for (int k = 0; k < kLanes; ++k)
      x[k] = body[i + k].x, y[k] = body[i + k].y, z[k] = body[i + k].z;
    for (std::int64_t j = 0; j < n; ++j) {
      const Body from = body[j];
#pragma omp simd simdlen(16)
      for (int k = 0; k < kLanes; ++k) {
        const float dx = from.x - x[k], dy = from.y - y[k], dz = from.z - z[k];
        const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + kSoftening * kSoftening);
        const float scale = from.w * inverse * inverse * inverse;
        ax[k] += dx * scale, ay[k] += dy * scale, az[k] += dz * scale;
      }
    }
    for (int k = 0; k < kLanes; ++k) out[i + k] = {ax[k], ay[k], az[k], 0};
  }
}

class Nbody : public Case {
 public:
  explicit Nbody(std::int64_t n) : n_(n), body_(floats(4 * n)), out_(floats(4 * n)) {
    const std::vector<float> data = bodies(n);
    std::copy(data.begin(), data.end(), body_.get());
    std::fill_n(out_.get(), 4 * n, std::numeric_limits<float>::quiet_NaN());
  }
  void run() override {
    accelerations(n_, reinterpret_cast<const Body*>(body_.get()),
                  reinterpret_cast<Body*>(out_.get()));
  }
  double error() override { return nbody_error(n_, out_.get()); }
  double bound() const override { return kNbodyBound; }

 private:
  std::int64_t n_;
  Floats body_, out_;
};

}  // namespace

std::vector<CaseEntry> nbody_cases() {
  return {{"nbody", open_case<Nbody>}};
}

}  // namespace bench
