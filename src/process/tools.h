// SPDX-License-Identifier: Apache-2.0
// Tools that are asked for from outside of the program.
#pragma once

#include "engine/engine.h"

namespace heddle::process {

// HEDDLE_CHECK, HEDDLE_PROFILE: loads libheddle_check.so or libheddle_profile.so from this
// library's folder and lets it add its listeners. Before the program's first call is carried out,
// so that nothing is missed.
void load_tools(engine::Engine& engine);
// One of them is set.
bool tools_are_asked_for();

}  // namespace heddle::process
