// SPDX-License-Identifier: Apache-2.0
// A communicator: one rank of it, as a program holds it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "nccl/peers.h"
#include "nccl/reduce.h"
#include "nccl/unique_id.h"

namespace heddle::nccl {

struct Comm {
  Comm(int of_device, bool blocks);
  ~Comm();

  const std::shared_ptr<Peers> peers;
  const int device;
  const bool blocking;

  // What makes it or ends it in the background.
  std::thread job;
  // Of the device, ends with the last operation that was given to a stream.
  struct {
    std::mutex mutex;
    cudaEvent_t last = nullptr, join = nullptr;
    bool any = false;
    // Of a capture that has some of its operations: which, and the last of these.
    unsigned long long capture = 0;
    cudaGraphNode_t node = nullptr;
  } streams;

  std::mutex mutex;
  // Of ncclRedOpCreatePreMulSum().
  struct Premultiplied {
    ncclDataType_t type;
    Operator op;
  };
  std::map<int, Premultiplied> operators;
  int next_operator = ncclNumOps;
  std::set<const void*> registrations;
  bool finalized = false;
  // What ranks say to each other when they split, one split at a time.
  std::mutex talk;

  ncclComm_t handle() { return reinterpret_cast<ncclComm_t>(this); }
};
using CommRef = std::shared_ptr<Comm>;

// Handles that programs hold.
void keep(const CommRef& comm);
CommRef find(ncclComm_t handle);  // null: it is none
void forget(ncclComm_t handle);

// find(), and operations may be given to it; otherwise the answer says why not.
Result usable(ncclComm_t handle, const char* call, CommRef* out);

// The device that the calling thread works on, while this is there.
class OnDevice {
 public:
  explicit OnDevice(int device);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace heddle::nccl
