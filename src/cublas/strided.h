// SPDX-License-Identifier: Apache-2.0
// Vectors with gaps are packed before OpenBLAS sees them: some of its kernels for them read a
// number beyond the vector's end (cdotu and zgemv of 0.3.21), where device memory may end, too.
#pragma once

#include <algorithm>
#include <vector>

#include "cublas/types.h"

namespace heddle::cublas {

// Element 0: of a negative increment it is the last one in memory.
template <class T>
T* first_of(T* x, i64 inc, i64 n) {
  return inc >= 0 ? x : x + (1 - n) * inc;
}

// All of a vector, as one without gaps. T may be const.
template <class T>
class Packed {
 public:
  Packed(T* x, i64 inc, i64 n) : Packed(first_of(x, inc, n), inc, 0, n) {}
  // Elements [begin, end) of one whose first is `first`.
  Packed(T* first, i64 inc, i64 begin, i64 end)
      : from_(first + begin * inc), inc_(inc), count_(end - begin) {
    if (inc == 1) return;
    copy_.resize(static_cast<std::size_t>(count_));
    for (i64 i = 0; i < count_; ++i) copy_[static_cast<std::size_t>(i)] = from_[i * inc];
  }
  T* data() { return inc_ == 1 ? from_ : copy_.data(); }
  // Back to where it comes from.
  void store() {
    if (inc_ == 1) return;
    for (i64 i = 0; i < count_; ++i) from_[i * inc_] = copy_[static_cast<std::size_t>(i)];
  }

 private:
  T* const from_;
  const i64 inc_, count_;
  std::vector<std::remove_const_t<T>> copy_;
};

// Calls use(x, y, count, at) for stretches of two vectors, packed where they have gaps, and puts
// back what is not const. Where a written vector's elements lie on each other, one by one.
constexpr i64 kStretch = 2048, kLongStretch = i64{1} << 29;
template <class X, class Y, class Use>
void in_stretches(X* x, i64 incx, Y* y, i64 incy, i64 begin, i64 end, Use use) {
  const bool alone = (!std::is_const_v<X> && incx == 0) || (!std::is_const_v<Y> && incy == 0);
  const i64 longest = alone ? 1 : incx == 1 && incy == 1 ? kLongStretch : kStretch;
  for (i64 at = begin; at < end; at += longest) {
    const i64 to = std::min(end, at + longest);
    Packed<X> packed_x(x, incx, at, to);
    Packed<Y> packed_y(y, incy, at, to);
    use(packed_x.data(), packed_y.data(), to - at, at);
    if constexpr (!std::is_const_v<X>) packed_x.store();
    if constexpr (!std::is_const_v<Y>) packed_y.store();
  }
}
template <class X, class Use>
void in_stretches(X* x, i64 incx, i64 begin, i64 end, Use use) {
  const i64 longest = incx == 1 ? kLongStretch : kStretch;
  for (i64 at = begin; at < end; at += longest) {
    const i64 to = std::min(end, at + longest);
    Packed<X> packed(x, incx, at, to);
    use(packed.data(), to - at, at);
    if constexpr (!std::is_const_v<X>) packed.store();
  }
}

}  // namespace heddle::cublas
