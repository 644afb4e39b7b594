// SPDX-License-Identifier: Apache-2.0
// VersionApart: accesses that a store keeps apart, because it may change what is loaded next, get a
// copy for threads whose stores meet nothing.
//
//     y[4 * i] = x[4 * i] * 2                     br all(x[4 * i ..] and y[4 * i ..] lie apart)
//     y[4 * i + 1] = x[4 * i + 1] * 2                  /                    \
//     ..                                   ->   the same, and the        the same
//                                               accesses say so
//
// Where the code says so (__restrict__), CombineAccesses makes four loads of a thread one, and four
// stores. Few kernels say so. What a thread accesses between two operations that are more than
// arithmetic and memory lies at a few addresses and known distances from them: one comparison for
// each two of them, which is the same for all lanes where these step alike. Threads of their own
// that meet are a race, so each thread is asked for itself.
// In the copy, what has been stored is not loaded again, and what is stored twice is stored once.
// Needs: the canonical form that Linearise needs; keeps it. Stands in front of CombineAccesses,
// which the copies are for. Only accesses whose lanes neither lie side by side nor at one place
// count, and only where two neighbours have such a store between them.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many copies it made.
unsigned version_apart(Compilation& c);

}  // namespace heddle::compiler
