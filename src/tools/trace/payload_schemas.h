// SPDX-License-Identifier: Apache-2.0
// What the blobs of a program's named ranges mean: the schemas that it registered, and values in
// words.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/trace/nvtx_payload.h"

namespace heddle::tools {

// Names and values of fields; one that cannot be read has a sentence in its place.
using PayloadFields = std::vector<std::pair<std::string, std::string>>;

struct ReadPayload {
  PayloadFields fields;
  std::string message;  // of the event; "": the payload has none
};

// Numbers of schemas and enumerations are those of a domain (any pointer; null: the default one).
class PayloadSchemas {
 public:
  // Both return the number, 0 for what is no schema.
  std::uint64_t add(const void* domain, const nvtx::Schema& schema);
  std::uint64_t add(const void* domain, const nvtx::Enumeration& enumeration);

  ReadPayload read(const void* domain, std::span<const nvtx::Blob> blobs) const;
  // Of one value of the type or schema; 0: it is none, or of no fixed layout.
  std::size_t bytes_of(const void* domain, std::uint64_t type) const;

 private:
  struct Entry {
    std::uint64_t flags, type, length, offset;
    std::string name;
  };
  struct KnownSchema {
    std::string name;
    bool is_static = true;
    std::vector<Entry> entries;
    std::size_t bytes = 0, alignment = 1;
  };
  struct KnownEnum {
    struct Value {
      std::string name;
      std::uint64_t value;
      bool is_flag;
    };
    std::vector<Value> values;
    std::size_t bytes = 4;
  };
  using Key = std::pair<const void*, std::uint64_t>;
  struct Layout {
    std::size_t bytes = 0, alignment = 1;  // bytes 0: not known
  };
  class Reader;

  // Of one value of the type.
  Layout layout_of(const void* domain, std::uint64_t type) const;
  Layout layout_of(const void* domain, const Entry& entry) const;

  mutable std::mutex mutex_;
  std::map<Key, KnownSchema> schemas_;
  std::map<Key, KnownEnum> enums_;
  std::uint64_t last_ = nvtx::kFirstDynamicSchema;
};

}  // namespace heddle::tools
