// SPDX-License-Identifier: Apache-2.0
#include "cli/clangd/launch_mender.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "frontend/split_chevrons.h"

namespace heddle::cli {
namespace {

using nlohmann::json;

constexpr int kWholeTexts = 1;  // TextDocumentSyncKind

const json& at(const json& node, const char* path) {
  static const json none;
  const json::json_pointer pointer(path);
  return node.contains(pointer) ? node[pointer] : none;
}

std::string text_at(const json& node, const char* path) {
  const json& found = at(node, path);
  return found.is_string() ? found.get<std::string>() : std::string();
}

unsigned number_at(const json& node, const char* path) {
  const json& found = at(node, path);
  return found.is_number_unsigned() ? found.get<unsigned>() : 0;
}

unsigned units(const std::string& text, std::size_t begin, std::size_t end, bool bytes) {
  if (bytes) return static_cast<unsigned>(end - begin);
  unsigned count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xc0) != 0x80) count += c >= 0xf0 ? 2 : 1;
  }
  return count;
}

}  // namespace

std::string LaunchMender::mend(const std::string& uri, std::string text) {
  std::vector<Span>& spans = files_[uri];
  spans.clear();
  std::size_t line_begin = 0;
  unsigned line = 0;
  for (const frontend::SplitChevrons brackets : frontend::find_split_chevrons(text)) {
    for (std::size_t end = 0; (end = text.find('\n', line_begin)) < brackets.begin; ++line) {
      line_begin = end + 1;
    }
    const unsigned begin = units(text, line_begin, brackets.begin, columns_are_bytes_);
    const auto length = static_cast<unsigned>(brackets.end - brackets.begin);
    spans.push_back({line, begin, begin + length});
    join(text, brackets);
  }
  return text;
}

std::string LaunchMender::to_clangd(std::string message) {
  json node = json::parse(message, nullptr, false);
  if (!node.is_object()) return message;
  const std::lock_guard lock(mutex_);
  const std::string method = text_at(node, "/method");
  const std::string uri = text_at(node, "/params/textDocument/uri");
  if (method == "textDocument/didOpen") {
    json& document = node["params"]["textDocument"];
    document["text"] = mend(uri, text_at(document, "/text"));
    return node.dump();
  }
  if (method == "textDocument/didChange") {
    for (json& change : node["params"]["contentChanges"]) {
      if (!change.contains("range")) change["text"] = mend(uri, text_at(change, "/text"));
    }
    return node.dump();
  }
  if (method == "textDocument/didClose") files_.erase(uri);
  if (!method.empty() && node.contains("id")) {
    if (method == "initialize") initialize_ = node["id"].dump();
    if (!uri.empty()) asked_[node["id"].dump()] = uri;
  }
  return message;
}

bool LaunchMender::touches(const json& edit, const std::string& uri) const {
  const auto file = files_.find(uri);
  if (file == files_.end()) return false;
  const std::pair begin{number_at(edit, "/range/start/line"),
                        number_at(edit, "/range/start/character")};
  const std::pair end{number_at(edit, "/range/end/line"), number_at(edit, "/range/end/character")};
  for (const Span& span : file->second) {
    if (begin < std::pair{span.line, span.end} && end > std::pair{span.line, span.begin}) {
      return true;
    }
  }
  return false;
}

// Edits whose text the editor has otherwise. Those of a list, as of a formatter, mean something
// without the others; those of a change to the project (a refactoring) do not.
bool LaunchMender::leave_out(json& node, const std::string& uri) const {
  bool any = false;
  if (node.is_array()) {
    for (std::size_t i = node.size(); i-- > 0;) {
      json& part = node[i];
      if (part.is_object() && part.contains("newText") && part.contains("range")) {
        if (!touches(part, uri)) continue;
        node.erase(i);
        any = true;
      } else {
        any = leave_out(part, uri) || any;
      }
    }
  } else if (node.is_object()) {
    const std::string own = text_at(node, "/textDocument/uri");
    for (auto& [key, part] : node.items()) {
      bool here = false;
      if (key == "changes" && part.is_object()) {
        for (auto& [file, edits] : part.items()) here = leave_out(edits, file) || here;
      } else {
        here = leave_out(part, own.empty() ? uri : own);
      }
      if (here && (key == "changes" || key == "documentChanges")) part.clear();
      any = any || here;
    }
  }
  return any;
}

std::string LaunchMender::to_editor(std::string message) {
  json node = json::parse(message, nullptr, false);
  if (!node.is_object()) return message;
  const std::lock_guard lock(mutex_);
  const bool answers = node.contains("id") && !node.contains("method");
  const std::string id = answers ? node["id"].dump() : std::string();
  if (answers && id == initialize_ && node.contains("result")) {
    initialize_.clear();
    // An edit of a part would be one of a text that the editor does not have.
    json& sync = node["result"]["capabilities"]["textDocumentSync"];
    if (sync.is_object()) {
      sync["change"] = kWholeTexts;
    } else {
      sync = kWholeTexts;
    }
    columns_are_bytes_ = text_at(node, "/result/offsetEncoding") == "utf-8" ||
                         text_at(node, "/result/capabilities/positionEncoding") == "utf-8";
    return node.dump();
  }
  std::string uri;
  if (answers) {
    if (const auto asked = asked_.extract(id)) uri = asked.mapped();
  } else if (text_at(node, "/method") != "workspace/applyEdit") {
    return message;
  }
  return leave_out(node, uri) ? node.dump() : message;
}

}  // namespace heddle::cli
