// SPDX-License-Identifier: Apache-2.0
// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups").
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDACC__
#include "heddle/groups_block.h"
#include "heddle/groups_cluster.h"
#include "heddle/groups_coalesced.h"
#include "heddle/groups_grid.h"
#include "heddle/groups_invoke.h"
#include "heddle/groups_partition.h"
#include "heddle/groups_tile.h"
#endif
