// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probes/site.h"
#include "profiler/profile.h"

namespace heddle::profiler {

// Of a site, from the program's own line on.
Places places_of(const probes::Site& site);

}  // namespace heddle::profiler
