// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"
#include "gallery/kernels/nbody.cuh"

namespace bench {
namespace {

constexpr int kBlock = 256;

template <bool tiled>
class NbodyCase : public Case {
 public:
  explicit NbodyCase(std::int64_t n) : n_(n), body_(bodies(n)), out_(unwritten(4 * n)) {}
  void run() override {
    const auto* body = reinterpret_cast<const float4*>(body_.get());
    auto* out = reinterpret_cast<float4*>(out_.get());
    constexpr float kSoftening2 = kSoftening * kSoftening;
    if (tiled) {
      nbody_tiled<<<n_ / kBlock, kBlock, kBlock * sizeof(float4)>>>(n_, kSoftening2, body, out);
    } else {
      nbody_direct<<<n_ / kBlock, kBlock>>>(n_, kSoftening2, body, out);
    }
    finish();
  }
  double error() override { return nbody_error(n_, out_.contents().data()); }
  double bound() const override { return kNbodyBound; }

 private:
  int n_;
  DeviceFloats body_, out_;
};

}  // namespace

std::vector<CaseEntry> nbody_cases() {
  return {{"nbody", open_case<NbodyCase<true>>}, {"nbody_direct", open_case<NbodyCase<false>>}};
}

}  // namespace bench
