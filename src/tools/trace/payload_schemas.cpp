// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/payload_schemas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace heddle::tools {

namespace {

using namespace nvtx;

constexpr std::uint64_t kMostOfArray = 64;  // more are counted, not shown
constexpr int kDeepest = 8;                 // schemas within each other

template <class T>
T loaded(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <class T>
std::string number(const std::byte* at) {
  return fmt::format("{}", loaded<T>(at));
}
std::string address(const std::byte* at) {
  return fmt::format("{:#x}", loaded<std::uint64_t>(at));
}
std::string colour(const std::byte* at) {
  return fmt::format("#{:06x}", loaded<std::uint32_t>(at) & 0xffffff);
}
std::string code_point(const std::byte* at) {
  return fmt::format("U+{:04X}", loaded<std::uint32_t>(at));
}
std::string code_unit(const std::byte* at) {
  return fmt::format("U+{:04X}", loaded<std::uint16_t>(at));
}
std::string character(const std::byte* at) {
  const auto c = loaded<unsigned char>(at);
  return c >= ' ' && c < 127 ? std::string(1, static_cast<char>(c)) : fmt::format("{}", c);
}
std::string registered(const std::byte* at) {
  const auto* text = loaded<const std::string*>(at);
  return text ? *text : "";
}

struct Scalar {
  std::uint64_t type;
  std::size_t bytes;
  std::string (*text)(const std::byte*);
};
template <class T>
constexpr Scalar scalar(EntryType type) {
  return {type, sizeof(T), number<T>};
}
constexpr Scalar kScalars[] = {
    {kChar, 1, character},
    scalar<unsigned short>(kUnsignedShort),
    scalar<short>(kShort),
    {kUnsignedChar, 1, [](const std::byte* at) { return fmt::format("{}", int(*at)); }},
    scalar<int>(kInt),
    scalar<unsigned>(kUnsignedInt),
    scalar<long>(kLong),
    scalar<unsigned long>(kUnsignedLong),
    scalar<long long>(kLongLong),
    scalar<unsigned long long>(kUnsignedLongLong),
    {kInt8, 1, [](const std::byte* at) { return fmt::format("{}", int(loaded<std::int8_t>(at))); }},
    {kUint8, 1, [](const std::byte* at) { return fmt::format("{}", int(*at)); }},
    scalar<std::int16_t>(kInt16),
    scalar<std::uint16_t>(kUint16),
    scalar<std::int32_t>(kInt32),
    scalar<std::uint32_t>(kUint32),
    scalar<std::int64_t>(kInt64),
    scalar<std::uint64_t>(kUint64),
    scalar<float>(kFloat),
    scalar<double>(kDouble),
    scalar<long double>(kLongDouble),
    scalar<std::size_t>(kSize),
    {kAddress, sizeof(void*), address},
    {kWideChar, sizeof(wchar_t), code_point},
    {kChar8, 1, character},
    {kChar16, 2, code_unit},
    {kChar32, 4, code_point},
    {kByte, 1, [](const std::byte* at) { return fmt::format("{:#04x}", int(*at)); }},
    scalar<float>(kFloat32),
    scalar<double>(kFloat64),
    scalar<std::uint32_t>(kCategory),
    {kColour, 4, colour},
    scalar<std::uint64_t>(kScope),
    scalar<std::uint32_t>(kProcess32),
    scalar<std::uint64_t>(kProcess64),
    scalar<std::uint32_t>(kThread32),
    scalar<std::uint64_t>(kThread64),
    {kRegisteredString, sizeof(void*), registered},
};
const Scalar* scalar_of(std::uint64_t type) {
  const auto* const it = std::ranges::find(kScalars, type, &Scalar::type);
  return it == std::end(kScalars) ? nullptr : it;
}

bool is_string(std::uint64_t type) {
  return type == kString || type == kUtf8String;
}
// Those without a length are pointers.
bool is_string_in_place(std::uint64_t type, std::uint64_t length) {
  return is_string(type) && length != 0;
}

}  // namespace

PayloadSchemas::Layout PayloadSchemas::layout_of(const void* domain, std::uint64_t type) const {
  if (const auto* known = scalar_of(type)) return {known->bytes, known->bytes};
  if (is_string(type)) return {sizeof(char*), alignof(char*)};
  if (const auto it = schemas_.find({domain, type}); it != schemas_.end()) {
    return {it->second.bytes, it->second.alignment};
  }
  if (const auto it = enums_.find({domain, type}); it != enums_.end()) {
    return {it->second.bytes, it->second.bytes};
  }
  return {};
}

PayloadSchemas::Layout PayloadSchemas::layout_of(const void* domain, const Entry& entry) const {
  if (entry.flags & kPointer) return {sizeof(void*), alignof(void*)};
  if (entry.flags & (kOffsetFromBase | kOffsetFromHere)) return {};
  const auto array = entry.flags & kArrayMask;
  if (is_string_in_place(entry.type, entry.length) && (array == 0 || array == kFixedArray)) {
    return {entry.length, 1};
  }
  auto one = layout_of(domain, entry.type);
  if (array == kFixedArray) {
    if (entry.length > std::numeric_limits<std::uint32_t>::max()) return {};
    one.bytes *= entry.length;
  } else if (array != 0) {
    return {};
  }
  return one;
}

std::uint64_t PayloadSchemas::add(const void* domain, const Schema& schema) {
  constexpr auto kNeeded = kHasEntries | kHasCount;
  if ((schema.fields & kNeeded) != kNeeded || !schema.entries) return 0;
  const std::lock_guard lock(mutex_);
  KnownSchema known;
  if ((schema.fields & kHasName) && schema.name) known.name = schema.name;
  known.is_static = !(schema.fields & kHasType) || schema.type == kStaticSchema;
  const auto packed =
      (schema.fields & kHasAlignment) && schema.alignment ? schema.alignment : std::size_t{16};
  std::size_t end = 0;
  bool is_known = true;  // where the next one lies
  for (const auto& given : std::span(schema.entries, schema.count)) {
    Entry entry{given.flags, given.type, given.length, given.offset, given.name ? given.name : ""};
    const auto layout = layout_of(domain, entry);
    const auto alignment = std::min(layout.alignment, packed);
    if (given.offset == 0 && end != 0) {
      entry.offset = (end + alignment - 1) / alignment * alignment;
      if (!is_known) entry.offset = std::numeric_limits<std::uint64_t>::max();
    } else {
      is_known = true;
    }
    if (layout.bytes == 0) is_known = false;
    end = std::max(end, is_known ? entry.offset + layout.bytes : end + 1);
    known.alignment = std::max(known.alignment, alignment);
    known.entries.push_back(std::move(entry));
  }
  if ((schema.fields & kHasSize) && schema.bytes != 0) {
    known.bytes = schema.bytes;
  } else if (is_known) {
    known.bytes = (end + known.alignment - 1) / known.alignment * known.alignment;
  }
  const auto number = (schema.fields & kHasNumber) && schema.number != 0 ? schema.number : last_++;
  schemas_[{domain, number}] = std::move(known);
  return number;
}

std::uint64_t PayloadSchemas::add(const void* domain, const Enumeration& enumeration) {
  constexpr auto kNeeded = kEnumHasEntries | kEnumHasCount;
  if ((enumeration.fields & kNeeded) != kNeeded || !enumeration.entries) return 0;
  const std::lock_guard lock(mutex_);
  KnownEnum known;
  for (const auto& given : std::span(enumeration.entries, enumeration.count)) {
    known.values.push_back({given.name ? given.name : "", given.value, given.is_flag != 0});
  }
  if (enumeration.fields & kEnumHasSize) known.bytes = enumeration.bytes;
  const auto size = known.bytes;
  if (size != 1 && size != 2 && size != 4 && size != 8) return 0;
  const auto number = (enumeration.fields & kEnumHasNumber) && enumeration.number != 0
                          ? enumeration.number
                          : last_++;
  enums_[{domain, number}] = std::move(known);
  return number;
}

// The fields of a blob, in the order of its schema; those of schemas within it as "outer.inner".
class PayloadSchemas::Reader {
 public:
  Reader(const PayloadSchemas& schemas, const void* domain, ReadPayload& result)
      : schemas_(schemas), domain_(domain), result_(result) {}

  void blob(const Blob& blob) {
    if (const auto* known = scalar_of(blob.schema)) {
      const bool has_all = blob.data && blob.bytes >= known->bytes;
      field("value", has_all ? known->text(static_cast<const std::byte*>(blob.data))
                             : "not shown: the payload ends before it");
      return;
    }
    const auto it = schemas_.schemas_.find({domain_, blob.schema});
    if (it == schemas_.schemas_.end()) {
      field("payload", blob.schema == kRawBlob
                           ? fmt::format("{} bytes", blob.bytes)
                           : fmt::format("not shown: no schema {} is registered", blob.schema));
      return;
    }
    const auto bytes =
        blob.bytes == std::numeric_limits<std::size_t>::max() ? it->second.bytes : blob.bytes;
    if (!blob.data) return;
    object(it->second, "", {static_cast<const std::byte*>(blob.data), bytes}, 0);
  }

 private:
  using Bytes = std::span<const std::byte>;

  void field(std::string name, std::string text) {
    result_.fields.emplace_back(std::move(name), std::move(text));
  }

  void object(const KnownSchema& schema, const std::string& prefix, Bytes bytes, int depth) {
    if (!schema.is_static || depth > kDeepest) {
      field(prefix.empty() ? "payload" : prefix.substr(0, prefix.size() - 1),
            "not shown: only schemas of a fixed layout are read");
      return;
    }
    for (std::size_t k = 0; k < schema.entries.size(); ++k) {
      const auto& entry = schema.entries[k];
      auto name = prefix + (entry.name.empty() ? fmt::format("{}", k) : entry.name);
      const auto layout = schemas_.layout_of(domain_, entry);
      if (layout.bytes == 0 || entry.offset > bytes.size() ||
          bytes.size() - entry.offset < layout.bytes) {
        field(std::move(name), layout.bytes == 0 ? "not shown: entries of this kind are not read"
                                                 : "not shown: the payload ends before it");
        continue;
      }
      read(entry, name, bytes.subspan(entry.offset, layout.bytes), depth);
    }
  }

  void read(const Entry& entry, const std::string& name, Bytes bytes, int depth) {
    if (entry.flags & kPointer) {
      if (!(entry.flags & kHide)) field(name, address(bytes.data()));
      return;
    }
    if (const auto it = schemas_.schemas_.find({domain_, entry.type});
        it != schemas_.schemas_.end()) {
      const auto each = it->second.bytes;
      const auto count = bytes.size() / each;
      for (std::size_t k = 0; k < std::min(count, std::size_t{kMostOfArray}); ++k) {
        const auto index = count > 1 ? fmt::format("[{}]", k) : "";
        object(it->second, name + index + ".", bytes.subspan(k * each, each), depth + 1);
      }
      return;
    }
    const auto text = text_of(entry, bytes);
    if ((entry.flags & kMeaningMask) == kMessage) {
      result_.message = text;
    } else if (!(entry.flags & kHide)) {
      field(name, text);
    }
  }

  std::string text_of(const Entry& entry, Bytes bytes) const {
    if (is_string_in_place(entry.type, entry.length)) {
      const auto* text = reinterpret_cast<const char*>(bytes.data());
      return {text, strnlen(text, bytes.size())};
    }
    if (!(entry.flags & kArrayMask)) return one(entry.type, bytes);
    const auto each = schemas_.layout_of(domain_, entry.type).bytes;
    if (entry.type == kChar || entry.type == kChar8) {
      return {reinterpret_cast<const char*>(bytes.data()),
              strnlen(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
    }
    std::string list;
    const auto count = bytes.size() / each;
    for (std::size_t k = 0; k < std::min(count, std::size_t{kMostOfArray}); ++k) {
      list += (k ? ", " : "") + one(entry.type, bytes.subspan(k * each, each));
    }
    if (count > kMostOfArray) list += fmt::format(", and {} more", count - kMostOfArray);
    return "[" + list + "]";
  }

  std::string one(std::uint64_t type, Bytes bytes) const {
    if (const auto* known = scalar_of(type)) return known->text(bytes.data());
    if (is_string(type)) {
      const auto* text = loaded<const char*>(bytes.data());
      return text ? text : "";
    }
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return name_of(schemas_.enums_.at({domain_, type}), value);
  }

  // Of an enumeration: the value's name, else those of its bits and what they leave.
  static std::string name_of(const KnownEnum& known, std::uint64_t value) {
    std::string names;
    auto left = value;
    for (const auto& one : known.values) {
      if (one.value == value) return one.name;
      if (!one.is_flag || one.value == 0 || (value & one.value) != one.value) continue;
      names += (names.empty() ? "" : " | ") + one.name;
      left &= ~one.value;
    }
    if (left == 0 && !names.empty()) return names;
    return names + (names.empty() ? "" : " | ") + fmt::format("{}", left);
  }

  const PayloadSchemas& schemas_;
  const void* domain_;
  ReadPayload& result_;
};

std::size_t PayloadSchemas::bytes_of(const void* domain, std::uint64_t type) const {
  const std::lock_guard lock(mutex_);
  const auto it = schemas_.find({domain, type});
  if (it != schemas_.end() && !it->second.is_static) return 0;
  return layout_of(domain, type).bytes;
}

ReadPayload PayloadSchemas::read(const void* domain, std::span<const Blob> blobs) const {
  const std::lock_guard lock(mutex_);
  ReadPayload result;
  Reader reader(*this, domain, result);
  for (const auto& blob : blobs) {
    if (blob.schema != kReferencedBlob) reader.blob(blob);
  }
  return result;
}

}  // namespace heddle::tools
