// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/breakpoints.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <mutex>
#include <unordered_map>
#include <vector>

extern "C"
    __attribute__((visibility("default"))) volatile HeddleDebugWanted heddle_debug_wanted = {};

namespace heddle::engine {
namespace {

// The executable segment as it lies in the file, which is not relocated.
std::vector<char> text_in_file(const LoadedCode& code) {
  std::ifstream file(code.path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return {};
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return {};
    if (code.base + segment.p_vaddr != code.text_begin) continue;
    std::vector<char> text(segment.p_filesz);
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(text.data(), static_cast<std::streamsize>(text.size()))) return {};
    return text;
  }
  return {};
}

}  // namespace

bool has_breakpoints(const LoadedCode& code) {
  static auto* const mutex = new std::mutex;  // host threads may end after static objects
  static auto* const files = new std::unordered_map<std::uintptr_t, std::vector<char>>;
  const std::lock_guard lock(*mutex);
  const auto [place, is_new] = files->try_emplace(code.text_begin);
  std::vector<char>& text = place->second;
  if (is_new) text = text_in_file(code);
  return text.empty() ||
         std::memcmp(text.data(), reinterpret_cast<const void*>(code.text_begin), text.size()) != 0;
}

std::optional<BlockSet> blocks_with_breakpoints() {
  const HeddleDebugWanted wanted = const_cast<const HeddleDebugWanted&>(heddle_debug_wanted);
  if (wanted.count == 0 || wanted.count > HeddleDebugWanted::kBoxes) return std::nullopt;
  return BlockSet{{wanted.boxes, wanted.boxes + wanted.count}};
}

}  // namespace heddle::engine
