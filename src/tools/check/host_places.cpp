// SPDX-License-Identifier: Apache-2.0
#include "tools/check/host_places.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "jit/compiler_api.h"
#include "support/source_lines.h"

namespace heddle::tools {

using checker::Finding;
using checker::HostFrame;

namespace {

class Lines {
 public:
  explicit Lines(const std::string& library_folder) {
    void* library =
        dlopen((library_folder + "/libheddle-compiler.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    look_up_ = reinterpret_cast<decltype(&heddle_symbolize)>(dlsym(library, "heddle_symbolize"));
  }

  void complete(HostFrame& frame) {
    if (!look_up_) return;
    auto& text = known_[{frame.module, frame.offset}];
    if (text.empty()) {
      std::array<char, 4096> out{};
      if (look_up_(frame.module.c_str(), frame.offset, out.data(), out.size()) == 0) {
        text = out.data();
      }
      if (text.empty()) text = "?";
    }
    const auto colon = text.rfind(':');
    if (colon == std::string::npos) return;
    frame.place.file = text.substr(0, colon);
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), frame.place.line);
  }

 private:
  decltype(&heddle_symbolize) look_up_ = nullptr;
  std::map<std::pair<std::string, std::uint64_t>, std::string> known_;
};

bool is_known(const HostFrame& frame) {
  return !frame.place.file.empty();
}

}  // namespace

std::string name_in_call(const std::string& line, const std::string& call) {
  const auto begin = line.find(call);
  if (call.empty() || begin == std::string::npos) return "";
  auto at = line.find('(', begin + call.size());
  if (at == std::string::npos) return "";
  // Casts and the address operator.
  for (++at; at < line.size(); ++at) {
    if (line[at] == '(') {
      const auto close = line.find(')', at);
      if (close == std::string::npos) return "";
      at = close;
    } else if (line[at] != ' ' && line[at] != '&') {
      break;
    }
  }
  const auto comma = line.find(',', at);
  if (comma == std::string::npos) return "";
  const auto name = line.substr(at, comma - at);
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_.->[]:").find(c) != std::string_view::npos;
  };
  return std::ranges::all_of(name, is_part) ? name : "";
}

void find_host_places(std::span<Finding> findings, const std::string& library_folder) {
  const auto has_frames = [](const Finding& finding) { return !finding.traces.empty(); };
  if (std::ranges::none_of(findings, has_frames)) return;
  Lines lines(library_folder);
  for (auto& finding : findings) {
    for (auto& trace : finding.traces) {
      for (auto& frame : trace.frames) lines.complete(frame);
      // Start-up code and Heddle's headers: of interest only when nothing else is known.
      if (std::ranges::any_of(trace.frames, is_known)) {
        std::erase_if(trace.frames, [](const HostFrame& frame) { return !is_known(frame); });
      }
      const auto& frames = trace.frames;
      if (trace.what != "allocated" || !finding.object || !finding.object->name.empty()) continue;
      if (frames.empty() || !is_known(frames.front())) continue;
      const auto& place = frames.front().place;
      const auto line = support::source_line(place.file, place.line);
      if (line) finding.object->name = name_in_call(*line, finding.object->call);
    }
  }
}

}  // namespace heddle::tools
