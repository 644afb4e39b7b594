// SPDX-License-Identifier: Apache-2.0
// Matrix operations of kernels that run thread by thread: the last thread of a warp that comes
// finds the words of the others where they wait.
#include <bit>

#include "engine/block/reference.h"

namespace heddle::engine {

// All threads of the warp that have not exited come to one operation, or it does not happen.
bool ReferenceBlock::finish_matrix(std::uint32_t warp) {
  const std::uint32_t lanes = lanes_in(warp, State::kAtMatrix);
  if (!lanes || lanes_in(warp, State::kReady) || lanes_in(warp, State::kAtBarrier) ||
      lanes_in(warp, State::kAtWarpOp)) {
    return false;
  }
  constexpr std::uint32_t kMost = MatrixCall::kMostWords;
  alignas(64) std::uint32_t in[kMost][abi::kWarpSize] = {}, out[kMost][abi::kWarpSize];
  const MatrixCall& first = lane(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)))->matrix;
  const auto each = [&](auto&& what) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (!what(i, *lane(warp, i))) return false;
    }
    return true;
  };
  const bool same = each([&](std::uint32_t i, ReferenceThread& thread) {
    if (thread.matrix.function != first.function) return false;
    for (std::uint32_t w = 0; w < first.in_words; ++w) in[w][i] = thread.matrix.in[w];
    return true;
  });
  if (!same) return false;
  first.function(&in[0][0], &out[0][0]);
  const std::uint32_t results = first.out_words;
  each([&](std::uint32_t i, ReferenceThread& thread) {
    for (std::uint32_t w = 0; w < results; ++w) thread.matrix.out[w] = out[w][i];
    release(thread);
    return true;
  });
  return true;
}

}  // namespace heddle::engine

extern "C" __attribute__((visibility("default"))) void heddle_ref_matrix(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread,
    void (*function)(const std::uint32_t*, std::uint32_t*), std::uint32_t in_words,
    std::uint32_t out_words, const std::uint32_t* in, std::uint32_t* out) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  self->matrix = {function, in_words, out_words, in, out};
  self->wait_in(heddle::engine::ReferenceThread::State::kAtMatrix);
}
