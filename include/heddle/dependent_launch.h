// SPDX-License-Identifier: Apache-2.0
// Programmatic dependent launch (CUDA C++ Programming Guide, "Programmatic Dependent Launch and
// Synchronization"). A launch begins when what comes before it in its stream has ended, so there is
// nothing left to wait for, and nobody to tell but tools.
#pragma once

static inline __device__ void cudaGridDependencySynchronize() {
  __asm__ volatile("griddepcontrol.wait;" ::: "memory");
}
static inline __device__ void cudaTriggerProgrammaticLaunchCompletion() {}
