// SPDX-License-Identifier: Apache-2.0
// The attributes of launches and streams (CUDA Runtime API, cudaLaunchAttributeID; CUDA C++
// Programming Guide, "L2 Access Properties", "Memory Synchronization Domains", "Programmatic
// Dependent Launch"). What is refused is what the documents and an H200 refuse.
#pragma once

#include <optional>

#include "gpu/model.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// What a launch's attributes ask for.
struct LaunchAttributes {
  bool cooperative = false;
  bool overlaps = false;            // may begin before the launch before it has ended
  engine::Dim3 cluster{0, 0, 0};    // in blocks; zeros: the launch asks for none
  engine::Dim3 preferred{0, 0, 0};  // a cluster that would be better; the one above is taken
  std::optional<int> priority;      // instead of the stream's
  std::optional<probes::AccessPolicyWindow> window;  // instead of the stream's
  // Device code may change the node that the launch becomes: where it is asked for, and told which.
  cudaLaunchAttributeValue* node = nullptr;
  Event* event = nullptr;  // recorded when all blocks have ended: no later than it has to be
};

// Reads one attribute into *out. kInvalidValue, kInvalidClusterSize, kInvalidResourceHandle (an
// event that is none), kNotSupported (an event that measures time). After the last one
// check_clusters() says whether the clusters fit each other.
Error read_attribute(const gpu::Model& model, const cudaLaunchAttribute& attribute,
                     LaunchAttributes* out);
Error check_clusters(const LaunchAttributes& attributes);

// Whether the value may be given to a stream. kInvalidValue.
Error check_value(const gpu::Model& model, cudaLaunchAttributeID id,
                  const cudaLaunchAttributeValue& value);

probes::AccessPolicyWindow window_of(const cudaAccessPolicyWindow& window);
cudaAccessPolicyWindow window_of(const probes::AccessPolicyWindow& window);

// Within cudaDeviceGetStreamPriorityRange: 0 is the least urgent, lower numbers are more urgent.
int kept_priority(int priority);

}  // namespace heddle::runtime
