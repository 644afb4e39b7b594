// SPDX-License-Identifier: Apache-2.0
// Streams keep the attributes that they are given, refuse the values that an H200 refuses, and copy
// all but the priority.
#include <cstring>

#include "gate.h"

namespace {

cudaStreamAttrValue window(size_t bytes, float ratio, cudaAccessProperty hit,
                           cudaAccessProperty miss) {
  cudaStreamAttrValue value;
  std::memset(&value, 0, sizeof value);
  value.accessPolicyWindow = {&value, bytes, ratio, hit, miss};
  return value;
}

cudaError_t set(cudaStream_t stream, cudaStreamAttrID id, cudaStreamAttrValue value) {
  const cudaError_t error = cudaStreamSetAttribute(stream, id, &value);
  gate::is(cudaGetLastError(), error, "the last error");
  return error;
}

template <class Change>
cudaError_t set_one(cudaStream_t stream, cudaStreamAttrID id, Change change) {
  cudaStreamAttrValue value;
  std::memset(&value, 0, sizeof value);
  change(value);
  return set(stream, id, value);
}

}  // namespace

int main() {
  cudaStream_t stream, other;
  gate::ok(cudaStreamCreate(&stream), "cudaStreamCreate");
  gate::ok(cudaStreamCreateWithPriority(&other, cudaStreamDefault, -2), "WithPriority");
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxAccessPolicyWindowSize, 0);
  cudaStreamAttrValue got;

  const auto policy = cudaStreamAttributeAccessPolicyWindow;
  const auto persisting = cudaAccessPropertyPersisting, streaming = cudaAccessPropertyStreaming;
  gate::ok(cudaStreamGetAttribute(stream, policy, &got), "the window at first");
  gate::that(got.accessPolicyWindow.num_bytes == 0, "no window at first");
  const auto good = window(most, 0.6f, persisting, streaming);
  gate::is(set(stream, policy, good), most ? cudaSuccess : cudaErrorInvalidValue, "the window");
  gate::ok(cudaStreamGetAttribute(stream, policy, &got), "the window");
  gate::that(got.accessPolicyWindow.base_ptr == good.accessPolicyWindow.base_ptr &&
                 got.accessPolicyWindow.num_bytes == size_t(most) &&
                 got.accessPolicyWindow.hitRatio == 0.6f &&
                 got.accessPolicyWindow.hitProp == persisting &&
                 got.accessPolicyWindow.missProp == streaming,
             "what was set");
  const auto invalid = cudaErrorInvalidValue;
  gate::is(set(stream, policy, window(64, 1.5f, persisting, streaming)), invalid, "ratio 1.5");
  gate::is(set(stream, policy, window(64, -1, persisting, streaming)), invalid, "ratio -1");
  gate::is(set(stream, policy, window(64, 1, persisting, persisting)), invalid, "misses persist");
  gate::is(set(stream, policy, window(size_t(most) + 1, 1, persisting, streaming)), invalid,
           "size");
  gate::ok(cudaStreamGetAttribute(stream, policy, &got), "the window");
  gate::that(got.accessPolicyWindow.hitRatio == 0.6f, "what is refused changes nothing");

  const auto how = cudaStreamAttributeSynchronizationPolicy;
  for (int p : {0, 5}) {
    gate::is(set_one(stream, how, [&](auto& v) { v.syncPolicy = cudaSynchronizationPolicy(p); }),
             invalid, "a policy that is none");
  }
  gate::ok(set_one(stream, how, [](auto& v) { v.syncPolicy = cudaSyncPolicyYield; }), "policy");

  const auto map = cudaLaunchAttributeMemSyncDomainMap, domain = cudaLaunchAttributeMemSyncDomain;
  gate::ok(cudaStreamGetAttribute(stream, map, &got), "the map at first");
  gate::that(got.memSyncDomainMap.default_ == 0 && got.memSyncDomainMap.remote == 1, "0, 1");
  gate::is(set_one(stream, map, [](auto& v) { v.memSyncDomainMap = {0, 200}; }), invalid,
           "no domain");
  gate::ok(set_one(stream, map, [](auto& v) { v.memSyncDomainMap = {0, 0}; }), "the map");
  gate::is(set_one(stream, domain, [](auto& v) { v.memSyncDomain = cudaLaunchMemSyncDomain(2); }),
           invalid, "a domain that is none");
  gate::ok(
      set_one(stream, domain, [](auto& v) { v.memSyncDomain = cudaLaunchMemSyncDomainRemote; }),
      "domain");

  for (const auto [given, kept] : {std::pair{-20, -5}, {-3, -3}, {4, 0}}) {
    gate::ok(set_one(stream, cudaStreamAttributePriority, [&](auto& v) { v.priority = given; }),
             "the priority");
    int is = 9;
    gate::ok(cudaStreamGetPriority(stream, &is), "cudaStreamGetPriority");
    gate::that(is == kept, "the priority is one that there is");
  }

  gate::ok(cudaStreamCopyAttributes(other, stream), "cudaStreamCopyAttributes");
  gate::ok(cudaStreamGetAttribute(other, how, &got), "policy");
  gate::that(got.syncPolicy == cudaSyncPolicyYield, "the policy is copied");
  gate::ok(cudaStreamGetAttribute(other, domain, &got), "domain");
  gate::that(got.memSyncDomain == cudaLaunchMemSyncDomainRemote, "the domain is copied");
  gate::ok(cudaStreamGetAttribute(other, cudaStreamAttributePriority, &got), "priority");
  gate::that(got.priority == -2, "the priority is not copied");

  for (int id : {-1, 0, 2, 4, 5, 6, 7, 11, 12, 13, 14, 15, 99}) {
    gate::is(cudaStreamGetAttribute(stream, cudaStreamAttrID(id), &got), invalid, "not of streams");
    gate::is(set_one(stream, cudaStreamAttrID(id), [](auto&) {}), invalid, "not of streams");
  }
  gate::is(cudaStreamSetAttribute(stream, how, nullptr), invalid, "no value");
  gate::ok(cudaStreamDestroy(other), "cudaStreamDestroy");
  gate::is(cudaStreamGetAttribute(other, how, &got), cudaErrorInvalidResourceHandle, "destroyed");
  gate::is(cudaStreamCopyAttributes(stream, other), cudaErrorInvalidResourceHandle, "destroyed");
  gate::ok(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");

  // A kernel does the same with them as without.
  auto* out = gate::pinned<unsigned>(1);
  gate::write<<<1, 1, 0, stream>>>(out, 5);
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::that(*out == 5, "the kernel has run");
  return gate::result();
}
