// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/module/code_source.h"
#include "image/image.h"
#include "image/kernel_abi.h"

namespace heddle::engine {

// A kernel compiled for one block shape, ready to run on one device.
struct Variant {
  Dim3 block;
  std::uint32_t flags = 0;
  std::uint32_t probe_mask = 0;
  std::atomic<int> device = 0;  // ~device: since that was reset, its symbols are gone
  abi::KernelMode mode = abi::KernelMode::kBlock;
  void* entry = nullptr;
  std::uint32_t frame_bytes = 0;
  std::uint32_t static_shared = 0;
  bool waits = false;         // its blocks may wait for each other
  bool stands_alone = false;  // they cannot
  bool debug = false;         // for a debugger: nothing interrupts it
  void* const* symbols = nullptr;
  const image::KernelRecord* record = nullptr;
  // Where extern __shared__ arrays begin.
  std::uint32_t dynamic_offset() const {
    constexpr auto align = static_cast<std::uint32_t>(abi::kVectorAlign);
    return (static_shared + align - 1) / align * align;
  }
  LoadedCode code;
  Variant* next = nullptr;  // older ones of the same function
  // Of code.successor, once it is loaded; this one where that cannot be used.
  mutable std::atomic<const Variant*> successor{nullptr};
  // Nanoseconds that a grid of this variant takes a block in one thread, as last seen; 0 = not yet
  // known, negative: at most so many, seen of several threads, whose coming and going is a part of
  // it. Decides whether waking other threads is worth it.
  mutable std::atomic<float> block_ns{0};
  mutable std::atomic<std::uint64_t> clusters_begun{0};
};

}  // namespace heddle::engine
