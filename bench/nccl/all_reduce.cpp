// SPDX-License-Identifier: Apache-2.0
// mpirun -np N all_reduce: the bus bandwidth of ncclAllReduce beside MPI_Allreduce, of the same
// sums of floats in the same processes, in turn. As nccl-tests count: 2 (N - 1) / N times the
// bytes, by the time.
#include <cuda_runtime.h>
#include <mpi.h>
#include <nccl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void must(bool so, const char* what) {
  if (so) return;
  std::printf("not so: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

template <class Body>
double seconds(int repeats, Body body) {
  MPI_Barrier(MPI_COMM_WORLD);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) body();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  double own = took.count() / repeats, longest = 0;
  MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return longest;
}

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  must(cudaSetDevice(rank) == cudaSuccess, "there is a device for each rank (HEDDLE_GPU)");
  ncclUniqueId id;
  if (rank == 0) ncclGetUniqueId(&id);
  MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t comm;
  must(ncclCommInitRank(&comm, ranks, id, rank) == ncclSuccess, "ranks meet");
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

  constexpr std::size_t kMost = std::size_t{64} << 20;
  std::vector<float> in(kMost / 4, static_cast<float>(rank)), out(kMost / 4);
  float *device_in, *device_out;
  cudaMalloc(&device_in, kMost);
  cudaMalloc(&device_out, kMost);
  cudaMemcpy(device_in, in.data(), kMost, cudaMemcpyHostToDevice);
  if (rank == 0) std::printf("%10s %12s %12s %8s\n", "bytes", "NCCL GB/s", "MPI GB/s", "ratio");
  for (std::size_t bytes = 8; bytes <= kMost; bytes *= 8) {
    const int repeats =
        static_cast<int>(std::clamp<std::size_t>((std::size_t{16} << 20) / bytes, 1, 200));
    const int n = static_cast<int>(bytes / 4);
    std::vector<double> nccl, mpi;
    for (int round = 0; round < 7; ++round) {
      nccl.push_back(seconds(repeats, [&] {
        ncclAllReduce(device_in, device_out, static_cast<std::size_t>(n), ncclFloat, ncclSum, comm,
                      stream);
        cudaStreamSynchronize(stream);
      }));
      mpi.push_back(seconds(repeats, [&] {
        MPI_Allreduce(in.data(), out.data(), n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      }));
    }
    float got = -1;
    cudaMemcpy(&got, device_out + n - 1, 4, cudaMemcpyDeviceToHost);
    must(got == out[static_cast<std::size_t>(n) - 1], "both have the same sum");
    const double moved = 2.0 * (ranks - 1) / ranks * static_cast<double>(bytes) * 1e-9;
    if (rank == 0)
      std::printf("%10zu %12.3f %12.3f %8.2f\n", bytes, moved / median(nccl), moved / median(mpi),
                  median(mpi) / median(nccl));
  }
  ncclCommDestroy(comm);
  MPI_Finalize();
}
