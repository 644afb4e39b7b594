// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/fault.h"

#include <signal.h>

#include "engine/grid/misplaced.h"

namespace heddle::engine {

Error error_of(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::kNone:
      return Error::kSuccess;
    case Fault::Kind::kStackOverflow:
      return Error::kHardwareStackError;
    case Fault::Kind::kAssert:
      return Error::kAssert;
    case Fault::Kind::kInstruction:
      return Error::kIllegalInstruction;
    case Fault::Kind::kMisaligned:
      return Error::kMisalignedAddress;
    case Fault::Kind::kTrap:
    case Fault::Kind::kNoSuchBlock:
    case Fault::Kind::kBlockLeft:
      return Error::kLaunchFailure;
    case Fault::Kind::kBarrier:
    case Fault::Kind::kBlockGone:
    case Fault::Kind::kEndless:
      return Error::kLaunchTimeout;
    case Fault::Kind::kHost:
      return Error::kLaunchOutOfResources;
    case Fault::Kind::kNoFunction:
      return Error::kInvalidPc;
    case Fault::Kind::kDescriptor:
    case Fault::Kind::kDenied:
      return Error::kIllegalAddress;
    case Fault::Kind::kSignal:
      break;
  }
  if (fault.signal == SIGFPE) return Error::kLaunchFailure;
  if (fault.signal == SIGILL) return Error::kIllegalInstruction;
  if (fault.address_known && is_misplaced(fault.address)) return Error::kInvalidAddressSpace;
  return Error::kIllegalAddress;
}

}  // namespace heddle::engine
