// SPDX-License-Identifier: Apache-2.0
#pragma once

typedef struct CUuuid_st {
  char bytes[16];
} CUuuid;
