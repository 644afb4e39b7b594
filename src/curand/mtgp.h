// SPDX-License-Identifier: Apache-2.0
// MTGP32 of the host interface.
#pragma once

#include "curand/sequence.h"

namespace heddle::curand {

// The build has the sets of parameters (scripts/install_mtgp).
bool has_mtgp();
std::shared_ptr<Sequence> make_mtgp(const Generator& generator);

}  // namespace heddle::curand
