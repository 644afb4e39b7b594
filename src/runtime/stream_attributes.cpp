// SPDX-License-Identifier: Apache-2.0
// Attributes of streams. All of them tune a device; they are kept and given back.
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

bool known(cudaStreamAttrID id) {
  return id == cudaStreamAttributeAccessPolicyWindow ||
         id == cudaStreamAttributeSynchronizationPolicy || id == cudaStreamAttributePriority ||
         id == cudaLaunchAttributeMemSyncDomainMap || id == cudaLaunchAttributeMemSyncDomain;
}

}  // namespace

HEDDLE_API cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID id,
                                              const cudaStreamAttrValue* value) {
  return on_stream(handle, [&](Stream& stream) {
    if (!value || !known(id)) return Error::kInvalidValue;
    context().set_attribute(&stream, id, *value);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID id,
                                              cudaStreamAttrValue* value) {
  return on_stream(handle, [&](Stream& stream) {
    if (!value || !known(id)) return Error::kInvalidValue;
    *value = context().attribute(&stream, id);
    if (id == cudaStreamAttributePriority) value->priority = stream.priority;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return on_stream(to, [&](Stream& target) {
    Stream* source = nullptr;
    if (Error error = stream_of(from, &source); !ok(error)) return error;
    for (cudaStreamAttrID id :
         {cudaStreamAttributeAccessPolicyWindow, cudaStreamAttributeSynchronizationPolicy,
          cudaLaunchAttributeMemSyncDomainMap, cudaLaunchAttributeMemSyncDomain}) {
      context().set_attribute(&target, id, context().attribute(source, id));
    }
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
