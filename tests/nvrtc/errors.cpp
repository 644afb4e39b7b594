// SPDX-License-Identifier: Apache-2.0
// The documented codes, and what the log says.
#include "nvrtc_test.h"

int main() {
  int major = 0, minor = 0, count = 0;
  IS(nvrtcVersion(&major, &minor), NVRTC_SUCCESS);
  THAT(major == 12 && minor == 8);
  IS(nvrtcVersion(nullptr, &minor), NVRTC_ERROR_INVALID_INPUT);
  IS(nvrtcGetNumSupportedArchs(&count), NVRTC_SUCCESS);
  std::vector<int> archs(count);
  IS(nvrtcGetSupportedArchs(archs.data()), NVRTC_SUCCESS);
  THAT(archs.front() == 50 && archs.back() == 120);
  THAT(std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") == 0);

  nvrtcProgram program = nullptr;
  IS(nvrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr),
     NVRTC_ERROR_INVALID_INPUT);
  IS(nvrtcCreateProgram(&program, "", nullptr, 1, nullptr, nullptr), NVRTC_ERROR_INVALID_INPUT);
  IS(nvrtcCompileProgram(nullptr, 0, nullptr), NVRTC_ERROR_INVALID_PROGRAM);

  // The user's mistake: line, name of the file, and nothing to load.
  program = program_of("__global__ void k(int* p) {\n  *p = unknown;\n}\n", "wrong.cu");
  IS(compile(program, {"-arch=sm_90"}), NVRTC_ERROR_COMPILATION);
  THAT(log_of(program).find("wrong.cu:2:8: error:") != std::string::npos);
  std::size_t size = 1;
  IS(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  THAT(size == 0);
  char byte;
  IS(nvrtcGetCUBIN(program, &byte), NVRTC_ERROR_INVALID_PROGRAM);
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  IS(nvrtcDestroyProgram(&program), NVRTC_ERROR_INVALID_PROGRAM);

  // Options: which one it was.
  program = program_of("__global__ void k(int* p) { *p = 1; }\n");
  IS(compile(program, {"-arch=sm_90", "--no-such-thing"}), NVRTC_ERROR_INVALID_OPTION);
  THAT(log_of(program).find("--no-such-thing") != std::string::npos);
  IS(compile(program, {"-arch=sm_999"}), NVRTC_ERROR_INVALID_OPTION);
  THAT(log_of(program).find("sm_999") != std::string::npos);
  IS(compile(program, {"--optix-ir"}), NVRTC_ERROR_INVALID_OPTION);
  THAT(log_of(program).find("--optix-ir") != std::string::npos);
  IS(compile(program, {"-std"}), NVRTC_ERROR_INVALID_OPTION);
  IS(compile(program, {"-I"}), NVRTC_ERROR_INVALID_OPTION);
  IS(compile(program, {"kernel.cu"}), NVRTC_ERROR_INVALID_OPTION);
  // Values that none has, as an H200's NVRTC answers.
  for (const char* word :
       {"--std=c++23", "-std=gnu++17", "-dopt=off", "-ftz=1", "-rdc=yes", "--split-compile=x",
        "-jtd=200", "--optimization-info=all", "--Ofast-compile=none", "--pch-messages=1"}) {
    IS(compile(program, {word}), NVRTC_ERROR_INVALID_OPTION);
    THAT(log_of(program).find(word) != std::string::npos);
  }
  IS(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
  THAT(size == 1);
  IS(compile(program,
             {"--gpu-architecture", "sm_90", "--use_fast_math", "--fmad=false", "-lineinfo",
              "-dopt=on", "--device-debug", "--maxrregcount", "64", "-default-device"}),
     NVRTC_SUCCESS);
  IS(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  THAT(size > 0);
  nvrtcProgram other = program_of(
      "#ifdef __CUDACC_RTC_INT128__\n__global__ void k(__int128* p) { *p = 1; }\n#endif\n");
  IS(compile(other, {"-arch=sm_90", "--pch-messages=false", "--device-stack-protector=true",
                     "-device-stack-protector", "-jtd=50", "--device-int128", "-Ofc=max",
                     "--gen-opt-lto"}),
     NVRTC_SUCCESS);
  IS(nvrtcGetPTXSize(other, &size), NVRTC_SUCCESS);
  std::string other_text(size, '\0');
  IS(nvrtcGetPTX(other, other_text.data()), NVRTC_SUCCESS);
  THAT(other_text.find(".entry") != std::string::npos);
  IS(nvrtcDestroyProgram(&other), NVRTC_SUCCESS);
  // A virtual architecture has no machine code.
  IS(compile(program, {"-arch=compute_90"}), NVRTC_SUCCESS);
  IS(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  THAT(size == 0);
  IS(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
  std::vector<char> text(size);
  IS(nvrtcGetPTX(program, text.data()), NVRTC_SUCCESS);
  THAT(text.back() == '\0' && std::strstr(text.data(), ".target sm_90"));

  // A warning is in the log of a compilation that succeeds, when it comes out of the cache, too.
  for (int round = 0; round < 2; ++round) {
    nvrtcProgram warned = program_of("#warning \"look here\"\n__global__ void k() {}\n", "w.cu");
    IS(compile(warned, {"-arch=sm_90"}), NVRTC_SUCCESS);
    THAT(log_of(warned).find("look here") != std::string::npos);
  }

  // The program may stop it.
  int asked = 0;
  nvrtcProgram stopped = program_of("__global__ void k() { /* not in the cache */ }\n");
  IS(nvrtcSetFlowCallback(
         stopped,
         [](void* payload, void*) {
           ++*static_cast<int*>(payload);
           return 1;
         },
         &asked),
     NVRTC_SUCCESS);
  IS(compile(stopped, {"-arch=sm_90"}), NVRTC_ERROR_CANCELLED);
  THAT(asked == 1);
  // What is in the cache is not compiled, so there is nothing to stop.
  IS(compile(program, {"-arch=sm_90"}), NVRTC_SUCCESS);
  nvrtcProgram kept = program_of("__global__ void k(int* p) { *p = 1; }\n");
  const auto stop = [](void*, void*) { return 1; };
  IS(nvrtcSetFlowCallback(kept, stop, nullptr), NVRTC_SUCCESS);
  IS(compile(kept, {"-arch=sm_90"}), NVRTC_SUCCESS);

  // A header's name that is no file's.
  nvrtcProgram absolute = program_of("", nullptr, {{"/etc/header.h", ""}});
  IS(compile(absolute, {"-arch=sm_90"}), NVRTC_ERROR_INVALID_INPUT);
  THAT(log_of(absolute).find("/etc/header.h") != std::string::npos);
  std::puts("PASS");
}
