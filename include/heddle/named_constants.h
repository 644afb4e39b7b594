// SPDX-License-Identifier: Apache-2.0
// Of a module, which -fatbin, -cubin and -ptx make, the host may name static variables of constant
// memory, too: src/frontend/keep_static_variables.cc reads the annotation. The front end includes
// this behind host_defines.h.
#pragma once

#undef __constant__
#define __constant__ __attribute__((constant)) __attribute__((annotate("heddle.constant")))
