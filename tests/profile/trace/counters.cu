// NVTX's counters: single numbers and groups, differences, samples without a value, and batches of
// samples with their times.
#include <cstdint>
#include <cstdio>

#include "cuda_runtime.h"
#include "nvtx3/nvToolsExt.h"
#include "nvtx3/nvToolsExtCounters.h"
#include "nvtx3/nvToolsExtSemanticsCounters.h"
#include "nvtx3/nvToolsExtSemanticsTime.h"

struct Pools {
  uint32_t used;
  double share;
  const char* name;
};

int main() {
  cudaFree(nullptr);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("loader");
  if (!nvtxDomainIsEnabled(domain)) return 1;

  nvtxSemanticsCounter_t meaning = {};
  meaning.header.structSize = sizeof meaning;
  meaning.header.semanticId = NVTX_SEMANTIC_ID_COUNTERS_V1;
  meaning.header.version = NVTX_COUNTER_SEMANTIC_VERSION;
  meaning.unit = "items";
  nvtxCounterAttr_t counter = {};
  counter.structSize = sizeof counter;
  counter.schemaId = NVTX_PAYLOAD_ENTRY_TYPE_INT64;
  counter.name = "queue";
  counter.semantics = &meaning.header;
  const uint64_t queue = nvtxCounterRegister(domain, &counter);
  counter.name = "changes";
  meaning.flags = NVTX_COUNTER_FLAG_VALUETYPE_DELTA;
  const uint64_t changes = nvtxCounterRegister(domain, &counter);
  meaning.flags = 0;

  const nvtxPayloadSchemaEntry_t entries[] = {{0, NVTX_PAYLOAD_ENTRY_TYPE_UINT32, "used"},
                                              {0, NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE, "share"},
                                              {0, NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, "name"}};
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES;
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = entries;
  schema.numEntries = 3;
  counter.name = "pools";
  counter.semantics = nullptr;
  counter.schemaId = nvtxPayloadSchemaRegister(domain, &schema);
  const uint64_t pools = nvtxCounterRegister(domain, &counter);
  counter.schemaId = 123456789;
  if (!queue || !changes || !pools || queue == changes || nvtxCounterRegister(domain, &counter)) {
    return 2;
  }

  nvtxCounterSampleInt64(domain, queue, -3);
  nvtxCounterSampleFloat64(domain, queue, 2.5);
  nvtxCounterSampleNoValue(domain, queue, NVTX_COUNTER_SAMPLE_UNCHANGED);
  nvtxCounterSampleNoValue(domain, queue, NVTX_COUNTER_SAMPLE_UNAVAILABLE);
  nvtxCounterSampleNoValue(domain, queue, NVTX_COUNTER_SAMPLE_ZERO);
  const int64_t seven = 7;
  nvtxCounterSample(domain, queue, &seven, sizeof seven);
  nvtxCounterSample(domain, queue, &seven, 3);  // no number
  for (const int64_t change : {5, -2, 4}) nvtxCounterSampleInt64(domain, changes, change);
  nvtxCounterSampleNoValue(domain, changes, NVTX_COUNTER_SAMPLE_UNCHANGED);
  const Pools values = {3, 0.25, "no number"};
  nvtxCounterSample(domain, pools, &values, sizeof values);
  nvtxCounterSampleInt64(domain, 4711, 1);  // nobody's

  // Later than they were: by the tool's clock, and by one that is not known here.
  nvtxSemanticsTime_t clock = {};
  clock.header.structSize = sizeof clock;
  clock.header.semanticId = NVTX_SEMANTIC_ID_TIME_V1;
  clock.header.version = NVTX_TIME_SEMANTIC_VERSION;
  clock.timeDomainId = NVTX_TIMESTAMP_TYPE_TOOL_PROVIDED;
  counter.schemaId = NVTX_PAYLOAD_ENTRY_TYPE_FLOAT;
  counter.name = "watts";
  counter.semantics = &clock.header;
  const uint64_t watts = nvtxCounterRegister(domain, &counter);
  clock.timeDomainId = NVTX_TIMESTAMP_TYPE_GPU_GLOBALTIMER;
  counter.name = "of the GPU";
  const uint64_t other = nvtxCounterRegister(domain, &counter);
  const float samples[] = {100, 150.5f, 90};
  const int64_t now = nvtxTimestampGet();
  const int64_t times[] = {now, now + 1000, now + 2500};
  nvtxCounterBatch_t batch = {watts, samples, sizeof samples, 0, times, sizeof times};
  nvtxCounterBatchSubmit(domain, &batch);
  batch.counterId = other;
  nvtxCounterBatchSubmit(domain, &batch);
  printf("counters\n");
  return 0;
}
