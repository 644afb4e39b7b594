// SPDX-License-Identifier: Apache-2.0
// HEDDLE_STRICT: the host program cannot touch device memory. A process that does ends with a
// segmentation fault, and one line says what it touched. What is the host's own, too, works, and so
// do kernels, copies, host functions and faults of kernels.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>

#include "memory.h"

namespace {

__device__ unsigned variable[64] = {7};
__managed__ unsigned shared_variable = 5;

__global__ void sum(const unsigned* values, unsigned count, unsigned* out) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(out, values[i]);
}
__global__ void stray(unsigned* p) {
  p[1ull << 32] = variable[0];
}

volatile unsigned sink;
const unsigned* touched;

// Allocates nothing between being told and doing it, so that the small block is the same.
unsigned* small() {
  unsigned* p;
  gate::ok(cudaMalloc(&p, 4096), "cudaMalloc");
  memory::count_from<<<1, 64>>>(p, 1024, 3);
  gate::ok(cudaDeviceSynchronize(), "count");
  return p;
}

void read_small() {
  sink = small()[4];
}
void write_small() {
  small()[1023] = 1;
}
void read_large() {
  unsigned* p;
  gate::ok(cudaMalloc(&p, 16 << 20), "cudaMalloc");
  sink = p[1000000];
}
void read_pool() {
  unsigned* p;
  gate::ok(cudaMallocAsync(&p, 8192, 0), "cudaMallocAsync");
  gate::ok(cudaStreamSynchronize(0), "wait");
  sink = p[1];
}
void read_variable() {
  unsigned* p;
  gate::ok(cudaGetSymbolAddress((void**)&p, variable), "address");
  sink = p[2];
}
void read_freed() {
  unsigned* p = small();
  gate::ok(cudaFree(p), "cudaFree");
  sink = p[0];
}
void read_in_other_thread() {
  unsigned* p = small();
  std::thread([&] { sink = p[4]; }).join();
}
void read_in_host_function() {
  touched = small();
  memory::count_from<<<1, 64>>>(const_cast<unsigned*>(touched), 1024, 3);
  gate::ok(cudaLaunchHostFunc(0, [](void*) { sink = touched[4]; }, nullptr), "host function");
  gate::ok(cudaDeviceSynchronize(), "wait");
}

void works() {
  unsigned *managed, *device = small(), *pinned = gate::pinned<unsigned>(1024);
  gate::ok(cudaMallocManaged(&managed, 4096), "managed");
  managed[0] = 1;
  memory::count_from<<<1, 64>>>(managed, 1024, 100);
  gate::ok(cudaMemcpyAsync(pinned, device, 4096, cudaMemcpyDeviceToHost, 0), "copy");
  gate::ok(cudaDeviceSynchronize(), "wait");
  gate::that(managed[1023] == 1123 && pinned[1023] == 1026, "managed and pinned memory");
  // Many small ones, which run in the calling thread.
  *pinned = 0;
  for (int i = 0; i < 200; ++i) sum<<<1, 32>>>(device, 64, pinned);
  gate::ok(cudaDeviceSynchronize(), "wait");
  gate::that(*pinned == 200 * (64 * 3 + 63 * 32), "kernels");
  unsigned out[64];
  gate::ok(cudaMemcpyFromSymbol(out, variable, sizeof out), "variable");
  gate::that(out[0] == 7 && shared_variable == 5, "variables");
  unsigned char host[64] = {1, 2, 3};
  gate::ok(cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice), "to");
  gate::ok(cudaMemset(device + 16, 1, 64), "fill");
  gate::that(memory::holds(device + 32, 900, 35), "the rest is as it was");
  cudaIpcMemHandle_t handle;
  gate::ok(cudaIpcGetMemHandle(&handle, device), "handle");
  gate::that(memory::holds(device + 32, 900, 35), "also in a file");
  gate::ok(cudaFree(managed), "free");
  // A kernel that faults, in a thread that goes on.
  stray<<<64, 32>>>(device);
  gate::is(cudaDeviceSynchronize(), cudaErrorIllegalAddress, "a stray kernel");
  gate::ok(cudaDeviceReset(), "reset");
  (void)cudaGetLastError();
  device = small();
  gate::that(memory::holds(device, 1024, 3), "after it");
  std::exit(gate::result());
}

// What a process that does it writes to stderr, and how it ends.
int outcome(void (*act)(), const char* means, std::string* text) {
  int ends[2];
  gate::that(pipe(ends) == 0, "pipe");
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    unsetenv("HEDDLE_LOG");
    setenv("HEDDLE_STRICT", means, 1);
    act();
    std::exit(3);
  }
  close(ends[1]);
  char part[512];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;) text->append(part, (size_t)n);
  close(ends[0]);
  int status = 0;
  gate::that(waitpid(child, &status, 0) == child, "waitpid");
  return status;
}

void expect(const char* name, void (*act)(), const char* means, const char* first,
            const char* second) {
  std::string text;
  const int status = outcome(act, means, &text);
  const bool good = WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV &&
                    text.find(first) != std::string::npos && text.find(second) != std::string::npos;
  if (good) return;
  gate::that(false, name);
  std::printf("  HEDDLE_STRICT=%s: status %x, \"%s\"\n", means, status, text.c_str());
}

}  // namespace

int main() {
  for (const char* means : {"1", "pages"}) {
    expect("read", read_small, means, "the host program reads 0x",
           "byte 16 of 4096 in memory of cudaMalloc of device 0: copy it");
    expect("write", write_small, means, "the host program writes 0x", "byte 4092 of 4096 in");
    expect("large", read_large, means, "reads 0x", "byte 4000000 of 16777216 in");
    expect("pool", read_pool, means, "reads 0x", "byte 4 of 8192 in memory of cudaMallocAsync");
    expect("variable", read_variable, means, "reads 0x", "byte 8 of 256 in a __device__ variable");
    expect("freed", read_freed, means, "reads 0x", "which is in no allocation of device 0");
    expect("thread", read_in_other_thread, means, "reads 0x", "byte 16 of 4096 in");
    expect("host function", read_in_host_function, means, "reads 0x", "byte 16 of 4096 in");
    std::string text;
    const int status = outcome(works, means, &text);
    gate::that(WIFEXITED(status) && WEXITSTATUS(status) == 0, "all that is allowed");
    if (status) std::printf("  HEDDLE_STRICT=%s: status %x, \"%s\"\n", means, status, text.c_str());
  }
  // Without it nothing is caught, for programs that rely on one memory for both.
  std::string text;
  gate::that(WEXITSTATUS(outcome(read_small, "0", &text)) == 3, "not strict");
  memory::count_from<<<1, 1>>>(gate::pinned<unsigned>(1), 1, 1);
  gate::ok(cudaDeviceSynchronize(), "a launch");
  return gate::result();
}
