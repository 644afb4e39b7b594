// SPDX-License-Identifier: Apache-2.0
#include "bench/opencl/device.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

Device* the_device = nullptr;

void require(cl_int status, const char* what) {
  if (status != CL_SUCCESS) {
    throw std::runtime_error(std::string(what) + " failed with OpenCL error " +
                             std::to_string(status));
  }
}

std::string source_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return text.str();
}

cl_platform_id platform_named(const std::string& part) {
  cl_uint count = 0;
  require(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  require(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::string seen;
  for (cl_platform_id platform : platforms) {
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr);
    if (std::string(name).find(part) != std::string::npos) return platform;
    seen += std::string(seen.empty() ? "" : ", ") + name;
  }
  throw std::runtime_error("no OpenCL platform named " + part + "; there are: " + seen);
}

}  // namespace

Device& Device::instance() {
  return *the_device;
}

Device::Device(const std::string& kernel_file, const std::string& platform) {
  the_device = this;
  cl_int status;
  require(clGetDeviceIDs(platform_named(platform), CL_DEVICE_TYPE_CPU, 1, &device_, nullptr),
          "clGetDeviceIDs");
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
  require(status, "clCreateContext");
  queue_ = clCreateCommandQueue(context_, device_, 0, &status);
  require(status, "clCreateCommandQueue");
  const std::string text = source_of(kernel_file);
  const char* source = text.c_str();
  program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
  require(status, "clCreateProgramWithSource");
  status = clBuildProgram(program_, 1, &device_, "", nullptr, nullptr);
  if (status != CL_SUCCESS) {
    char log[8192] = "";
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, nullptr);
    throw std::runtime_error(std::string("clBuildProgram: ") + log);
  }
}

std::string Device::description() const {
  char name[256] = "", version[256] = "", driver[256] = "";
  clGetDeviceInfo(device_, CL_DEVICE_NAME, sizeof(name), name, nullptr);
  clGetDeviceInfo(device_, CL_DEVICE_VERSION, sizeof(version), version, nullptr);
  clGetDeviceInfo(device_, CL_DRIVER_VERSION, sizeof(driver), driver, nullptr);
  return std::string(version) + ", driver " + driver + ", on " + name;
}

cl_kernel Device::kernel(const char* name) const {
  cl_int status;
  cl_kernel made = clCreateKernel(program_, name, &status);
  require(status, name);
  return made;
}

cl_mem Device::buffer(std::size_t words) const {
  cl_int status;
  cl_mem made = clCreateBuffer(context_, CL_MEM_READ_WRITE, words * kWord, nullptr, &status);
  require(status, "clCreateBuffer");
  return made;
}

void Device::write(cl_mem to, const void* from, std::size_t words) const {
  require(clEnqueueWriteBuffer(queue_, to, CL_TRUE, 0, words * kWord, from, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
}

void Device::read(void* to, cl_mem from, std::size_t words) const {
  require(clEnqueueReadBuffer(queue_, from, CL_TRUE, 0, words * kWord, to, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
}

void Device::launch(cl_kernel kernel, const std::size_t (&groups)[2],
                    const std::size_t (&local)[2]) const {
  const std::size_t global[2] = {groups[0] * local[0], groups[1] * local[1]};
  require(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global, local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  require(clFinish(queue_), "clFinish");
}

}  // namespace bench
