// SPDX-License-Identifier: Apache-2.0
// What calls answer to wrong arguments, in one process with two devices.
#include "ranks.h"

namespace {

void of_making() {
  ncclComm_t comm = nullptr;
  ncclUniqueId id;
  ANSWERS(ncclGetUniqueId(nullptr), ncclInvalidArgument);
  OK(ncclGetUniqueId(&id));
  ANSWERS(ncclCommInitRank(nullptr, 1, id, 0), ncclInvalidArgument);
  ANSWERS(ncclCommInitRank(&comm, 0, id, 0), ncclInvalidArgument);
  ANSWERS(ncclCommInitRank(&comm, 2, id, 2), ncclInvalidArgument);
  ANSWERS(ncclCommInitRank(&comm, 2, id, -1), ncclInvalidArgument);
  const ncclUniqueId none = {};
  ANSWERS(ncclCommInitRank(&comm, 1, none, 0), ncclInvalidArgument);
  ncclConfig_t config = {};
  ANSWERS(ncclCommInitRankConfig(&comm, 1, id, 0, &config), ncclInvalidArgument);
  config = NCCL_CONFIG_INITIALIZER;
  config.minCTAs = 4;
  config.maxCTAs = 2;
  ANSWERS(ncclCommInitRankConfig(&comm, 1, id, 0, &config), ncclInvalidArgument);
  config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 2;
  ANSWERS(ncclCommInitRankConfig(&comm, 1, id, 0, &config), ncclInvalidArgument);
  ncclComm_t comms[2];
  const int twice[] = {1, 1}, far[] = {0, 99};
  ANSWERS(ncclCommInitAll(comms, 2, twice), ncclInvalidUsage);
  ANSWERS(ncclCommInitAll(comms, 2, far), ncclInvalidArgument);
  ANSWERS(ncclCommInitAll(comms, 0, nullptr), ncclInvalidArgument);
  // Two ranks on one device.
  OK(ncclGroupStart());
  OK(ncclCommInitRank(&comms[0], 2, id, 0));
  OK(ncclCommInitRank(&comms[1], 2, id, 1));
  ANSWERS(ncclGroupEnd(), ncclInvalidUsage);
  CHECK(comms[0] == nullptr && comms[1] == nullptr);
  CHECK(std::strstr(ncclGetLastError(nullptr), "Duplicate GPU") != nullptr);
  // The id has been used.
  ANSWERS(ncclCommInitRank(&comm, 1, id, 0), ncclRemoteError);
  ANSWERS(ncclGroupEnd(), ncclInvalidUsage);
}

void of_operations(ncclComm_t comm) {
  int* data = nullptr;
  CUDA(cudaMalloc(&data, 1024));
  const auto type = [](int number) { return static_cast<ncclDataType_t>(number); };
  const auto op = [](int number) { return static_cast<ncclRedOp_t>(number); };
  ANSWERS(ncclAllReduce(data, data, 1, ncclInt, ncclSum, nullptr, 0), ncclInvalidArgument);
  ANSWERS(ncclAllReduce(data, data, 1, ncclInt, ncclSum, reinterpret_cast<ncclComm_t>(data), 0),
          ncclInvalidArgument);
  ANSWERS(ncclAllReduce(nullptr, data, 1, ncclInt, ncclSum, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclAllReduce(data, nullptr, 1, ncclInt, ncclSum, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclAllReduce(data, data, 1, type(12), ncclSum, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclAllReduce(data, data, 1, type(-1), ncclSum, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclAllReduce(data, data, 1, ncclInt, op(5), comm, 0), ncclInvalidArgument);
  ANSWERS(ncclBroadcast(data, data, 1, ncclInt, 2, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclReduce(data, data, 1, ncclInt, ncclSum, -1, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclSend(data, 1, ncclInt, 2, comm, 0), ncclInvalidArgument);
  ANSWERS(ncclRecv(nullptr, 1, ncclInt, 0, comm, 0), ncclInvalidArgument);
  // To itself alone.
  ANSWERS(ncclSend(data, 1, ncclInt, 0, comm, 0), ncclInvalidUsage);
  // An error ends the group; the next one begins anew.
  OK(ncclGroupStart());
  ANSWERS(ncclAllReduce(data, nullptr, 1, ncclInt, ncclSum, comm, 0), ncclInvalidArgument);
  OK(ncclAllReduce(data, data, 1, ncclInt, ncclSum, comm, 0));
  ANSWERS(ncclGroupEnd(), ncclInvalidArgument);
  float half = 0.5f;
  ncclRedOp_t made;
  OK(ncclRedOpCreatePreMulSum(&made, &half, ncclFloat, ncclScalarHostImmediate, comm));
  ANSWERS(ncclAllReduce(data, data, 1, ncclInt, made, comm, 0), ncclInvalidArgument);
  OK(ncclRedOpDestroy(made, comm));
  ANSWERS(ncclRedOpDestroy(made, comm), ncclInvalidArgument);
  ANSWERS(ncclRedOpDestroy(ncclSum, comm), ncclInvalidArgument);
  ANSWERS(ncclRedOpCreatePreMulSum(&made, nullptr, ncclFloat, ncclScalarDevice, comm),
          ncclInvalidArgument);
  CUDA(cudaFree(data));
}

void of_the_rest(ncclComm_t comm) {
  void *memory = nullptr, *handle = nullptr;
  OK(ncclMemAlloc(&memory, 4096));
  OK(ncclCommRegister(comm, memory, 4096, &handle));
  OK(ncclCommDeregister(comm, handle));
  ANSWERS(ncclCommDeregister(comm, handle), ncclInvalidArgument);
  ncclWindow_t window = nullptr;
  OK(ncclCommWindowRegister(comm, memory, 4096, &window, NCCL_WIN_COLL_SYMMETRIC));
  OK(ncclCommWindowDeregister(comm, window));
  ANSWERS(ncclCommWindowRegister(comm, memory, 4096, &window, 8), ncclInvalidArgument);
  ANSWERS(ncclCommRegister(comm, nullptr, 4096, &handle), ncclInvalidArgument);
  OK(ncclMemFree(memory));
  ANSWERS(ncclMemFree(nullptr), ncclInvalidArgument);
  ANSWERS(ncclMemAlloc(nullptr, 8), ncclInvalidArgument);
  int version = 0;
  OK(ncclGetVersion(&version));
  CHECK(version == NCCL_VERSION_CODE);
  CHECK(std::strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
  CHECK(std::strstr(ncclGetErrorString(ncclRemoteError), "remote process") != nullptr);
  ncclSimInfo_t info = NCCL_SIM_INFO_INITIALIZER;
  ANSWERS(ncclGroupSimulateEnd(&info), ncclInvalidUsage);
  OK(ncclCommDestroy(nullptr));
  ANSWERS(ncclCommCount(comm, nullptr), ncclInvalidArgument);
}

}  // namespace

int main() {
  of_making();
  ncclComm_t comms[2];
  OK(ncclCommInitAll(comms, 2, nullptr));
  of_operations(comms[0]);
  of_the_rest(comms[0]);
  OK(ncclCommDestroy(comms[0]));
  ANSWERS(ncclCommDestroy(comms[0]), ncclInvalidArgument);
  OK(ncclCommDestroy(comms[1]));
  std::printf("OK\n");
}
