// SPDX-License-Identifier: Apache-2.0
// What the tests of NCCL share: a function that is run by each rank, in threads of one process or
// in processes.
#pragma once

#include <cuda_runtime.h>
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "../libraries/checks.h"

#define ANSWERS(call, wanted)                                                             \
  do {                                                                                    \
    const int got_ = (call);                                                              \
    if (got_ != (wanted)) {                                                               \
      std::printf("%s:%d: %s answers %d (%s), not %d\n", __FILE__, __LINE__, #call, got_, \
                  ncclGetLastError(nullptr), int(wanted));                                \
      std::fflush(stdout);                                                                \
      std::_Exit(1);                                                                      \
    }                                                                                     \
  } while (false)
#define OK(call) ANSWERS(call, ncclSuccess)

struct Rank {
  int rank, ranks;
  ncclUniqueId id;
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;

  void begin() {
    CUDA(cudaSetDevice(rank));
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(ncclCommInitRank(&comm, ranks, id, rank));
  }
  void end() {
    ncclResult_t state;
    OK(ncclCommGetAsyncError(comm, &state));
    CHECK(state == ncclSuccess);
    OK(ncclCommDestroy(comm));
    CUDA(cudaStreamDestroy(stream));
  }
};

inline void in_threads(int ranks, void (*body)(Rank&)) {
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([=] {
      Rank own{rank, ranks, id};
      body(own);
    });
  }
  for (auto& thread : threads) thread.join();
}

// far: as if each ran on a machine of its own.
inline void in_processes(int ranks, bool far, void (*body)(Rank&)) {
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  std::vector<pid_t> children;
  for (int rank = 0; rank < ranks; ++rank) {
    const pid_t child = fork();
    if (child == 0) {
      if (far) setenv("NCCL_HOSTID", std::to_string(rank).c_str(), 1);
      Rank own{rank, ranks, id};
      body(own);
      std::exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}

// PROGRAM threads|processes|sockets RANKS
inline int run_ranks(int count, char** words, void (*body)(Rank&)) {
  CHECK(count == 3);
  const std::string how = words[1];
  const int ranks = std::atoi(words[2]);
  if (how == "threads") in_threads(ranks, body);
  if (how == "processes") in_processes(ranks, false, body);
  if (how == "sockets") in_processes(ranks, true, body);
  std::printf("OK\n");
  return 0;
}

// Memory of the device with what a vector has.
template <class T>
struct OnDevice {
  T* at = nullptr;
  std::size_t count;
  explicit OnDevice(const std::vector<T>& data) : count(data.size()) {
    CUDA(cudaMalloc(&at, count * sizeof(T) + 16));
    CUDA(cudaMemcpy(at, data.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    // Streams that do not block would not wait for it.
    CUDA(cudaStreamSynchronize(nullptr));
  }
  ~OnDevice() { cudaFree(at); }
  std::vector<T> data(cudaStream_t stream) const {
    CUDA(cudaStreamSynchronize(stream));
    std::vector<T> back(count);
    CUDA(cudaMemcpy(back.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
    return back;
  }
};
