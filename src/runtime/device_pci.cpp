// SPDX-License-Identifier: Apache-2.0
// Device management: PCI bus ids, "domain:bus:device.function" in hexadecimal.
#include <cstdio>

#include "runtime/device_facts.h"
#include "runtime/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr int kIdBytes = 13;  // "0000:01:00.0" and its end

struct PciId {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  friend bool operator==(const PciId&, const PciId&) = default;
};

PciId pci_of(int ordinal) {
  const gpu::Model& model = device_state(ordinal).model;
  auto value = [&](cudaDeviceAttr attribute) {
    return static_cast<unsigned>(device_attribute(model, ordinal, attribute).value.value_or(0));
  };
  return {value(cudaDevAttrPciDomainId), value(cudaDevAttrPciBusId), value(cudaDevAttrPciDeviceId),
          0};
}

// The documented forms: [domain]:[bus]:[device].[function], [domain]:[bus]:[device] and
// [bus]:[device].[function].
bool parse(const char* text, PciId* id) {
  int end = -1;
  auto whole = [&] { return end >= 0 && text[end] == '\0'; };
  *id = {};
  if (std::sscanf(text, "%x:%x:%x.%x%n", &id->domain, &id->bus, &id->device, &id->function, &end) ==
          4 &&
      whole()) {
    return true;
  }
  *id = {};
  end = -1;
  if (std::sscanf(text, "%x:%x:%x%n", &id->domain, &id->bus, &id->device, &end) == 3 && whole())
    return true;
  *id = {};
  end = -1;
  return std::sscanf(text, "%x:%x.%x%n", &id->bus, &id->device, &id->function, &end) == 3 &&
         whole();
}

}  // namespace

HEDDLE_API cudaError_t cudaDeviceGetPCIBusId(char* text, int len, int device) {
  if (!text || len < kIdBytes) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  const PciId id = pci_of(device);
  std::snprintf(text, static_cast<std::size_t>(len), "%04x:%02x:%02x.%x", id.domain, id.bus,
                id.device, id.function);
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  PciId wanted;
  if (!device || !text || !parse(text, &wanted)) return answer(Error::kInvalidValue);
  for (int ordinal = 0; ordinal < the_engine().device_count(); ++ordinal) {
    if (!(pci_of(ordinal) == wanted)) continue;
    *device = ordinal;
    return cudaSuccess;
  }
  return answer(Error::kInvalidDevice);
}

}  // namespace heddle::runtime
