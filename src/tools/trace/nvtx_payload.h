// SPDX-License-Identifier: Apache-2.0
// The payload extension of NVTX (version 3), as nvtx.h states the rest: a program says once how its
// data lies in memory (a schema), and gives blobs of it with its events. Its headers call
// InitializeInjectionNvtxExtension, which puts functions into the slots of the module.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::tools::nvtx {

struct Segment {
  std::size_t number, slots;
  std::intptr_t* functions;
};
struct Extension {
  std::uint16_t version, bytes, module, compatible;
  std::size_t segment_count;
  Segment* segments;
  std::intptr_t (*get_function)(std::uint32_t);
  const void* type_sizes;
};
constexpr std::uint16_t kPayloadModule = 2;
namespace payload_slot {
enum : unsigned {
  kRegisterSchema,
  kRegisterEnum,
  kMark,
  kRangePush,
  kRangePop,
  kRangeStart,
  kRangeEnd,
  kDomainIsEnabled,
  kTimestampGet
};
}

// Of Attributes::number: `payload` points to as many blobs as `reserved` says.
constexpr auto kBlobs = static_cast<std::int32_t>(0xDFBD0009);

struct Blob {
  std::uint64_t schema;
  std::size_t bytes;  // all ones: as many as the schema says
  const void* data;
};
constexpr std::uint64_t kReferencedBlob = 1022, kRawBlob = 1023;
constexpr std::uint64_t kFirstDynamicSchema = std::uint64_t{1} << 32;

// Of SchemaEntry::type; below 100, else it is the number of a schema or an enumeration.
enum EntryType : std::uint64_t {
  kChar = 1,
  kUnsignedChar,
  kShort,
  kUnsignedShort,
  kInt,
  kUnsignedInt,
  kLong,
  kUnsignedLong,
  kLongLong,
  kUnsignedLongLong,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat,
  kDouble,
  kLongDouble,
  kSize,
  kAddress,
  kWideChar,
  kChar8,
  kChar16,
  kChar32,
  kByte = 32,
  kFloat32 = 43,
  kFloat64,
  kCategory = 68,
  kColour,
  kScope,
  kProcess32,
  kProcess64,
  kThread32,
  kThread64,
  kString,
  kUtf8String,
  kRegisteredString = 80
};
enum EntryFlag : std::uint64_t {
  kPointer = 1 << 1,
  kOffsetFromBase = 1 << 2,
  kOffsetFromHere = 1 << 3,
  kArrayMask = 7 << 4,
  kFixedArray = 1 << 4,
  kHide = 1 << 9,
  kMeaningMask = 3 << 10,
  kMessage = 1 << 10
};
struct SchemaEntry {
  std::uint64_t flags, type;
  const char *name, *description;
  std::uint64_t length;  // of an array or a string
  std::uint64_t offset;
  const void *semantics, *reserved;
};
enum SchemaField : std::uint64_t {
  kHasName = 1 << 1,
  kHasType = 1 << 2,
  kHasEntries = 1 << 4,
  kHasCount = 1 << 5,
  kHasSize = 1 << 6,
  kHasAlignment = 1 << 7,
  kHasNumber = 1 << 8
};
constexpr std::uint64_t kStaticSchema = 1;
struct Schema {
  std::uint64_t fields;
  const char* name;
  std::uint64_t type, flags;
  const SchemaEntry* entries;
  std::size_t count, bytes, alignment;
  std::uint64_t number;
  void* reserved;
};

struct EnumEntry {
  const char* name;
  std::uint64_t value;
  std::int8_t is_flag;
};
enum EnumField : std::uint64_t {
  kEnumHasEntries = 1 << 2,
  kEnumHasCount = 1 << 3,
  kEnumHasSize = 1 << 4,
  kEnumHasNumber = 1 << 5
};
struct Enumeration {
  std::uint64_t fields;
  const char* name;
  const EnumEntry* entries;
  std::size_t count, bytes;
  std::uint64_t number;
  void* reserved;
};

}  // namespace heddle::tools::nvtx
