// SPDX-License-Identifier: Apache-2.0
// For extensions of PyTorch that Heddle builds (docs/pytorch.md): these headers stand before
// PyTorch's own, which need its library for GPUs. All is inline, in namespaces `heddle`, so that
// nothing has the name of what a PyTorch for GPUs holds.
#pragma once

#include <c10/macros/Export.h>

#define C10_CUDA_EXPORT
#define C10_CUDA_IMPORT
#define C10_CUDA_API
