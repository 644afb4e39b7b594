// SPDX-License-Identifier: Apache-2.0
// The name that toolkits since 10.0 use.
#pragma once

#include "../host_defines.h"
