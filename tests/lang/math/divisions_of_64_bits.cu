// SPDX-License-Identifier: Apache-2.0
// Division and remainder of 64-bit integers: small and large numbers and those next to 2^52, 2^53
// and the ends of the range, by powers of two and their neighbours, 0 and -1; the divisor each
// thread's own or common to all, under divergence, one of both or both.
#include "../check.h"

using Signed = long long;
using Unsigned = unsigned long long;

HD Unsigned number(unsigned i) {
  const unsigned k = check::mix(i * 3 + 1);
  const Unsigned wide = (Unsigned)check::mix(i) << 32 | k;
  switch (i % 7) {
    case 0:
      return wide;
    case 1:
      return wide >> k % 64;
    case 2:
      return (1ull << k % 64) + i / 7 % 3 - 1;
    case 3:
      return 0ull - (wide >> k % 64);
    case 4:
      return (Unsigned)(i / 7 % 5) - 2;
    case 5:
      return (1ull << 52) + i / 7 % 5 - 2;
    default:
      return (1ull << 63) + i / 7 % 5 - 2;
  }
}

// As GPUs have it: MIN / -1 wraps.
template <class T>
HD T quotient(T a, T d) {
  if (d == 0) return 0;
  if ((T)-1 < 0 && d == (T)-1) return (T)(0ull - (Unsigned)a);
  return a / d;
}
template <class T>
HD T remainder(T a, T d) {
  if (d == 0) return 0;
  if ((T)-1 < 0 && d == (T)-1) return 0;
  return a % d;
}

struct Result {
  Unsigned q, r, both, some;
};

template <class T>
__device__ Result divide(T a, T d, bool takes_part) {
  Result result = {(Unsigned)(a / d), (Unsigned)((a + 1) % d), 0, 5};
  const T b = a - 1;
  result.both = (Unsigned)(b % d * 31 + b / d);
  if (takes_part) result.some = (Unsigned)((a ^ 77) / d);
  return result;
}

template <class T>
__global__ void by_own(unsigned seed, unsigned, Result* out) {
  const unsigned i = check::gid();
  out[i] = divide((T)number(i + seed), (T)number(i * 5 + seed + 9), i % 3 != 1);
}
template <class T>
__global__ void by_common(unsigned seed, unsigned divisor, Result* out) {
  const unsigned i = check::gid();
  out[i] = divide((T)number(i + seed), (T)number(divisor), i % 3 != 1);
}
// Small numbers in all threads that take part.
template <class T>
HD T small_number(unsigned i) {
  return remainder((T)number(i), (T)(i % 4 == 1 ? 1ull << 52 : 100003));
}
template <class T>
__global__ void small(const T* numbers, Result* out) {
  const unsigned i = check::gid(), n = gridDim.x * check::block_threads();
  Result result = {1, 2, 3, 4};
  if (i % 3 != 1) result = divide(numbers[i], numbers[n + i], i % 5 != 2);
  out[i] = result;
}

struct Expected : Result {
  bool anything;  // it is divided by 0
};

template <class T>
Expected expected(T a, T d, bool takes_part) {
  const T b = (T)((Unsigned)a - 1), c = (T)((Unsigned)a + 1);
  return {{(Unsigned)quotient(a, d), (Unsigned)remainder(c, d),
           (Unsigned)remainder(b, d) * 31 + (Unsigned)quotient(b, d),
           takes_part ? (Unsigned)quotient((T)(a ^ 77), d) : 5},
          d == 0};
}

template <class T>
void test(const check::Shape& s, const char* name) {
  const unsigned n = 3 * s.threads();
  Result* out = check::device_array<Result>(n);
  Result* got = (Result*)malloc(n * sizeof *got);
  T *numbers = check::device_array<T>(2 * n), *few = (T*)malloc(2 * n * sizeof *few);
  const auto compare = [&](const char* what, auto want) {
    check::cuda(cudaMemcpy(got, out, n * sizeof *got, cudaMemcpyDeviceToHost), what);
    for (unsigned i = 0; i < n; ++i) {
      const Expected w = want(i);
      const bool good = w.anything || (w.q == got[i].q && w.r == got[i].r &&
                                       w.both == got[i].both && w.some == got[i].some);
      if (good) continue;
      printf("%s %s, %u threads a block, thread %u: %llx %llx %llx %llx, not %llx %llx %llx %llx\n",
             name, what, s.threads(), i, got[i].q, got[i].r, got[i].both, got[i].some, w.q, w.r,
             w.both, w.some);
      return check::that(false, what);
    }
  };
  const dim3 block(s.x, s.y, s.z);
  for (unsigned seed = 0; seed < 700; seed += 97) {
    by_own<T><<<3, block>>>(seed, 0, out);
    compare("by its own", [=](unsigned i) {
      return expected((T)number(i + seed), (T)number(i * 5 + seed + 9), i % 3 != 1);
    });
    // Others are not small.
    const auto one = [=](unsigned i) {
      return i % n % 3 == 1 ? (T)number(i + seed) : small_number<T>(i * 7 + seed);
    };
    for (unsigned i = 0; i < 2 * n; ++i) few[i] = one(i);
    check::cuda(cudaMemcpy(numbers, few, 2 * n * sizeof *few, cudaMemcpyHostToDevice), "numbers");
    small<T><<<3, block>>>(numbers, out);
    compare("small", [=](unsigned i) {
      if (i % 3 == 1) return Expected{{1, 2, 3, 4}, false};
      return expected(one(i), one(n + i), i % 5 != 2);
    });
  }
  for (unsigned divisor = 0; divisor < 40; ++divisor) {
    by_common<T><<<3, block>>>(divisor, divisor, out);
    compare("by a common one", [=](unsigned i) {
      return expected((T)number(i + divisor), (T)number(divisor), i % 3 != 1);
    });
  }
  cudaFree(out);
  cudaFree(numbers);
  free(got);
  free(few);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    test<Signed>(s, "signed");
    test<Unsigned>(s, "unsigned");
  }
  return check::result();
}
