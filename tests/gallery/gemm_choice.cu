// SPDX-License-Identifier: Apache-2.0
// What a thread remembers of its choices (gallery/gemm/fastest.h) is what it would choose again,
// for shapes that differ in one thing alone. Of bytes, whose functions compile in little time.
#include <cstdio>
#include <random>

#include "common/cuda_check.h"
#include "gemm/byte_gemm.cuh"

using namespace gemm;

namespace {

int failures = 0;
void expect(bool condition, const char* what) {
  if (!condition) std::printf("FAIL %s\n", what), ++failures;
}

// Addresses alone: nothing is launched.
template <class T>
T* at(int offset) {
  return reinterpret_cast<T*>(std::uintptr_t{1} << 40) + offset;
}

// Problems of few values for each of their properties: each differs from the one before in one.
template <class In, class Out>
class Problems {
 public:
  Problem<In, Out> next() {
    drawn_[random_() % kProperties] = random_();
    int property = 0;
    const auto one_of = [&](std::initializer_list<int> values) {
      return values.begin()[drawn_[property++] % values.size()];
    };
    Problem<In, Out> p{one_of({1, 8, 200, 1024}), one_of({1, 16, 1000}), one_of({8, 512, 4096})};
    p.alpha = 1, p.beta = Factor<Out>(one_of({0, 1}));
    for (Order* order : {&p.a.order, &p.b.order})
      *order = one_of({0, 1}) ? Order::kRow : Order::kColumn;
    p.c.order = Order::kRow;
    const int wide = one_of({0, 3, 4, 16});
    p.a.data = at<InA<In>>(one_of({0, 1, 4, 16})), p.b.data = at<InB<In>>(one_of({0, 1, 4, 16}));
    p.c.data = at<Out>(one_of({0, 1}));
    p.a.ld = (p.a.order == Order::kRow ? p.k : p.m) + wide;
    p.b.ld = (p.b.order == Order::kRow ? p.n : p.k) + wide;
    p.c.ld = p.n + wide;
    return p;
  }

 private:
  static constexpr int kProperties = 10;
  std::mt19937 random_{7};
  unsigned drawn_[kProperties] = {};
};

template <class Plan, class In, class Out>
void check_choices(const char* what, const CostTable& costs) {
  Problems<In, Out> problems;
  std::mt19937 random(8);
  int others = 0;
  Way before{};
  for (int i = 0; i < 3000; ++i) {
    const size_t room = size_t(1) << (random() % 8 == 0 ? 10 : 24);
    Plan plan(problems.next(), at<float>(0), room);
    CUDA_CHECK(plan.prepare());
    if (random() % 8 == 0) plan.machine.processors = 20;
    const auto each = [&](auto use) { plan.each_way(use); };
    const Way fresh = fastest(plan.model(), costs, each);
    for (int time = 0; time < 2; ++time) {
      const Way known = fastest(plan.model(), costs, plan.memory.room, each);
      if (known.kernel == fresh.kernel && known.parts == fresh.parts && known.width == fresh.width)
        continue;
      expect(false, what);
      return;
    }
    others += fresh.kernel != before.kernel || fresh.parts != before.parts;
    before = fresh;
  }
  expect(others > 300, "choices differ");
}

}  // namespace

int main() {
  check_choices<BytePlan<int8, int, false>, int8, int>("int8", kInt8Costs);
  check_choices<BytePlan<e4m3, bf16, true>, e4m3, bf16>("FP8", kFp8Costs);
  std::printf("%s gemm_choice\n", failures ? "FAIL" : "PASS");
  return failures != 0;
}
