// SPDX-License-Identifier: Apache-2.0
// What ranks hear when one of them ends, gives up, or does something else; that an abort ends what
// waits; that those that are left can go on without it.
#include <atomic>
#include <chrono>

#include "ranks.h"

namespace {

constexpr std::size_t kMany = 1 << 20;

ncclResult_t state_of(ncclComm_t comm) {
  ncclResult_t state;
  OK(ncclCommGetAsyncError(comm, &state));
  return state;
}

// Rank 1's process ends in the middle: the others do not wait for ever, and go on without it.
void one_dies(Rank& r) {
  r.begin();
  const OnDevice<int> data(std::vector<int>(kMany, r.rank));
  OK(ncclAllReduce(data.at, data.at, kMany, ncclInt, ncclSum, r.comm, r.stream));
  CUDA(cudaStreamSynchronize(r.stream));
  if (r.rank == 1) _exit(0);
  // Who comes late may have heard of it.
  const ncclResult_t given =
      ncclAllReduce(data.at, data.at, kMany, ncclInt, ncclSum, r.comm, r.stream);
  CHECK(given == ncclSuccess || given == ncclRemoteError);
  CUDA(cudaStreamSynchronize(r.stream));
  ANSWERS(state_of(r.comm), ncclRemoteError);
  ANSWERS(ncclAllReduce(data.at, data.at, 1, ncclInt, ncclSum, r.comm, r.stream), ncclRemoteError);
  int dead[] = {1};
  ncclComm_t rest = nullptr;
  OK(ncclCommShrink(r.comm, dead, 1, &rest, nullptr, NCCL_SHRINK_ABORT));
  const OnDevice<int> one(std::vector<int>{10 + r.rank});
  OK(ncclAllReduce(one.at, one.at, 1, ncclInt, ncclSum, rest, r.stream));
  CHECK(one.data(r.stream)[0] == 22);
  OK(ncclCommAbort(r.comm));
  OK(ncclCommDestroy(rest));
}

// Rank 1 waits for what nobody sends until another thread aborts it.
void aborted(Rank& r) {
  r.begin();
  const OnDevice<int> data(std::vector<int>(kMany, 0));
  if (r.rank == 1) {
    OK(ncclRecv(data.at, kMany, ncclInt, 0, r.comm, r.stream));
    std::thread aborts([&] {
      usleep(50000);
      OK(ncclCommAbort(r.comm));
    });
    CUDA(cudaStreamSynchronize(r.stream));
    aborts.join();
  } else if (r.rank == 0) {
    // What is sent to it is not taken; this rank hears of it.
    OK(ncclSend(data.at, kMany, ncclInt, 2, r.comm, r.stream));
    CUDA(cudaStreamSynchronize(r.stream));
    ANSWERS(state_of(r.comm), ncclRemoteError);
    OK(ncclCommAbort(r.comm));
  } else {
    usleep(50000);
    OK(ncclCommAbort(r.comm));
  }
}

// Ranks that do not do the same are told so.
void mismatched(Rank& r) {
  r.begin();
  const OnDevice<int> data(std::vector<int>(100000, 0));
  const std::size_t count = r.rank == 0 ? 100000 : 50000;
  OK(ncclAllReduce(data.at, data.at, count, ncclInt, ncclSum, r.comm, r.stream));
  CUDA(cudaStreamSynchronize(r.stream));
  const ncclResult_t state = state_of(r.comm);
  CHECK(state == ncclInvalidUsage || state == ncclRemoteError);
  OK(ncclCommAbort(r.comm));
}

// Another rank never comes.
void aborted_while_made(Rank& r) {
  if (r.rank != 0) return;
  CUDA(cudaSetDevice(0));
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclComm_t comm = nullptr;
  ANSWERS(ncclCommInitRankConfig(&comm, r.ranks, r.id, 0, &config), ncclInProgress);
  usleep(20000);
  ANSWERS(state_of(comm), ncclInProgress);
  int count = 0;
  ANSWERS(ncclCommCount(comm, &count), ncclInvalidArgument);
  OK(ncclCommAbort(comm));
}

}  // namespace

int main(int count, char** words) {
  CHECK(count == 3);
  const std::string what = words[2];
  char three[] = "3";
  char* forwarded[] = {words[0], words[1], three, nullptr};
  if (what == "dies") return run_ranks(3, forwarded, one_dies);
  if (what == "aborted") return run_ranks(3, forwarded, aborted);
  if (what == "mismatched") return run_ranks(3, forwarded, mismatched);
  if (what == "made") return run_ranks(3, forwarded, aborted_while_made);
  return 2;
}
