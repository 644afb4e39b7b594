// SPDX-License-Identifier: Apache-2.0
// What a captured stream may not do answers the documented error and invalidates the capture: it
// then ends without a graph, and the streams work as before.
#include <thread>

#include "graphs.h"

namespace {

cudaStream_t a, b, blocking;
unsigned* device;
unsigned* out;

void begin(cudaStream_t s, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  gate::ok(cudaStreamBeginCapture(s, mode), "cudaStreamBeginCapture");
}
void fails(cudaError_t got, cudaError_t want, const char* what) {
  gate::is(got, want, what);
  gate::is(cudaGetLastError(), want, "the last error");
}
void end(cudaStream_t s, cudaError_t want, const char* what) {
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
  cudaStreamCaptureStatus status;
  if (want == cudaErrorStreamCaptureInvalidated) {
    gate::ok(cudaStreamIsCapturing(s, &status), what);
    gate::that(status == cudaStreamCaptureStatusInvalidated, what);
  }
  gate::is(cudaStreamEndCapture(s, &graph), want, what);
  gate::that((graph == nullptr) == (want != cudaSuccess), what);
  (void)cudaGetLastError();
  gate::ok(cudaStreamIsCapturing(s, &status), what);
  gate::that(status == cudaStreamCaptureStatusNone, what);
  static unsigned value = 0;
  gate::write<<<1, 1, 0, s>>>(out, ++value);
  gate::ok(cudaStreamSynchronize(s), what);
  gate::that(*out == value, "the stream works as before");
}
// An unfit call, and what comes after it.
template <class Call>
void spoils(Call call, cudaError_t want, const char* what,
            cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal, cudaStream_t in = a) {
  begin(in, mode);
  gate::write<<<1, 1, 0, in>>>(out, 77);
  fails(call(), want, what);
  gate::write<<<1, 1, 0, in>>>(out, 78);
  gate::is(cudaGetLastError(), cudaErrorStreamCaptureInvalidated, what);
  end(in, cudaErrorStreamCaptureInvalidated, what);
}

}  // namespace

int main() {
  a = graphs::stream();
  b = graphs::stream();
  blocking = graphs::stream(0);
  out = gate::pinned<unsigned>(4);
  gate::ok(cudaMalloc(&device, 64), "cudaMalloc");
  cudaEvent_t event, other, timed;
  for (auto* e : {&event, &other, &timed}) gate::ok(cudaEventCreate(e), "cudaEventCreate");
  cudaGraph_t graph;
  void* p;

  // Synchronising and querying.
  const auto unsupported = cudaErrorStreamCaptureUnsupported;
  spoils([] { return cudaStreamSynchronize(a); }, unsupported, "cudaStreamSynchronize");
  spoils([] { return cudaStreamQuery(a); }, unsupported, "cudaStreamQuery");
  spoils([] { return cudaDeviceSynchronize(); }, unsupported, "cudaDeviceSynchronize");
  spoils([&] { return cudaStreamAttachMemAsync(a, device); }, unsupported, "attach");
  begin(a);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  fails(cudaEventQuery(event), cudaErrorCapturedEvent, "cudaEventQuery");
  end(a, cudaErrorStreamCaptureInvalidated, "cudaEventQuery");
  begin(a);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  fails(cudaEventSynchronize(event), cudaErrorCapturedEvent, "cudaEventSynchronize");
  end(a, cudaErrorStreamCaptureInvalidated, "cudaEventSynchronize");
  // The capture is over, as an H200 says it (reference/h200/differences/15).
  fails(cudaEventQuery(event), cudaErrorInvalidValue, "cudaEventQuery after the capture");
  fails(cudaEventSynchronize(event), cudaErrorInvalidValue, "cudaEventSynchronize after it");
  fails(cudaStreamWaitEvent(b, event, 0), cudaErrorInvalidValue, "cudaStreamWaitEvent after it");
  float ms;
  fails(cudaEventElapsedTime(&ms, event, event), cudaErrorInvalidValue, "cudaEventElapsedTime");
  gate::ok(cudaEventRecord(event, a), "an event is free again");
  gate::ok(cudaEventSynchronize(event), "when it is recorded elsewhere");

  // Potentially unsafe calls, by the mode of the capture and of the thread.
  const auto allocate = [&] { return cudaMalloc(&p, 64); };
  spoils(allocate, unsupported, "cudaMalloc");
  spoils(allocate, unsupported, "cudaMalloc", cudaStreamCaptureModeThreadLocal);
  spoils([&] { return cudaMemcpy(out, device, 4, cudaMemcpyDeviceToHost); }, unsupported,
         "cudaMemcpy");
  begin(a, cudaStreamCaptureModeRelaxed);
  gate::ok(allocate(), "cudaMalloc in a relaxed capture");
  gate::ok(cudaFree(p), "cudaFree");
  end(a, cudaSuccess, "a relaxed capture");
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  gate::ok(cudaThreadExchangeStreamCaptureMode(&mode), "cudaThreadExchangeStreamCaptureMode");
  gate::that(mode == cudaStreamCaptureModeGlobal, "the mode before");
  begin(a);
  gate::ok(allocate(), "cudaMalloc in a relaxed thread");
  end(a, cudaSuccess, "a relaxed thread");
  gate::ok(cudaThreadExchangeStreamCaptureMode(&mode), "and back");
  gate::that(mode == cudaStreamCaptureModeRelaxed, "the mode before");
  cudaError_t there = cudaSuccess;
  begin(a);
  std::thread([&] { there = allocate(); }).join();
  gate::is(there, unsupported, "in another thread, too");
  end(a, cudaErrorStreamCaptureInvalidated, "another thread");
  begin(a, cudaStreamCaptureModeThreadLocal);
  std::thread([&] { there = allocate(); }).join();
  gate::ok(there, "not in another thread");
  end(a, cudaSuccess, "another thread");

  // The legacy default stream.
  fails(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal), unsupported,
        "capture of the legacy stream");
  const auto implicit = cudaErrorStreamCaptureImplicit;
  const auto launch = [] {
    gate::write<<<1, 1>>>(out, 5);
    return cudaPeekAtLastError();
  };
  spoils(launch, implicit, "a launch", cudaStreamCaptureModeRelaxed, blocking);
  spoils([] { return cudaMemsetAsync(device, 0, 4, 0); }, implicit, "a fill",
         cudaStreamCaptureModeRelaxed, blocking);
  spoils([] { return cudaStreamSynchronize(0); }, implicit, "waiting", cudaStreamCaptureModeRelaxed,
         blocking);
  spoils([] { return cudaMemcpy(device, out, 4, cudaMemcpyHostToDevice); }, implicit, "cudaMemcpy",
         cudaStreamCaptureModeRelaxed, blocking);
  begin(a, cudaStreamCaptureModeRelaxed);
  gate::ok(launch(), "beside a non-blocking stream");
  end(a, cudaSuccess, "beside a non-blocking stream");
  cudaStreamCaptureStatus status;
  begin(blocking);
  fails(cudaStreamIsCapturing(0, &status), implicit, "cudaStreamIsCapturing");
  end(blocking, cudaSuccess, "that spoils nothing");

  // Dependencies.
  gate::ok(cudaEventRecord(other, b), "cudaEventRecord");
  spoils([&] { return cudaStreamWaitEvent(a, other, 0); }, cudaErrorStreamCaptureIsolation,
         "an event from outside");
  begin(a, cudaStreamCaptureModeRelaxed);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  begin(b, cudaStreamCaptureModeRelaxed);
  fails(cudaStreamWaitEvent(b, event, 0), cudaErrorStreamCaptureMerge, "two captures");
  end(b, cudaErrorStreamCaptureInvalidated, "two captures");
  end(a, cudaErrorStreamCaptureInvalidated, "two captures");
  begin(a);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  fails(cudaStreamWaitEvent(0, event, 0), implicit, "the legacy stream after a captured event");
  end(a, cudaErrorStreamCaptureInvalidated, "the legacy stream");

  // Ends.
  fails(cudaStreamEndCapture(a, &graph), cudaErrorIllegalState, "no capture");
  begin(a);
  fails(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal), cudaErrorIllegalState, "twice");
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  gate::ok(cudaStreamWaitEvent(b, event, 0), "cudaStreamWaitEvent");
  gate::write<<<1, 1, 0, b>>>(out, 6);
  end(a, cudaErrorStreamCaptureUnjoined, "a fork that was not joined");
  gate::ok(cudaStreamIsCapturing(b, &status), "cudaStreamIsCapturing");
  gate::that(status == cudaStreamCaptureStatusNone, "the fork is free, too");
  begin(a);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  gate::ok(cudaStreamWaitEvent(b, event, 0), "cudaStreamWaitEvent");
  fails(cudaStreamEndCapture(b, &graph), cudaErrorStreamCaptureUnmatched, "not where it began");
  end(a, cudaErrorStreamCaptureInvalidated, "not where it began");
  begin(a);
  std::thread([&] { there = cudaStreamEndCapture(a, &graph); }).join();
  gate::is(there, cudaErrorStreamCaptureWrongThread, "in another thread");
  end(a, cudaSuccess, "in its own");
  begin(a, cudaStreamCaptureModeRelaxed);
  std::thread([&] { there = cudaStreamEndCapture(a, &graph); }).join();
  gate::ok(there, "a relaxed one in another thread");
  fails(cudaStreamBeginCapture(a, static_cast<cudaStreamCaptureMode>(9)), cudaErrorInvalidValue,
        "a mode that is none");
  // Streams that go while they are captured.
  for (const bool joined : {true, false}) {
    const auto side = graphs::stream();
    begin(a);
    gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
    gate::ok(cudaStreamWaitEvent(side, event, 0), "cudaStreamWaitEvent");
    gate::write<<<1, 1, 0, side>>>(out, 6);
    gate::ok(cudaEventRecord(event, side), "cudaEventRecord");
    if (joined) gate::ok(cudaStreamWaitEvent(a, event, 0), "cudaStreamWaitEvent");
    gate::ok(cudaStreamDestroy(side), "a fork goes");
    end(a, joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined, "the fork is gone");
  }
  begin(b);
  gate::ok(cudaStreamDestroy(b), "a captured stream goes");
  gate::ok(cudaMalloc(&p, 4), "and its capture");
  return gate::result();
}
