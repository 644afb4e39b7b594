// SPDX-License-Identifier: Apache-2.0
// What clang calls for the product and the quotient of two _Complex values that may be infinite (C
// standard, annex G): std::complex in device code needs them.
#include "portable.h"

#ifdef __CUDACC__

template <class F>
HELPER F boxed(F x) {  // 1 with the sign of x where x is infinite, else 0 with its sign
  return __builtin_copysign(__builtin_isinf(x) ? (F)1 : (F)0, x);
}

template <class F>
HELPER void product(F a, F b, F c, F d, F* re, F* im) {
  *re = a * c - b * d;
  *im = a * d + b * c;
  if (*re == *re || *im == *im) return;
  bool first = __builtin_isinf(a) || __builtin_isinf(b);
  bool second = __builtin_isinf(c) || __builtin_isinf(d);
  bool overflow = __builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) ||
                  __builtin_isinf(b * c);
  if (!first && !second && !overflow) return;
  if (first) a = boxed(a), b = boxed(b);
  if (second) c = boxed(c), d = boxed(d);
  const F zero = 0;
  if (a != a) a = __builtin_copysign(zero, a);
  if (b != b) b = __builtin_copysign(zero, b);
  if (c != c) c = __builtin_copysign(zero, c);
  if (d != d) d = __builtin_copysign(zero, d);
  *re = (F)__builtin_inf() * (a * c - b * d);
  *im = (F)__builtin_inf() * (a * d + b * c);
}

template <class F>
HELPER void quotient(F a, F b, F c, F d, F* re, F* im) {
  F size = __builtin_fabs(c) > __builtin_fabs(d) ? __builtin_fabs(c) : __builtin_fabs(d);
  F k = size > 0 && size - size == 0 ? 1 / size : (F)1;
  F x = c * k, y = d * k, norm = x * x + y * y;
  *re = (a * x + b * y) / norm * k;
  *im = (b * x - a * y) / norm * k;
  if (*re == *re || *im == *im) return;
  bool infinite = __builtin_isinf(a) || __builtin_isinf(b);
  if (norm == 0 && (a == a || b == b)) {
    *re = __builtin_copysign((F)__builtin_inf(), c) * a;
    *im = __builtin_copysign((F)__builtin_inf(), c) * b;
  } else if (infinite && c - c == 0 && d - d == 0) {
    a = boxed(a), b = boxed(b);
    *re = (F)__builtin_inf() * (a * c + b * d);
    *im = (F)__builtin_inf() * (b * c - a * d);
  } else if (__builtin_isinf(size) && a - a == 0 && b - b == 0) {
    c = boxed(c), d = boxed(d);
    *re = (F)0 * (a * c + b * d);
    *im = (F)0 * (b * c - a * d);
  }
}

#define HEDDLE_COMPLEX(F, name, function)      \
  DEVICE F _Complex name(F a, F b, F c, F d) { \
    F re, im;                                  \
    function(a, b, c, d, &re, &im);            \
    F _Complex r;                              \
    __real__ r = re;                           \
    __imag__ r = im;                           \
    return r;                                  \
  }

DEVICE_BEGIN
HEDDLE_COMPLEX(float, __mulsc3, product)
HEDDLE_COMPLEX(double, __muldc3, product)
HEDDLE_COMPLEX(float, __divsc3, quotient)
HEDDLE_COMPLEX(double, __divdc3, quotient)
DEVICE_END

#endif
