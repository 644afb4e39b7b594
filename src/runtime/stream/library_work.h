// SPDX-License-Identifier: Apache-2.0
// What libheddle has for the other libraries that come with it (libcublas): they are built with it.
#pragma once

#include <memory>

#include "cuda_runtime_api.h"
#include "engine/launch/library_work.h"

// Gives work to a stream, or makes it a node where the stream is captured: a host node, whose
// function runs the work.
extern "C" cudaError_t heddle_library_submit(
    cudaStream_t stream, std::shared_ptr<const heddle::engine::LibraryWork> work);
// Threads that one work may run on (HEDDLE_THREADS).
extern "C" unsigned heddle_library_threads();
