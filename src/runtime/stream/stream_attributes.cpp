// SPDX-License-Identifier: Apache-2.0
// Attributes of streams. They tune a device: kept for who reads them and for tools, without effect
// on results.
#include "process/device_state.h"
#include "runtime/launch/launch_attributes.h"

namespace heddle::runtime {
namespace {

void set(Stream& stream, cudaStreamAttrID id, const cudaStreamAttrValue& value) {
  stream.change([&](engine::StreamAttributes& kept) {
    switch (id) {
      case cudaLaunchAttributeAccessPolicyWindow:
        kept.window = window_of(value.accessPolicyWindow);
        break;
      case cudaLaunchAttributeSynchronizationPolicy:
        kept.synchronization_policy = value.syncPolicy;
        break;
      case cudaLaunchAttributePriority:
        kept.priority = kept_priority(value.priority);
        break;
      case cudaLaunchAttributeMemSyncDomainMap:
        kept.domain_map = {value.memSyncDomainMap.default_, value.memSyncDomainMap.remote};
        break;
      default:
        kept.remote_domain = value.memSyncDomain == cudaLaunchMemSyncDomainRemote;
    }
  });
}

Error get(Stream& stream, cudaStreamAttrID id, cudaStreamAttrValue* value) {
  const engine::StreamAttributes kept = stream.attributes();
  *value = {};
  switch (id) {
    case cudaLaunchAttributeAccessPolicyWindow:
      value->accessPolicyWindow = window_of(kept.window);
      return Error::kSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
      value->syncPolicy = static_cast<cudaSynchronizationPolicy>(kept.synchronization_policy);
      return Error::kSuccess;
    case cudaLaunchAttributePriority:
      value->priority = kept.priority;
      return Error::kSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
      value->memSyncDomainMap = {kept.domain_map[0], kept.domain_map[1]};
      return Error::kSuccess;
    case cudaLaunchAttributeMemSyncDomain:
      value->memSyncDomain =
          kept.remote_domain ? cudaLaunchMemSyncDomainRemote : cudaLaunchMemSyncDomainDefault;
      return Error::kSuccess;
    default:
      return Error::kInvalidValue;
  }
}

}  // namespace

HEDDLE_API cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID id,
                                              const cudaStreamAttrValue* value) {
  return on_stream(handle, [&](Stream& stream) {
    if (!value) return Error::kInvalidValue;
    const gpu::Model& model = device_state(stream.device.ordinal).model;
    const Error error = check_value(model, id, *value);
    if (ok(error)) set(stream, id, *value);
    return error;
  });
}

HEDDLE_API cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID id,
                                              cudaStreamAttrValue* value) {
  return on_stream(handle, [&](Stream& stream) {
    return value ? get(stream, id, value) : Error::kInvalidValue;
  });
}

// All but the priority.
HEDDLE_API cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return on_stream(to, [&](Stream& target) {
    Stream* source = nullptr;
    HEDDLE_RETURN_IF_ERROR(stream_of(from, &source));
    const engine::StreamAttributes copied = source->attributes();
    target.change([&](engine::StreamAttributes& kept) {
      const int priority = kept.priority;
      kept = copied;
      kept.priority = priority;
    });
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
