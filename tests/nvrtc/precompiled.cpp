// SPDX-License-Identifier: Apache-2.0
// --create-pch, --use-pch and --pch: results, logs, statuses and files, as NVRTC 13.0 has them.
#include <filesystem>
#include <fstream>

#include "nvrtc_test.h"

namespace {

namespace fs = std::filesystem;

const std::string kInclude = "#include \"seven.h\"\n";
const std::string kKernel = "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = SEVEN; }\n";
constexpr const char* kCreating = "creating precompiled header file";
constexpr const char* kUsing = "using precompiled header file";
constexpr const char* kNotUsed = "is not used";

struct Result {
  nvrtcResult result, status;
  std::string log;
  bool says(const char* what) const { return log.find(what) != std::string::npos; }
};

// Of a program whose header lies in memory.
Result run(const std::string& source, std::vector<const char*> options) {
  const char *header = "#define SEVEN 7\n", *name = "seven.h";
  nvrtcProgram program = nullptr;
  IS(nvrtcCreateProgram(&program, source.c_str(), "a.cu", 1, &header, &name), NVRTC_SUCCESS);
  IS(nvrtcGetPCHCreateStatus(program), NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  options.push_back("-arch=sm_90");
  Result got;
  got.result = nvrtcCompileProgram(program, int(options.size()), options.data());
  got.status = nvrtcGetPCHCreateStatus(program);
  got.log = log_of(program);
  std::size_t required = 1, size = 0;
  IS(nvrtcGetPCHHeapSizeRequired(program, &required), NVRTC_SUCCESS);
  THAT((required > 0) == (got.status != NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED));
  IS(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  THAT((size > 0) == (got.result == NVRTC_SUCCESS));
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return got;
}

void creates_and_uses() {
  const auto made = run(kInclude + kKernel, {"--create-pch=one.pch"});
  THAT(made.result == NVRTC_SUCCESS && made.status == NVRTC_SUCCESS);
  THAT(made.says(kCreating) && made.says("one.pch") && fs::exists("one.pch"));
  const auto used = run(kInclude + kKernel, {"--use-pch=one.pch"});
  THAT(used.result == NVRTC_SUCCESS && used.says(kUsing));
  IS(used.status, NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  THAT(run(kInclude + kKernel, {"--use-pch=one.pch", "--pch-messages=false"}).log.empty());
  // More directives, comments and blanks are no others; a macro in front is.
  const std::string more =
      "/* of\n two lines */\n#  include   \"seven.h\" // it\n#define EIGHT 8\n";
  THAT(run(more + kKernel, {"--use-pch=one.pch"}).says(kUsing));
  const auto other = run("#define FIRST\n" + kInclude + kKernel, {"--use-pch=one.pch"});
  THAT(other.result == NVRTC_SUCCESS && other.says(kNotUsed) && other.says("directives"));
  const auto options = run(kInclude + kKernel, {"-DX=1", "--use-pch=one.pch"});
  THAT(options.result == NVRTC_SUCCESS && options.says(kNotUsed) && options.says("options"));
  // Behind the stop is the program's own.
  const std::string stop = kInclude + "#pragma nv_hdrstop\n#define NINE 9\n" + kKernel;
  THAT(run(stop, {"--create-pch=stop.pch"}).status == NVRTC_SUCCESS);
  THAT(run(kInclude + kKernel, {"--use-pch=stop.pch"}).says(kUsing));
}

void files_are_wrong() {
  std::ofstream("foreign.pch") << "no precompiled header\n";
  const auto foreign = run(kInclude + kKernel, {"--use-pch=foreign.pch"});
  THAT(foreign.result == NVRTC_SUCCESS && foreign.says(kNotUsed));
  const auto gone = run(kInclude + kKernel, {"--use-pch=gone.pch"});
  THAT(gone.result == NVRTC_ERROR_COMPILATION && gone.says("gone.pch"));
  const auto nowhere = run(kInclude + kKernel, {"--create-pch=/nowhere/x.pch"});
  THAT(nowhere.result == NVRTC_ERROR_COMPILATION && nowhere.says("/nowhere/x.pch"));
  const auto folder = run(kInclude + kKernel, {"--pch-dir=nofolder", "--create-pch=x.pch"});
  THAT(folder.result == NVRTC_ERROR_COMPILATION && folder.says("nofolder"));
  // An error behind the directives does not keep the file from being made, one in them does.
  const auto broken = run(kInclude + "__global__ void k() { oops; }\n", {"--create-pch=b.pch"});
  THAT(broken.result == NVRTC_ERROR_COMPILATION && broken.says("oops"));
  THAT(broken.status == NVRTC_SUCCESS && fs::exists("b.pch"));
  const auto missing = run("#include \"missing.h\"\n" + kKernel, {"--create-pch=m.pch"});
  THAT(missing.result == NVRTC_ERROR_COMPILATION && !fs::exists("m.pch"));
  IS(missing.status, NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
}

void options_are_wrong() {
  for (const std::vector<const char*>& both :
       {std::vector<const char*>{"--create-pch=x.pch", "--use-pch=y.pch"},
        std::vector<const char*>{"--pch", "--use-pch=y.pch"},
        std::vector<const char*>{"--pch", "--create-pch=x.pch"}}) {
    const auto got = run(kInclude + kKernel, both);
    THAT(got.result == NVRTC_ERROR_INVALID_OPTION && got.says("at the same time"));
  }
  THAT(!fs::exists("x.pch"));
}

void automatic() {
  fs::create_directory("folder");
  const auto first = run(kInclude + kKernel, {"--pch", "--pch-dir=folder"});
  THAT(first.status == NVRTC_SUCCESS && first.says(kCreating) && !fs::is_empty("folder"));
  const auto second = run(kInclude + kKernel, {"--pch", "--pch-dir=folder"});
  THAT(second.says(kUsing) && second.status == NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  THAT(run(kKernel + "#define SEVEN 7\n", {"--pch", "--pch-dir=folder"}).says(kNotUsed));
  // Without a folder they live in the process.
  THAT(run(kInclude + kKernel, {"--pch"}).says(kCreating));
  THAT(run(kInclude + kKernel, {"--pch"}).says(kUsing));
}

void heap() {
  std::size_t size = 0;
  IS(nvrtcSetPCHHeapSize(1000), NVRTC_SUCCESS);
  IS(nvrtcGetPCHHeapSize(&size), NVRTC_SUCCESS);
  THAT(size == 4096);
  const auto small = run(kInclude + kKernel, {"--create-pch=small.pch"});
  THAT(small.result == NVRTC_SUCCESS && !fs::exists("small.pch"));
  IS(small.status, NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED);
  IS(nvrtcSetPCHHeapSize(0), NVRTC_SUCCESS);
  const auto none = run(kInclude + kKernel, {"--create-pch=none.pch"});
  THAT(none.result == NVRTC_SUCCESS && !fs::exists("none.pch"));
  IS(none.status, NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
}

}  // namespace

int main() {
  // Of an earlier run.
  fs::remove_all("folder");
  for (const auto& entry : fs::directory_iterator(".")) {
    if (entry.path().extension() == ".pch") fs::remove(entry.path());
  }
  creates_and_uses();
  files_are_wrong();
  options_are_wrong();
  automatic();
  heap();
  std::puts("PASS");
}
