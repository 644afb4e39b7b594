// SPDX-License-Identifier: Apache-2.0
// Error logs (CUDA Runtime API, "Error Log Management Functions").
#pragma once

#include <stddef.h>

typedef enum cudaLogLevel { cudaLogLevelError = 0, cudaLogLevelWarning = 1 } cudaLogLevel;
typedef struct CUlogsCallbackEntry_st* cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void* data, cudaLogLevel logLevel, char* message, size_t length);
