// SPDX-License-Identifier: Apache-2.0
// The streams of one device, and the engines that its copies go through.
#pragma once

#include <vector>

#include "engine/stream/operation.h"

namespace heddle::engine {

class Device;
class Scheduler;
class Stream;

// Is told what becomes of streams, never under the scheduler's lock.
class StreamObserver {
 public:
  // The stream is being destroyed.
  virtual void stream_ends(Stream&) {}
  // The host has waited for a stream.
  virtual void host_waited() {}

 protected:
  ~StreamObserver() = default;
};

// The operations of all are under the scheduler's lock.
struct Streams {
  Streams(Device& on, int number, Scheduler& with, std::vector<StreamObserver*> told);
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  Device& device;
  const int ordinal;  // of the device
  Scheduler& scheduler;
  const std::vector<StreamObserver*> observers;
  Stream* legacy = nullptr;  // the legacy default stream
  std::vector<Stream*> all;
  std::vector<OperationRef> orphans;  // last operations of streams that were destroyed
  // The last copy of each: copies to the device, and from it, or all where there is one engine.
  OperationRef copies[2];

  void wait_for_all();
  // The same, and no tool is told that the host has waited.
  void wait_untold();
  void tell_host_waited() const;
};

}  // namespace heddle::engine
