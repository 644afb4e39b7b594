// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/memory/array.h"

namespace heddle::runtime {

struct Boxes {
  engine::Box to, from;
  engine::Extent extent;  // width in bytes
};

// What cudaMemcpy3D is asked for, in bytes; pointers are not looked at yet.
Error plan_copy_3d(const cudaMemcpy3DParms& p, Boxes* out);
Error copy_3d(Submission submission, const cudaMemcpy3DParms& p);

}  // namespace heddle::runtime
