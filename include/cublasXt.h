// SPDX-License-Identifier: Apache-2.0
#error "cuBLASXT (cublasXt.h) is not supported"
