// SPDX-License-Identifier: Apache-2.0
// What stands before the first line of every .cu: nvcc includes cuda_runtime.h there. (A name of
// our own, so that no file of that name beside the user's source is taken instead.)
#pragma once

#include <cuda_runtime.h>
