// SPDX-License-Identifier: Apache-2.0
// Communicators that are split, shrunk, made in the background, ended; those of one rank.
#include "ranks.h"

namespace {

int sum(Rank& r, ncclComm_t comm, int own) {
  const OnDevice<int> data(std::vector<int>{own});
  OK(ncclAllReduce(data.at, data.at, 1, ncclInt, ncclSum, comm, r.stream));
  return data.data(r.stream)[0];
}

// Even and odd ranks, in the reverse order; the last one is in none.
void split(Rank& r) {
  const int last = r.ranks - 1;
  ncclComm_t part = r.comm;
  OK(ncclCommSplit(r.comm, r.rank == last ? NCCL_SPLIT_NOCOLOR : r.rank % 2, -r.rank, &part,
                   nullptr));
  if (r.rank == last) {
    CHECK(part == nullptr);
    return;
  }
  int ranks = 0, rank = 0, wanted_ranks = 0, wanted_rank = 0, wanted_sum = 0;
  for (int other = 0; other < last; ++other) {
    if (other % 2 != r.rank % 2) continue;
    ++wanted_ranks;
    wanted_rank += other > r.rank ? 1 : 0;
    wanted_sum += 100 + other;
  }
  OK(ncclCommCount(part, &ranks));
  OK(ncclCommUserRank(part, &rank));
  CHECK(ranks == wanted_ranks && rank == wanted_rank);
  CHECK(sum(r, part, 100 + r.rank) == wanted_sum);
  OK(ncclCommDestroy(part));
}

void shrink(Rank& r) {
  if (r.rank == 1) return;
  int without[] = {1};
  ncclComm_t rest = nullptr;
  OK(ncclCommShrink(r.comm, without, 1, &rest, nullptr, NCCL_SHRINK_DEFAULT));
  int ranks = 0, rank = -1;
  OK(ncclCommCount(rest, &ranks));
  OK(ncclCommUserRank(rest, &rank));
  CHECK(ranks == r.ranks - 1 && rank == (r.rank == 0 ? 0 : r.rank - 1));
  CHECK(sum(r, rest, r.rank) == r.ranks * (r.ranks - 1) / 2 - 1);
  OK(ncclCommDestroy(rest));
}

void wait_until_done(ncclComm_t comm) {
  ncclResult_t state = ncclInProgress;
  while (state == ncclInProgress) {
    OK(ncclCommGetAsyncError(comm, &state));
    usleep(200);
  }
  ANSWERS(state, ncclSuccess);
}

// The calls return before others have come.
void in_the_background(Rank& r) {
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclComm_t part = nullptr;
  ANSWERS(ncclCommSplit(r.comm, 0, r.rank, &part, &config), ncclInProgress);
  wait_until_done(part);
  CHECK(sum(r, part, 1) == r.ranks);
  const ncclResult_t ended = ncclCommFinalize(part);
  CHECK(ended == ncclSuccess || ended == ncclInProgress);
  wait_until_done(part);
  int ranks = 0;
  ANSWERS(ncclCommCount(part, &ranks), ncclInvalidUsage);
  OK(ncclCommDestroy(part));
}

void alone(Rank& r) {
  ncclComm_t own = nullptr;
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  OK(ncclCommInitRank(&own, 1, id, 0));
  CHECK(sum(r, own, 42) == 42);
  const OnDevice<int> in(std::vector<int>{3, 9}), out(std::vector<int>{0, 0});
  OK(ncclGroupStart());
  OK(ncclSend(in.at, 2, ncclInt, 0, own, r.stream));
  OK(ncclRecv(out.at, 2, ncclInt, 0, own, r.stream));
  OK(ncclGroupEnd());
  CHECK(out.data(r.stream) == in.data(r.stream));
  OK(ncclCommDestroy(own));
}

// Each process has one device, by that variable, and calls it 0.
void one_device_each(Rank& r) {
  setenv("CUDA_VISIBLE_DEVICES", std::to_string(r.rank).c_str(), 1);
  CUDA(cudaSetDevice(0));
  CUDA(cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking));
  OK(ncclCommInitRank(&r.comm, r.ranks, r.id, r.rank));
  CHECK(sum(r, r.comm, 1) == r.ranks);
  r.end();
}

void body(Rank& r) {
  r.begin();
  split(r);
  shrink(r);
  in_the_background(r);
  alone(r);
  r.end();
}

}  // namespace

int main(int count, char** words) {
  if (count == 2) {
    in_processes(2, false, one_device_each);
    std::printf("OK\n");
    return 0;
  }
  return run_ranks(count, words, body);
}
