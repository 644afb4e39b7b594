// SPDX-License-Identifier: Apache-2.0
// cvt.pack (PTX ISA, "cvt.pack"), which emit_cvt finds among the forms of cvt.
#pragma once

#include "ptx/emitter.h"

namespace heddle::ptx {

void emit_cvt_pack(Emitter& e);

}  // namespace heddle::ptx
