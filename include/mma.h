// SPDX-License-Identifier: Apache-2.0
#error "wmma (mma.h, nvcuda::wmma) is not supported yet"
