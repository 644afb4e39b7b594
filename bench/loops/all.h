// SPDX-License-Identifier: Apache-2.0
// Every row, for the side that includes it.
#pragma once

#include "bench/loops/algebra.h"
#include "bench/loops/graphs.h"
#include "bench/loops/images.h"
#include "bench/loops/integers.h"
#include "bench/loops/networks.h"
#include "bench/loops/simulation.h"
#include "bench/loops/text.h"

namespace bench::BENCH_SIDE {

std::vector<Row> rows() {
  std::vector<Row> out;
  for (const auto& some :
       {algebra(), graphs(), images(), integers(), networks(), simulation(), text()})
    out.insert(out.end(), some.begin(), some.end());
  return out;
}

}  // namespace bench::BENCH_SIDE
