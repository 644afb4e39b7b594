// SPDX-License-Identifier: Apache-2.0
// What is said of ranges of managed memory is answered: of all their pages, or not at all.
// Variables count; what is freed is forgotten; what is wrong is refused.
#include "memory.h"

namespace {

constexpr size_t kPage = 4096;
__managed__ unsigned variable[4096];

int get(cudaMemRangeAttribute attribute, const void* p, size_t count) {
  int value = -77;
  gate::ok(cudaMemRangeGetAttribute(&value, sizeof value, attribute, p, count), "get");
  return value;
}

}  // namespace

int main() {
  using memory::refused;
  unsigned char* p;
  gate::ok(cudaMallocManaged(&p, 8 * kPage), "cudaMallocManaged");
  gate::that(get(cudaMemRangeAttributeReadMostly, p, 8 * kPage) == 0, "nothing is said at first");
  gate::that(get(cudaMemRangeAttributePreferredLocation, p, 1) == cudaInvalidDeviceId, "none");
  gate::that(get(cudaMemRangeAttributeLastPrefetchLocation, p, 1) == cudaInvalidDeviceId, "none");

  // Of all pages or of none. A page is whole.
  gate::ok(cudaMemAdvise(p + kPage, 2 * kPage, cudaMemAdviseSetReadMostly, 0), "read mostly");
  gate::that(get(cudaMemRangeAttributeReadMostly, p + kPage, 2 * kPage) == 1, "these");
  gate::that(get(cudaMemRangeAttributeReadMostly, p + kPage + 5, 10) == 1, "a part of them");
  gate::that(get(cudaMemRangeAttributeReadMostly, p, 2 * kPage) == 0, "not with the one before");
  gate::that(get(cudaMemRangeAttributeReadMostly, p + 2 * kPage, kPage + 1) == 0, "nor after");
  gate::ok(cudaMemAdvise(p + 2 * kPage + 9, 1, cudaMemAdviseUnsetReadMostly, 0), "unset");
  gate::that(get(cudaMemRangeAttributeReadMostly, p + kPage, kPage) == 1, "the first is left");
  gate::that(get(cudaMemRangeAttributeReadMostly, p + kPage, 2 * kPage) == 0, "not both");

  gate::ok(cudaMemAdvise(p, 4 * kPage, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId), "host");
  gate::ok(cudaMemAdvise(p + 4 * kPage, 4 * kPage, cudaMemAdviseSetPreferredLocation, 0), "device");
  gate::that(get(cudaMemRangeAttributePreferredLocation, p, 4 * kPage) == cudaCpuDeviceId, "host");
  gate::that(get(cudaMemRangeAttributePreferredLocation, p + 4 * kPage, kPage) == 0, "device");
  gate::that(get(cudaMemRangeAttributePreferredLocation, p, 8 * kPage) == cudaInvalidDeviceId,
             "they differ");
  gate::that(get(cudaMemRangeAttributePreferredLocationType, p, kPage) == cudaMemLocationTypeHost,
             "its type");
  gate::ok(cudaMemAdvise(p, kPage, cudaMemAdviseUnsetPreferredLocation, 12345), "any device");
  gate::that(get(cudaMemRangeAttributePreferredLocation, p, kPage) == cudaInvalidDeviceId, "none");

  int users[3] = {7, 7, 7};
  gate::ok(cudaMemAdvise(p, 2 * kPage, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId), "host");
  gate::ok(cudaMemAdvise(p, kPage, cudaMemAdviseSetAccessedBy, 0), "device");
  gate::ok(cudaMemRangeGetAttribute(users, sizeof users, cudaMemRangeAttributeAccessedBy, p, kPage),
           "users");
  gate::that(users[0] == 0 && users[1] == cudaCpuDeviceId && users[2] == cudaInvalidDeviceId,
             "both, and the rest says so");
  gate::ok(
      cudaMemRangeGetAttribute(users, sizeof users, cudaMemRangeAttributeAccessedBy, p, 2 * kPage),
      "users");
  gate::that(users[0] == cudaCpuDeviceId && users[1] == cudaInvalidDeviceId, "of both pages");

  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  gate::ok(cudaMemPrefetchAsync(p, 8 * kPage, 0, s), "prefetch");
  gate::ok(cudaMemPrefetchAsync_v2(p, kPage, {cudaMemLocationTypeHost, 0}, 0, s), "to the host");
  int prefetch = 9, type = 9, mostly = 9;
  void* data[] = {&prefetch, &type, &mostly};
  size_t sizes[] = {4, 4, 4};
  cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributeLastPrefetchLocation,
                                        cudaMemRangeAttributeLastPrefetchLocationType,
                                        cudaMemRangeAttributeReadMostly};
  gate::ok(cudaMemRangeGetAttributes(data, sizes, attributes, 3, p, kPage), "several");
  gate::that(prefetch == cudaCpuDeviceId && type == cudaMemLocationTypeHost && mostly == 0, "host");
  gate::ok(cudaMemRangeGetAttributes(data, sizes, attributes, 3, p + kPage, kPage), "several");
  gate::that(prefetch == 0 && type == cudaMemLocationTypeDevice && mostly == 1, "device");

  // Variables, which are known from the start.
  gate::ok(cudaMemAdvise(variable, sizeof variable, cudaMemAdviseSetReadMostly, 0), "variable");
  gate::that(get(cudaMemRangeAttributeReadMostly, variable + 8, 64) == 1, "of a variable");
  gate::ok(cudaMemPrefetchAsync(variable, sizeof variable, 0, s), "prefetch");
  memory::count_from<<<4, 64, 0, s>>>(variable, 4096, 4);
  gate::ok(cudaStreamSynchronize(s), "count");
  gate::that(variable[4095] == 4099, "the host sees it");

  // Streams.
  gate::ok(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle), "to a stream");
  gate::ok(cudaStreamAttachMemAsync(s, p, 8 * kPage, cudaMemAttachHost), "to the host");
  refused(cudaStreamAttachMemAsync(s, p, kPage, cudaMemAttachGlobal), cudaErrorInvalidValue,
          "part");
  refused(cudaStreamAttachMemAsync(s, p, 0, 8), cudaErrorInvalidValue, "flags");
  refused(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachSingle), cudaErrorInvalidValue,
          "the default stream is everybody's");

  // Wrong ones.
  unsigned char* device;
  gate::ok(cudaMalloc(&device, kPage), "cudaMalloc");
  refused(cudaMemAdvise(device, kPage, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue,
          "device memory");
  refused(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue, "nothing");
  refused(cudaMemAdvise(p, 9 * kPage, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue,
          "past the end");
  refused(cudaMemAdvise(p, kPage, (cudaMemoryAdvise)77, 0), cudaErrorInvalidValue, "advice");
  refused(cudaMemAdvise(p, kPage, cudaMemAdviseSetPreferredLocation, 40), cudaErrorInvalidDevice,
          "device");
  refused(cudaMemPrefetchAsync(p, kPage, 40, s), cudaErrorInvalidDevice, "device");
  refused(cudaMemPrefetchAsync(device, kPage, 0, s), cudaErrorInvalidValue, "device memory");
  refused(cudaMemPrefetchAsync_v2(p, kPage, {cudaMemLocationTypeHost, 0}, 1, s),
          cudaErrorInvalidValue, "flags");
  refused(cudaMemAdvise_v2(p, kPage, cudaMemAdviseSetAccessedBy, {cudaMemLocationTypeInvalid, 0}),
          cudaErrorInvalidValue, "no location");
  int value;
  refused(cudaMemRangeGetAttribute(&value, 8, cudaMemRangeAttributeReadMostly, p, kPage),
          cudaErrorInvalidValue, "size");
  refused(cudaMemRangeGetAttribute(users, 6, cudaMemRangeAttributeAccessedBy, p, kPage),
          cudaErrorInvalidValue, "size");
  refused(cudaMemRangeGetAttribute(&value, 4, (cudaMemRangeAttribute)50, p, kPage),
          cudaErrorInvalidValue, "attribute");
  refused(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, device, kPage),
          cudaErrorInvalidValue, "device memory");

  // Freed and allocated again at the same address.
  gate::ok(cudaFree(p), "cudaFree");
  unsigned char* q;
  gate::ok(cudaMallocManaged(&q, 8 * kPage), "again");
  gate::that(
      get(cudaMemRangeAttributePreferredLocation, q + 4 * kPage, kPage) == cudaInvalidDeviceId,
      "forgotten");
  return gate::result();
}
