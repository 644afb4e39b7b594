// NVTX's payload extension: schemas of a program's data, within each other, with arrays, texts and
// enumerations; payloads of attributes, of ranges and of their ends; and what is wrong or not read,
// which says so.
#include <cstdint>
#include <cstdio>

#include "cuda_runtime.h"
#include "nvtx3/nvToolsExt.h"
#include "nvtx3/nvToolsExtPayload.h"

struct Point {
  float x;
  double y;
};
struct Batch {
  uint8_t kind;
  int32_t count;
  Point at[2];
  char name[8];
  uint16_t sizes[3];
  const char* text;
  nvtxStringHandle_t handle;
  const int* pointer;
  uint32_t flags;
};

int main() {
  cudaFree(nullptr);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("payloads");
  if (!nvtxDomainIsEnabled(domain)) return 1;

  nvtxPayloadSchemaEntry_t point[2] = {};
  point[0].type = NVTX_PAYLOAD_ENTRY_TYPE_FLOAT;
  point[0].name = "x";
  point[1].type = NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE;  // its place follows from its alignment
  point[1].name = "y";
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES;
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = point;
  schema.numEntries = 2;
  const uint64_t point_id = nvtxPayloadSchemaRegister(domain, &schema);

  const nvtxPayloadEnum_t kinds[] = {{"forward", 1, 0}, {"backward", 2, 0}};
  nvtxPayloadEnumAttr_t kind = {};
  kind.fieldMask = NVTX_PAYLOAD_ENUM_ATTR_FIELD_ENTRIES | NVTX_PAYLOAD_ENUM_ATTR_FIELD_NUM_ENTRIES |
                   NVTX_PAYLOAD_ENUM_ATTR_FIELD_SIZE;
  kind.entries = kinds;
  kind.numEntries = 2;
  kind.sizeOfEnum = 1;
  const uint64_t kind_id = nvtxPayloadEnumRegister(domain, &kind);
  const nvtxPayloadEnum_t bits[] = {{"pinned", 1, 1}, {"async", 4, 1}};
  kind.entries = bits;
  kind.sizeOfEnum = 4;
  const uint64_t bits_id = nvtxPayloadEnumRegister(domain, &kind);
  if (!point_id || !kind_id || !bits_id || point_id == kind_id || kind_id == bits_id) return 2;

  const nvtxPayloadSchemaEntry_t batch[] = {
      {0, kind_id, "kind"},
      {0, NVTX_PAYLOAD_ENTRY_TYPE_INT32, "count"},
      {NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE, point_id, "at", nullptr, 2},
      {NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE, NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, "name", nullptr, 8},
      {NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE, NVTX_PAYLOAD_ENTRY_TYPE_UINT16, "sizes", nullptr,
       3},
      {0, NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, "text"},
      {0, NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE, "handle"},
      {NVTX_PAYLOAD_ENTRY_FLAG_POINTER, NVTX_PAYLOAD_ENTRY_TYPE_INT, "pointer"},
      {0, bits_id, "flags", nullptr, 0, offsetof(Batch, flags)},
      {NVTX_PAYLOAD_ENTRY_FLAG_HIDE, NVTX_PAYLOAD_ENTRY_TYPE_INT32, "hidden", nullptr, 0,
       offsetof(Batch, count)},
  };
  schema.entries = batch;
  schema.numEntries = sizeof batch / sizeof *batch;
  schema.fieldMask |= NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID;
  schema.schemaId = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START + 5;
  if (nvtxPayloadSchemaRegister(domain, &schema) != schema.schemaId) return 3;

  int there = 1;
  Batch data = {2,
                -7,
                {{1.5f, 2.25}, {3, -4}},
                "batch 1",
                {8, 16, 32},
                "a \"text\"",
                nvtxDomainRegisterStringA(domain, "registered"),
                &there,
                5};
  nvtxPayloadData_t blob = {schema.schemaId, sizeof data, &data};
  if (nvtxRangePushPayload(domain, &blob, 1) != 0) return 4;
  Point end = {9, 10};
  nvtxPayloadData_t last = {point_id, SIZE_MAX, &end};
  if (nvtxRangePopPayload(domain, &last, 1) != 0) return 5;

  nvtxEventAttributes_t a = {};
  a.version = NVTX_VERSION;
  a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  a.messageType = NVTX_MESSAGE_TYPE_ASCII;
  a.message.ascii = "by attributes";
  nvtxPayloadData_t both[] = {{point_id, sizeof end, &end},
                              {NVTX_TYPE_PAYLOAD_SCHEMA_RAW, 3, &data}};
  NVTX_PAYLOAD_EVTATTR_SET_MULTIPLE(a, both);
  nvtxDomainMarkEx(domain, &a);

  // A payload of a plain number, and fields with its end.
  a.message.ascii = "number and fields";
  a.payloadType = NVTX_PAYLOAD_TYPE_FLOAT;
  a.reserved0 = 0;
  a.payload.fValue = 0.5f;
  const nvtxRangeId_t range = nvtxDomainRangeStartEx(domain, &a);
  nvtxRangeEndPayload(domain, range, &last, 1);

  // Too short, unknown, and a union.
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_UNION;
  schema.entries = point;
  schema.numEntries = 2;
  schema.schemaId = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START + 6;
  nvtxPayloadData_t wrong[] = {{point_id, 4, &end},
                               {777777777, 4, &end},
                               {nvtxPayloadSchemaRegister(domain, &schema), 16, &end}};
  a.message.ascii = "wrong";
  NVTX_PAYLOAD_EVTATTR_SET_MULTIPLE(a, wrong);
  nvtxDomainMarkEx(domain, &a);
  printf("payloads\n");
  return 0;
}
