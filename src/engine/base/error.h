// SPDX-License-Identifier: Apache-2.0
// What engine calls answer: the CUDA runtime's error numbers (CUDA Runtime API, data types,
// cudaError), so that the API layer forwards them unchanged.
#pragma once

namespace heddle::engine {

enum class [[nodiscard]] Error : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kMemoryAllocation = 2,
  kInvalidConfiguration = 9,
  kInvalidPitchValue = 12,
  kInvalidSymbol = 13,
  kInvalidChannelDescriptor = 20,
  kInvalidMemcpyDirection = 21,
  kLaunchPendingCountExceeded = 69,
  kInvalidDeviceFunction = 98,
  kInvalidDevice = 101,
  kInvalidKernelImage = 200,
  kDeviceUninitialized = 201,
  kMapBufferObjectFailed = 205,
  kNoKernelImageForDevice = 209,
  kJitCompilerNotFound = 221,
  kInvalidResourceHandle = 400,
  kIllegalState = 401,
  kNotReady = 600,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kLaunchTimeout = 702,
  kAssert = 710,
  kHostMemoryAlreadyRegistered = 712,
  kHostMemoryNotRegistered = 713,
  kHardwareStackError = 714,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kOperatingSystem = 304,
  kInvalidAddressSpace = 717,
  kInvalidPc = 718,
  kLaunchFailure = 719,
  kCooperativeLaunchTooLarge = 720,
  kNotPermitted = 800,
  kNotSupported = 801,
  kStreamCaptureUnsupported = 900,
  kStreamCaptureInvalidated = 901,
  kStreamCaptureMerge = 902,
  kStreamCaptureUnmatched = 903,
  kStreamCaptureUnjoined = 904,
  kStreamCaptureIsolation = 905,
  kStreamCaptureImplicit = 906,
  kCapturedEvent = 907,
  kStreamCaptureWrongThread = 908,
  kGraphExecUpdateFailure = 910,
  kInvalidClusterSize = 912,
};

inline bool ok(Error error) {
  return error == Error::kSuccess;
}

}  // namespace heddle::engine

// Returns the error of the call, if it has one.
#define HEDDLE_RETURN_IF_ERROR(...)                                 \
  do {                                                              \
    if (const ::heddle::engine::Error heddle_error = (__VA_ARGS__); \
        !::heddle::engine::ok(heddle_error))                        \
      return heddle_error;                                          \
  } while (false)
