// SPDX-License-Identifier: Apache-2.0
// Two processes wait for each other's events: in streams, in the host, and by asking. A record that
// its process takes with it has ended.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "memory.h"

namespace {

using memory::refused;

struct Handles {
  cudaIpcEventHandle_t ready, done;
  cudaIpcMemHandle_t values;
};

void tell(int out) {
  const char word = 1;
  gate::that(write(out, &word, 1) == 1, "tell");
}
void hear(int in) {
  char word = 0;
  gate::that(read(in, &word, 1) == 1, "hear");
}

int other(int in, int out) {
  Handles handles;
  gate::that(read(in, &handles, sizeof handles) == sizeof handles, "handles");
  cudaEvent_t ready, done;
  gate::ok(cudaIpcOpenEventHandle(&ready, handles.ready), "ready");
  gate::ok(cudaIpcOpenEventHandle(&done, handles.done), "done");
  unsigned* values;
  gate::ok(cudaIpcOpenMemHandle((void**)&values, handles.values, 1), "values");
  auto* back = gate::pinned<unsigned>(1);
  // `ready` was recorded behind a gate that the first process has not opened yet.
  gate::is(cudaEventQuery(ready), cudaErrorNotReady, "not yet");
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  gate::ok(cudaStreamWaitEvent(s, ready, 0), "wait");
  gate::ok(cudaMemcpyAsync(back, values, 4, cudaMemcpyDeviceToHost, s), "copy");
  gate::write<<<1, 1, 0, s>>>(values + 1, 66);
  gate::ok(cudaEventRecord(done, s), "record");
  gate::is(cudaEventQuery(done), cudaErrorNotReady, "it waits, too");
  tell(out);  // the gate may be opened
  gate::ok(cudaEventSynchronize(ready), "the host waits");
  gate::is(cudaEventQuery(ready), cudaSuccess, "it has ended");
  gate::ok(cudaStreamSynchronize(s), "and the stream");
  gate::that(*back == 55, "after the other process's kernel");
  float ms;
  refused(cudaEventElapsedTime(&ms, ready, done), cudaErrorInvalidResourceHandle, "no times");
  cudaIpcEventHandle_t broken = {};
  refused(cudaIpcOpenEventHandle(&ready, broken), cudaErrorInvalidValue, "no handle");
  broken = handles.done;
  broken.reserved[17] ^= 0x41;
  refused(cudaIpcOpenEventHandle(&ready, broken), cudaErrorMapBufferObjectFailed, "no file");
  hear(in);
  // A record that never ends here, and the process does.
  gate::pass<<<1, 1, 0, s>>>(values + 2, values + 3, 1);
  gate::ok(cudaEventRecord(done, s), "record");
  tell(out);
  hear(in);
  if (gate::result() == 0) raise(SIGKILL);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) return other(std::atoi(argv[1]), std::atoi(argv[2]));
  int there[2], back[2];
  gate::that(pipe(there) == 0 && pipe(back) == 0, "pipes");
  const unsigned flags = cudaEventDisableTiming | cudaEventInterprocess;
  cudaEvent_t ready, done, plain, none;
  Handles handles;
  gate::ok(cudaEventCreateWithFlags(&ready, flags), "ready");
  gate::ok(cudaEventCreateWithFlags(&done, flags), "done");
  gate::ok(cudaEventCreate(&plain), "plain");
  unsigned* values;
  gate::ok(cudaMalloc(&values, 64), "values");
  gate::ok(cudaMemset(values, 0, 64), "zeros");
  gate::ok(cudaIpcGetMemHandle(&handles.values, values), "values");
  gate::ok(cudaIpcGetEventHandle(&handles.ready, ready), "ready");
  gate::ok(cudaIpcGetEventHandle(&handles.done, done), "done");
  refused(cudaEventCreateWithFlags(&none, cudaEventInterprocess), cudaErrorInvalidValue, "timing");
  cudaIpcEventHandle_t handle;
  refused(cudaIpcGetEventHandle(&handle, plain), cudaErrorInvalidValue, "of one process");
  refused(cudaIpcGetEventHandle(&handle, nullptr), cudaErrorInvalidResourceHandle, "null");
  refused(cudaIpcOpenEventHandle(&none, handles.ready), cudaErrorDeviceUninitialized, "its own");

  const pid_t child = fork();
  if (child == 0) {
    const std::string in = std::to_string(there[0]), out = std::to_string(back[1]);
    execl("/proc/self/exe", argv[0], in.c_str(), out.c_str(), (char*)nullptr);
    _exit(99);
  }
  close(back[1]);
  auto* gates = gate::pinned<unsigned>(1);
  gate::pass<<<1, 1>>>(gates, values, 55);
  gate::ok(cudaEventRecord(ready), "record");
  gate::that(write(there[1], &handles, sizeof handles) == sizeof handles, "send");
  hear(back[0]);
  gate::is(cudaEventQuery(done), cudaErrorNotReady, "it waits for the gate");
  cudaStream_t s;
  gate::ok(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
  gate::ok(cudaStreamWaitEvent(s, done, 0), "wait");
  auto* seen = gate::pinned<unsigned>(1);
  gate::ok(cudaMemcpyAsync(seen, values + 1, 4, cudaMemcpyDeviceToHost, s), "copy");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(*(volatile unsigned*)seen == 66, "after the other process's kernel");
  tell(there[1]);
  hear(back[0]);
  gate::is(cudaEventQuery(done), cudaErrorNotReady, "recorded again");
  tell(there[1]);
  int status = 0;
  gate::that(waitpid(child, &status, 0) == child && WIFSIGNALED(status), "it is gone");
  gate::ok(cudaEventSynchronize(done), "nobody will end it");
  (void)cudaGetLastError();
  return gate::result();
}
