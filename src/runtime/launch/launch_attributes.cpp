// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/launch_attributes.h"

#include <algorithm>

namespace heddle::runtime {
namespace {

constexpr int kLeastUrgent = 0;
constexpr int kMostUrgent = -5;

Error accept_if(bool good) {
  return good ? Error::kSuccess : Error::kInvalidValue;
}

Error check_window(const gpu::Model& model, const cudaAccessPolicyWindow& window) {
  const auto most = static_cast<std::size_t>(model.chip.access_policy_window_max_bytes.value_or(0));
  return accept_if(window.hitRatio >= 0 && window.hitRatio <= 1 && window.num_bytes <= most &&
                   window.missProp != cudaAccessPropertyPersisting);
}

Error check_domains(const gpu::Model& model, const cudaLaunchMemSyncDomainMap& map) {
  const auto domains = model.chip.memory_sync_domains.value_or(1);
  return accept_if(map.default_ < domains && map.remote < domains);
}

// Zeros ask for nothing.
template <class Size>
Error read_cluster(const Size& size, engine::Dim3* out) {
  if (!size.x && !size.y && !size.z) return Error::kSuccess;
  if (!size.x || !size.y || !size.z) return Error::kInvalidClusterSize;
  *out = {size.x, size.y, size.z};
  return Error::kSuccess;
}

Error read_event(cudaEvent_t handle, int flags, LaunchAttributes* out) {
  auto* event = reinterpret_cast<Event*>(handle);
  if (!handle || !context().knows(event)) return Error::kInvalidResourceHandle;
  if (flags & ~cudaEventRecordExternal) return Error::kInvalidValue;
  if (!(event->flags & cudaEventDisableTiming)) return Error::kNotSupported;
  out->event = event;
  return Error::kSuccess;
}

}  // namespace

int kept_priority(int priority) {
  return std::min(std::max(priority, kMostUrgent), kLeastUrgent);
}

probes::AccessPolicyWindow window_of(const cudaAccessPolicyWindow& window) {
  return {window.base_ptr, window.num_bytes, window.hitRatio,
          static_cast<probes::AccessProperty>(window.hitProp),
          static_cast<probes::AccessProperty>(window.missProp)};
}

cudaAccessPolicyWindow window_of(const probes::AccessPolicyWindow& window) {
  return {const_cast<void*>(window.base), window.bytes, window.hit_ratio,
          static_cast<cudaAccessProperty>(window.hit),
          static_cast<cudaAccessProperty>(window.miss)};
}

Error check_value(const gpu::Model& model, cudaLaunchAttributeID id,
                  const cudaLaunchAttributeValue& value) {
  switch (id) {
    case cudaLaunchAttributeAccessPolicyWindow:
      return check_window(model, value.accessPolicyWindow);
    case cudaLaunchAttributeSynchronizationPolicy:
      return accept_if(value.syncPolicy >= cudaSyncPolicyAuto &&
                       value.syncPolicy <= cudaSyncPolicyBlockingSync);
    case cudaLaunchAttributePriority:
      return Error::kSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
      return check_domains(model, value.memSyncDomainMap);
    case cudaLaunchAttributeMemSyncDomain:
      return accept_if(value.memSyncDomain == cudaLaunchMemSyncDomainDefault ||
                       value.memSyncDomain == cudaLaunchMemSyncDomainRemote);
    default:
      return Error::kInvalidValue;
  }
}

Error read_attribute(const gpu::Model& model, const cudaLaunchAttribute& attribute,
                     LaunchAttributes* out) {
  const cudaLaunchAttributeValue& value = attribute.val;
  switch (attribute.id) {
    case cudaLaunchAttributeIgnore:
      return Error::kSuccess;
    // A launch begins when what comes before it in its stream has ended: only tools ask.
    case cudaLaunchAttributeProgrammaticStreamSerialization:
      out->overlaps = value.programmaticStreamSerializationAllowed != 0;
      return Error::kSuccess;
    case cudaLaunchAttributeCooperative:
      out->cooperative = value.cooperative != 0;
      return Error::kSuccess;
    case cudaLaunchAttributeClusterDimension:
      return read_cluster(value.clusterDim, &out->cluster);
    case cudaLaunchAttributePreferredClusterDimension:
      return read_cluster(value.preferredClusterDim, &out->preferred);
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      return accept_if(
          value.clusterSchedulingPolicyPreference >= cudaClusterSchedulingPolicyDefault &&
          value.clusterSchedulingPolicyPreference <= cudaClusterSchedulingPolicyLoadBalancing);
    case cudaLaunchAttributeProgrammaticEvent:
      return read_event(value.programmaticEvent.event, value.programmaticEvent.flags, out);
    case cudaLaunchAttributeLaunchCompletionEvent:
      return read_event(value.launchCompletionEvent.event, value.launchCompletionEvent.flags, out);
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
      return accept_if(value.deviceUpdatableKernelNode.deviceUpdatable == 0 ||
                       value.deviceUpdatableKernelNode.deviceUpdatable == 1);
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
      return accept_if(value.sharedMemCarveout <= cudaSharedmemCarveoutMaxShared);
    case cudaLaunchAttributePriority:
      out->priority = kept_priority(value.priority);
      return Error::kSuccess;
    case cudaLaunchAttributeAccessPolicyWindow:
      out->window = window_of(value.accessPolicyWindow);
      return check_window(model, value.accessPolicyWindow);
    default:
      return check_value(model, attribute.id, value);
  }
}

Error check_clusters(const LaunchAttributes& attributes) {
  const engine::Dim3 &asked = attributes.cluster, &better = attributes.preferred;
  if (!better.x) return Error::kSuccess;
  const bool multiple =
      asked.x && better.x % asked.x == 0 && better.y % asked.y == 0 && better.z % asked.z == 0;
  return multiple ? Error::kSuccess : Error::kInvalidClusterSize;
}

}  // namespace heddle::runtime
