// SPDX-License-Identifier: Apache-2.0
#error "device-side cuRAND (curand_kernel.h) is not supported yet"
