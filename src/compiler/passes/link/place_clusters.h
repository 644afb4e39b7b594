// SPDX-License-Identifier: Apache-2.0
// PlaceClusters: says where the shared memory of a cluster's blocks lies: the pseudo functions of
// ptx/cluster_functions.h become arithmetic on addresses.
//
//   map(p, rank)  ->  the rank's base + (p - own base), when p is known to lie in the own block's
//                     memory: lanes that lie side by side still do
//                 ->  the rank's base + the offset of p in its block's memory, otherwise
//
// A rank that the cluster does not have leads to memory that is inaccessible. Stands behind the
// inference of address spaces: accesses through what comes out are in address space 7.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many calls it replaced.
unsigned place_clusters(Compilation& c);

}  // namespace heddle::compiler
