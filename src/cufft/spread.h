// SPDX-License-Identifier: Apache-2.0
// How an array of a plan lies on several GPUs (cuFFT documentation, "Multiple GPU Data
// Organization"):
//
//   a batch                whole transforms, one behind the other
//   natural order          a part of the first dimension
//   shuffled, 2-D and 3-D  of all of the first dimension a part of the second
//   shuffled, 1-D          strings: a string is factor2 pieces, each factor1 numbers behind the
//   last
//
// Where parts are not equal, the first GPUs have one more.
#pragma once

#include <algorithm>
#include <cstddef>

#include "cufft/plan.h"
#include "cufftXt.h"

namespace heddle::cufft {

// Whether a transform can be spread over so many GPUs.
cufftResult check_spread(const Transform& transform, int gpus);

// Of a transform of one dimension, a power of two.
cufftXt1dFactors factors_of(i64 length, int gpus);

class Spread {
 public:
  // `format` says what is in the array, and in which order.
  Spread(const Transform& transform, int gpus, int format);

  i64 bytes() const { return first_ * second_ * inner_; }  // of all, without gaps
  // Of one GPU, in whichever order its numbers come to lie there.
  i64 bytes_on(int gpu) const {
    const i64 by_first = part(first_, gpu) * second_ * inner_;
    return is_long_ ? by_first : std::max(by_first, first_ * part(second_, gpu) * inner_);
  }
  // Of a batch: how many transforms.
  i64 transforms_on(int gpu) const { return part(first_, gpu); }

  // visit(place in the whole array, place on the GPU, bytes), for each run of bytes.
  template <class Visit>
  void each_run(int gpu, Visit visit) const;

 private:
  i64 begin(i64 length, int gpu) const {
    return length / gpus_ * gpu + std::min<i64>(gpu, length % gpus_);
  }
  i64 part(i64 length, int gpu) const { return begin(length, gpu + 1) - begin(length, gpu); }

  // [first][second] of `inner` bytes each.
  i64 first_ = 1, second_ = 1, inner_ = 1;
  const int gpus_;
  const bool is_long_;  // without a second dimension to share: a batch, or one dimension
  bool shuffled_ = false;
  cufftXt1dFactors strings_{};  // of one dimension, shuffled
};

template <class Visit>
void Spread::each_run(int gpu, Visit visit) const {
  if (!shuffled_) {
    visit(begin(first_, gpu) * second_ * inner_, i64{0}, part(first_, gpu) * second_ * inner_);
    return;
  }
  if (strings_.size == 0) {
    const i64 width = part(second_, gpu) * inner_;
    for (i64 i = 0; i < first_; ++i)
      visit((i * second_ + begin(second_, gpu)) * inner_, i * width, width);
    return;
  }
  const i64 bytes = strings_.substringLength * inner_, count = strings_.stringCount / gpus_;
  for (i64 string = 0; string < count; ++string)
    for (i64 i = 0; i < strings_.factor2; ++i)
      visit(i * strings_.factor1 * inner_ + (gpu * count + string) * bytes,
            (string * strings_.factor2 + i) * bytes, bytes);
}

}  // namespace heddle::cufft
