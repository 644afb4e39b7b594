// SPDX-License-Identifier: Apache-2.0
// States of MTGP32 for kernels, made by the host (cuRAND documentation, "Bit Generation with the
// MTGP32 generator"). The parameters are in curand_mtgp32dc_p_11213.h.
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <cuda_runtime_api.h>
#include <curand.h>
#include <curand_mtgp32.h>

#ifdef __cplusplus
#include <vector>

// The parameters of all sets as kernels read them, in memory of the device.
static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                       mtgp32_kernel_params_t* p) {
  std::vector<mtgp32_kernel_params_t> constants(1);
  heddle_rand::mtgp_constants(params, constants[0]);
  return cudaMemcpy(p, constants.data(), sizeof constants[0], cudaMemcpyHostToDevice) == cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}

// States 0 to n - 1, each with a set of parameters and a seed of its own.
static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t* s,
                                                         const mtgp32_params_fast_t params[],
                                                         mtgp32_kernel_params_t* k, int n,
                                                         unsigned long long seed) {
  if (n < 0 || n > CURAND_NUM_MTGP32_PARAMS) return CURAND_STATUS_OUT_OF_RANGE;
  std::vector<curandStateMtgp32_t> states(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) {
    curandStateMtgp32_t& state = states[static_cast<size_t>(i)];
    heddle_rand::mtgp_start(params[i], heddle_rand::mtgp_seed(seed, i), state.s);
    state.offset = 0;
    state.pIdx = i;
    state.k = k;
  }
  return cudaMemcpy(s, states.data(), states.size() * sizeof *s, cudaMemcpyHostToDevice) ==
                 cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif
#endif
