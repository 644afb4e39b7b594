// SPDX-License-Identifier: Apache-2.0
// memcpy_async, wait and wait_prior (CUDA C++ Programming Guide, "Data Transfer"). From global to
// shared memory, words are copied by cp.async and each call is a batch of its own; other copies are
// made at once.
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {
namespace __heddle {

template <class Word, class Group>
__device__ __forceinline__ void copy_words(const Group& group, char* to, const char* from,
                                           size_t bytes) {
  const size_t count = bytes / sizeof(Word), threads = group.num_threads();
  const bool is_async = sizeof(Word) >= 4 && __isShared(to) && __isGlobal(from);
  for (size_t i = group.thread_rank(); i < count; i += threads) {
    if (is_async) {
      __pipeline_memcpy_async((Word*)to + i, (const Word*)from + i, sizeof(Word));
    } else {
      ((Word*)to)[i] = ((const Word*)from)[i];
    }
  }
}

template <class Group>
__device__ __forceinline__ void copy(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t ends = (size_t)to | (size_t)from | bytes;
  if (ends % 16 == 0) {
    copy_words<uint4>(group, (char*)to, (const char*)from, bytes);
  } else if (ends % 4 == 0) {
    copy_words<unsigned>(group, (char*)to, (const char*)from, bytes);
  } else {
    copy_words<unsigned char>(group, (char*)to, (const char*)from, bytes);
  }
  __pipeline_commit();
}

}  // namespace __heddle

// `bytes`: a number or a cuda::aligned_size_t.
template <class Group, class Elem, class Shape>
__device__ __forceinline__ void memcpy_async(const Group& group, Elem* to, const Elem* from,
                                             const Shape& bytes) {
  __heddle::copy(group, (void*)to, from, (size_t)bytes);
}

// As many elements as fit into both.
template <class Group, class Elem, class ToLayout, class FromLayout>
__device__ __forceinline__ void memcpy_async(const Group& group, Elem* to,
                                             const ToLayout& to_elements, const Elem* from,
                                             const FromLayout& from_elements) {
  const size_t a = (size_t)to_elements, b = (size_t)from_elements;
  __heddle::copy(group, (void*)to, from, (a < b ? a : b) * sizeof(Elem));
}

template <class Group>
__device__ __forceinline__ void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}
// All but the last `Stages` copies of this group have ended.
template <unsigned int Stages, class Group>
__device__ __forceinline__ void wait_prior(const Group& group) {
  __pipeline_wait_prior(Stages);
  group.sync();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif
