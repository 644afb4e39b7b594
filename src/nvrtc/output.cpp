// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "nvrtc/program.h"

namespace heddle::nvrtc {
namespace {

void put(std::string* out, const std::string& text) {
  const std::uint64_t size = text.size();
  out->append(reinterpret_cast<const char*>(&size), sizeof size);
  *out += text;
}

bool take(const std::string& bytes, std::size_t* at, std::string* text) {
  std::uint64_t size = 0;
  if (bytes.size() - *at < sizeof size) return false;
  std::memcpy(&size, bytes.data() + *at, sizeof size);
  *at += sizeof size;
  if (bytes.size() - *at < size) return false;
  *text = bytes.substr(*at, size);
  *at += size;
  return true;
}

}  // namespace

std::string Output::pack() const {
  std::string bytes;
  for (const std::string* part : {&log, &cubin, &ptx}) put(&bytes, *part);
  for (const std::string& name : lowered) put(&bytes, name);
  return bytes;
}

bool Output::unpack(const std::string& bytes, Output* out) {
  std::size_t at = 0;
  for (std::string* part : {&out->log, &out->cubin, &out->ptx}) {
    if (!take(bytes, &at, part)) return false;
  }
  while (at < bytes.size()) {
    out->lowered.emplace_back();
    if (!take(bytes, &at, &out->lowered.back())) return false;
  }
  return true;
}

}  // namespace heddle::nvrtc
