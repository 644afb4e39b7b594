// SPDX-License-Identifier: Apache-2.0
// The ranges and marks that a program names by NVTX, as lines of its time line.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/trace/event_lines.h"
#include "tools/trace/payload_schemas.h"

namespace heddle::tools {

// Names for a part of a program. The default one has no name.
struct NamedDomain {
  std::string name;
  std::map<std::uint32_t, std::string> categories;
};

// What a program says of a range.
struct RangeName {
  std::string name, payload;
  std::uint32_t category = 0;
  std::optional<std::uint32_t> colour;
  PayloadFields fields;
};

class NamedRanges {
 public:
  explicit NamedRanges(EventLines& lines) : lines_(lines) {}

  // Null: the default domain. Domains and strings are kept as long as the process lives.
  NamedDomain* domain(std::string name);
  const std::string* string(std::string text);
  void name_category(NamedDomain* domain, std::uint32_t category, std::string name);

  void mark(NamedDomain* domain, const RangeName& name);
  // Of the calling thread. Both return the level of the range, from 0; pop: negative for none.
  int push(NamedDomain* domain, RangeName name);
  // What the end says of the range comes to what its begin said.
  int pop(NamedDomain* domain, const ReadPayload& more = {});
  // May end in another thread. Returns its number.
  std::uint64_t start(NamedDomain* domain, RangeName name);
  void stop(std::uint64_t number, const ReadPayload& more = {});
  // Those that nobody has ended.
  void end_all();

 private:
  struct Open {
    NamedDomain* domain;
    RangeName name;
    std::uint64_t thread;
    std::int64_t begin;
  };
  void write(const char* kind, const Open& range, std::int64_t end, bool is_open);
  NamedDomain& known(NamedDomain* domain) { return domain ? *domain : default_; }

  EventLines& lines_;
  std::mutex mutex_;
  NamedDomain default_;
  std::map<std::string, NamedDomain> domains_;
  std::set<std::string> strings_;
  std::map<std::pair<std::uint64_t, NamedDomain*>, std::vector<Open>> pushed_;
  std::map<std::uint64_t, Open> started_;
  std::uint64_t last_ = 0;
};

}  // namespace heddle::tools
