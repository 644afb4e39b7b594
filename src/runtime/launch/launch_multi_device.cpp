// SPDX-License-Identifier: Apache-2.0
// One kernel on several devices at once (CUDA 12, deprecated). Each grid is a cooperative one. All
// of them begin when what their streams got before has ended, on every device, and what comes later
// in any of the streams begins when all of them have ended, unless the flags say that it need not.
#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "engine/stream/call.h"
#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

using Launches = std::span<const cudaLaunchParams>;

constexpr unsigned kFlags =
    cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync;

bool same(const dim3& a, const dim3& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

// One kernel and one shape, each launch in a stream of its own of another device.
Error check(Launches launches, std::vector<Stream*>* streams) {
  std::set<const Device*> devices;
  for (const cudaLaunchParams& one : launches) {
    const cudaLaunchParams& first = launches[0];
    const bool alike = one.func == first.func && same(one.gridDim, first.gridDim) &&
                       same(one.blockDim, first.blockDim) && one.sharedMem == first.sharedMem;
    if (!alike || is_default(one.stream)) return Error::kInvalidValue;
    Stream* stream = nullptr;
    HEDDLE_RETURN_IF_ERROR(stream_of(one.stream, &stream));
    if (!devices.insert(&stream->device).second) return Error::kInvalidDevice;
    HEDDLE_RETURN_IF_ERROR(stream->device.status());
    if (stream->is_capturing()) return the_engine().captures().refuse(*stream);
    streams->push_back(stream);
  }
  return Error::kSuccess;
}

// What comes later in any of them comes after what all of them have now.
void join(const std::vector<Stream*>& streams) {
  std::vector<OperationRef> last;
  for (Stream* stream : streams) {
    const auto lock = the_engine().scheduler().lock();
    last.push_back(stream->last());
  }
  for (Stream* stream : streams) {
    for (const OperationRef& operation : last) {
      if (operation && !operation->ended())
        stream->submit(engine::make_call([] {}, engine::Operation::Size::kTiny), operation);
    }
  }
}

class OnDevice {
 public:
  explicit OnDevice(int device) : before_(thread_state().device) { thread_state().device = device; }
  ~OnDevice() { thread_state().device = before_; }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  const int before_;
};

}  // namespace

HEDDLE_API cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* list,
                                                              unsigned count, unsigned flags) {
  if (!list || count == 0 || (flags & ~kFlags)) return answer(Error::kInvalidValue);
  if (count > static_cast<unsigned>(the_engine().device_count()))
    return answer(Error::kInvalidDevice);
  const Launches launches(list, count);
  std::vector<Stream*> streams;
  if (Error error = check(launches, &streams); !ok(error)) return answer(error);
  if (!(flags & cudaCooperativeLaunchMultiDeviceNoPreSync)) join(streams);
  for (unsigned i = 0; i < count; ++i) {
    const OnDevice there(streams[i]->device.ordinal);
    const cudaLaunchParams& one = list[i];
    const cudaError_t error = cudaLaunchCooperativeKernel(one.func, one.gridDim, one.blockDim,
                                                          one.args, one.sharedMem, one.stream);
    if (error != cudaSuccess) return error;
  }
  if (!(flags & cudaCooperativeLaunchMultiDeviceNoPostSync)) join(streams);
  return cudaSuccess;
}

}  // namespace heddle::runtime
