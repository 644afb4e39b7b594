// SPDX-License-Identifier: Apache-2.0
// Narrow integers that differ by constants between lanes become wider: what lanes have in common
// may be negative, or wrap around, though no lane's value does.
#include "../check.h"

template <class Narrow, class Wide>
__global__ void extended(const unsigned* in, unsigned* out, unsigned p) {
  const unsigned block = blockIdx.x;
  const Narrow third = (Narrow)((threadIdx.x % 64 + 5) / 3), flag = (p + block) % 2 == 0,
               seventh = (Narrow)(p * 7u);
  const Narrow less = flag < seventh ? flag : seventh;
  const Wide a = (Narrow)(31 + third - less), b = (Narrow)(100 - third - less);
  const Wide c = (Narrow)(third + 20 - (Narrow)(p % 8)), d = (Narrow)(less + 90 - 2 * third);
  out[check::gid()] = (unsigned)a * 3 + (unsigned)b * 5 + (unsigned)c * 7 + (unsigned)d * 11 +
                      in[(int)c] + in[(int)b];
}

template <class Narrow, class Wide>
void test(const char* name) {
  for (unsigned p = 0; p < 4; ++p) {
    static unsigned parameter;
    parameter = p;
    check::run<unsigned>(
        name,
        [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          extended<Narrow, Wide><<<g, b>>>(in, out, parameter);
        },
        [](const check::Thread& t, const unsigned* in) {
          const int third = (t.x % 64 + 5) / 3, flag = (parameter + t.block) % 2 == 0,
                    seventh = (int)parameter * 7, less = flag < seventh ? flag : seventh;
          const int a = 31 + third - less, b = 100 - third - less,
                    c = third + 20 - (int)parameter % 8, d = less + 90 - 2 * third;
          return a * 3 + b * 5 + c * 7 + d * 11 + in[c] + in[b];
        });
  }
}

int main() {
  test<unsigned char, unsigned>("unsigned char");
  test<signed char, int>("signed char");
  test<unsigned short, unsigned long long>("unsigned short");
  test<short, long long>("short");
  return check::result();
}
