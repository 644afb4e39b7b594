// SPDX-License-Identifier: Apache-2.0
// The OpenCL CPU device, its queue and buffers; errors are exceptions.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

inline constexpr std::size_t kWord = 4;

class Device {
 public:
  // The CPU of the first platform whose name has `platform` in it.
  Device(const std::string& kernel_file, const std::string& platform);
  static Device& instance();

  std::string description() const;
  cl_kernel kernel(const char* name) const;
  // Sizes are in words of 4 bytes: floats, ints, pairs of halves.
  cl_mem buffer(std::size_t words) const;
  void write(cl_mem to, const void* from, std::size_t words) const;
  void read(void* to, cl_mem from, std::size_t words) const;
  // Runs to the end. `groups` and `local` have two dimensions.
  void launch(cl_kernel kernel, const std::size_t (&groups)[2],
              const std::size_t (&local)[2]) const;

 private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

// Owns a buffer.
class Buffer {
 public:
  explicit Buffer(std::size_t words) : mem(Device::instance().buffer(words)) {}
  Buffer(const Buffer&) = delete;
  ~Buffer() { clReleaseMemObject(mem); }
  cl_mem mem;
};

// A buffer of that data.
struct Ints : Buffer {
  explicit Ints(const std::vector<int>& data) : Buffer(data.size()), count(data.size()) {
    Device::instance().write(mem, data.data(), count);
  }
  std::vector<int> contents() const {
    std::vector<int> data(count);
    Device::instance().read(data.data(), mem, count);
    return data;
  }
  std::size_t count;
};

// A kernel argument: an array in local memory.
struct LocalWords {
  std::size_t count;
};

// A kernel with its arguments set.
class Kernel {
 public:
  template <typename... Args>
  Kernel(const char* name, const Args&... args) : kernel_(Device::instance().kernel(name)) {
    cl_uint index = 0;
    (set(index++, args), ...);
  }
  Kernel(const Kernel&) = delete;
  ~Kernel() { clReleaseKernel(kernel_); }
  void launch(std::size_t gx, std::size_t gy, std::size_t lx, std::size_t ly) const {
    Device::instance().launch(kernel_, {gx, gy}, {lx, ly});
  }

 private:
  template <typename T>
  void set(cl_uint index, const T& value) {
    clSetKernelArg(kernel_, index, sizeof(value), &value);
  }
  void set(cl_uint index, const LocalWords& local) {
    clSetKernelArg(kernel_, index, local.count * kWord, nullptr);
  }

  cl_kernel kernel_;
};

}  // namespace bench
