// SPDX-License-Identifier: Apache-2.0
// What stands between an editor and clangd: launches whose brackets are written apart
// (kernel << <1, 32>> >()) reach clangd joined, at the same places, so that it understands them.
#pragma once

#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::cli {

// Of one editor; both directions may be called at the same time. They take the text of a message
// of the language server protocol, and return that of the one to send.
class LaunchMender {
 public:
  std::string to_clangd(std::string message);
  std::string to_editor(std::string message);

 private:
  // Brackets that clangd sees elsewhere than the editor has them.
  struct Span {
    unsigned line, begin, end;  // columns in the units that editor and clangd agreed on
  };

  std::string mend(const std::string& uri, std::string text);
  bool leave_out(nlohmann::json& node, const std::string& uri) const;
  bool touches(const nlohmann::json& edit, const std::string& uri) const;

  std::mutex mutex_;
  bool columns_are_bytes_ = false;            // else UTF-16
  std::string initialize_;                    // the request's id
  std::map<std::string, std::string> asked_;  // ids of requests, and the files they are about
  std::map<std::string, std::vector<Span>> files_;
};

}  // namespace heddle::cli
