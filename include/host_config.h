// SPDX-License-Identifier: Apache-2.0
// Host compiler checks: none are needed.
#pragma once

#include "host_defines.h"
