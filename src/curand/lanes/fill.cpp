// SPDX-License-Identifier: Apache-2.0
#include "curand/lanes/fill.h"

#include "curand/lanes/fill_lanes.h"
#include "curand/lanes/fill_mt.h"
#include "curand/lanes/fill_mtgp.h"
#include "curand/lanes/fill_philox.h"
#include "curand/lanes/fill_sobol.h"
#include "curand/lanes/start.h"

#define HEDDLE_CURAND_JOIN_2(name, isa) name##_##isa
#define HEDDLE_CURAND_JOIN(name, isa) HEDDLE_CURAND_JOIN_2(name, isa)

namespace heddle::curand {

extern const Functions HEDDLE_CURAND_JOIN(functions, HEDDLE_CURAND_ISA) = {
    start_xorwow,
    start_mrg,
    fill_lanes_of<Xorwow, 4>,
    fill_lanes_of<Mrg32k3a, 2>,
    fill_philox_of,
    fill_sobol_of<std::uint32_t>,
    fill_sobol_of<std::uint64_t>,
    fill_mt_of,
    fill_mtgp_of,
    mt_jump};

}  // namespace heddle::curand
