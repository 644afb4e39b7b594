// SPDX-License-Identifier: Apache-2.0
// What calls answered, in the log: by its functions of both APIs, to callbacks, and in
// CUDA_LOG_FILE.
#include <cuda_runtime_api.h>

#include <fstream>
#include <sstream>
#include <string>

#include "driver.h"

namespace {

int told = 0;
std::string last;

void listen(void* data, CUlogLevel level, char* message, size_t length) {
  ++told;
  THAT(data == &told && level == CU_LOG_LEVEL_ERROR && std::string(message).size() == length);
  last = message;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::string dump(CUlogIterator* from) {
  std::string text(25600, '?');
  size_t size = text.size();
  OK(cuLogsDumpToMemory(from, text.data(), &size, 0));
  THAT(text[size] == '\0');
  text.resize(size);
  return text;
}

std::string file(const char* path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

int main() {
  setenv("CUDA_LOG_FILE", "errors.log", 1);
  std::remove("errors.log");
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  CUlogIterator at = 0;
  OK(cuLogsCurrent(&at, 0));
  THAT(dump(&at).empty());

  CUlogsCallbackHandle handle = nullptr;
  OK(cuLogsRegisterCallback(listen, &told, &handle));
  IS(cuMemFree(0x1234), CUDA_ERROR_INVALID_VALUE);
  THAT(told == 1);
  // [Time][TID][Source][Severity][API Entry Point] Message
  THAT(last[0] == '[' && has(last, "][CUDA][E][cuMemFree") &&
       has(last, "CUDA_ERROR_INVALID_VALUE"));
  THAT(cudaSetDevice(99) == cudaErrorInvalidDevice);
  THAT(told == 2 && has(last, "[cudaSetDevice] ") && has(last, "cudaErrorInvalidDevice"));
  OK(cuLogsUnregisterCallback(handle));
  IS(cuLogsUnregisterCallback(handle), CUDA_ERROR_INVALID_VALUE);
  THAT(told == 2);

  // Three entries: the last one is of the call before. The iterator goes on.
  const std::string text = dump(&at);
  THAT(has(text, "cuMemFree") && has(text, "cudaSetDevice") && has(text, "cuLogsUnregister"));
  THAT(text.find("cuMemFree") < text.find("cudaSetDevice"));
  THAT(dump(&at).empty());
  THAT(has(file("errors.log"), "cudaSetDevice"));

  // Into too little memory the newest come, with a line that says so; into none nothing.
  for (int i = 0; i < 3; ++i) (void)cudaSetDevice(50 + i);
  char few[200];
  size_t size = sizeof few;
  CUlogIterator again = at;
  OK(cuLogsDumpToMemory(&again, few, &size, 0));
  THAT(size < sizeof few && has(few, "left out") && has(few, "cudaSetDevice"));
  char none[8];
  size = sizeof none;
  again = at;
  IS(cuLogsDumpToMemory(&again, none, &size, 0), CUDA_ERROR_INVALID_VALUE);
  THAT(size == 0 && none[0] == '\0' && again == at);
  THAT(cudaLogsDumpToFile(nullptr, "dump.log", 0) == cudaSuccess);
  THAT(has(file("dump.log"), "cudaSetDevice"));

  // A hundred are kept.
  OK(cuLogsCurrent(&at, 0));
  for (int i = 0; i < 150; ++i) (void)cudaSetDevice(99);
  const std::string many = dump(&at);
  THAT(has(many, "left out"));
  int lines = 0;
  for (const char c : many) lines += c == '\n';
  THAT(lines == 101);

  size = 100;
  IS(cuLogsDumpToMemory(nullptr, nullptr, &size, 0), CUDA_ERROR_INVALID_VALUE);
  THAT(has(dump(nullptr), "[cuLogsDumpToMemory] buffer cannot be NULL") ||
       has(dump(nullptr), "buffer cannot be NULL"));
  IS(cuLogsDumpToMemory(nullptr, few, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuLogsCurrent(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuLogsCurrent(&at, 1), CUDA_ERROR_INVALID_VALUE);
  IS(cuLogsDumpToFile(nullptr, "no/such/folder/log", 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuLogsDumpToFile(nullptr, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuLogsRegisterCallback(nullptr, nullptr, &handle), CUDA_ERROR_INVALID_VALUE);
  std::puts("PASS");
}
