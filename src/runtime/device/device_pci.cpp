// SPDX-License-Identifier: Apache-2.0
// Device management: PCI bus ids, "domain:bus:device.function" in hexadecimal.
#include <charconv>
#include <cstdio>
#include <span>
#include <string_view>

#include "process/device_state.h"
#include "runtime/device/device_facts.h"
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

// Reads hexadecimal numbers separated by the characters of `separators`, and nothing else.
bool read_numbers(std::string_view text, std::string_view separators, std::span<unsigned> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out[i], 16);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (i == separators.size()) break;
    if (text.empty() || text.front() != separators[i]) return false;
    text.remove_prefix(1);
  }
  return text.empty();
}

// The documented forms: [domain]:[bus]:[device].[function], [domain]:[bus]:[device] and
// [bus]:[device].[function].
bool parse(std::string_view text, PciId* id) {
  unsigned n[4] = {};
  if (read_numbers(text, "::.", n)) {
    *id = {n[0], n[1], n[2], n[3]};
  } else if (read_numbers(text, "::", std::span(n).first(3))) {
    *id = {n[0], n[1], n[2], 0};
  } else if (read_numbers(text, ":.", std::span(n).first(3))) {
    *id = {0, n[0], n[1], n[2]};
  } else {
    return false;
  }
  return true;
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
