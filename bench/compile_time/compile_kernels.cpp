// SPDX-License-Identifier: Apache-2.0
// Compiles every kernel of objects and programs, without running any, and prints a line a kernel:
//
//   compile_kernels [--isa avx2] [--block 256x1x1] [--only TEXT] [--dump DIR] [--limit SECONDS]
//   [--budget SECONDS] FILE...
//
//   FILE <tab> mangled name <tab> block shape <tab> what the compiler's log says, or why there is
//   none
//
// Each kernel is compiled in a process of its own, which may take --limit seconds of CPU; --budget
// is HEDDLE_COMPILE_BUDGET, by default the usual one of --isa. A block shape beyond a kernel's
// launch bounds becomes a row of as many threads as they allow.
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "image/image.h"
#include "jit/compiler_api.h"

namespace {

using namespace heddle;

struct Options {
  std::string isa = "avx2", only, dump;
  std::uint32_t block[3] = {256, 1, 1};
  unsigned limit = 100;
  double budget = -1;  // not given
  std::vector<std::string> files;
};

using Compile = decltype(&heddle_compile);

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "compile_kernels: %s\n", text.c_str());
  std::exit(2);
}

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) != 0) {
      options.files.push_back(word);
      continue;
    }
    if (++i == argc) fail(word + " needs a value");
    if (word == "--isa") {
      options.isa = argv[i];
    } else if (word == "--only") {
      options.only = argv[i];
    } else if (word == "--dump") {
      options.dump = argv[i];
    } else if (word == "--limit") {
      options.limit = static_cast<unsigned>(std::atoi(argv[i]));
    } else if (word == "--budget") {
      options.budget = std::atof(argv[i]);
    } else if (word == "--block") {
      auto* b = options.block;
      if (std::sscanf(argv[i], "%ux%ux%u", &b[0], &b[1], &b[2]) < 1) fail("--block XxYxZ");
    } else {
      fail("no option " + word);
    }
  }
  // As support/settings.cpp has them.
  if (options.budget < 0) options.budget = options.isa == "baseline" ? 1.5 : 2;
  return options;
}

Compile open_compiler(const char* self) {
  const std::string program = self;
  const auto slash = program.rfind('/');
  const auto folder = slash == std::string::npos ? "." : program.substr(0, slash);
  for (const char* place : {"/../lib/", "/../../lib/", "/"}) {
    if (void* library = dlopen((folder + place + "libheddle-compiler.so").c_str(), RTLD_NOW)) {
      return reinterpret_cast<Compile>(dlsym(library, "heddle_compile"));
    }
  }
  fail(std::string("no libheddle-compiler.so: ") + dlerror());
}

// In a child: the line, or nothing when it was ended.
int compile_one(Compile compile, const Options& options, const std::string& file,
                const image::Image& image, const image::KernelRecord& kernel) {
  HeddleBitcode bitcode{image.bitcode.data(), image.bitcode.size()};
  HeddleCompileRequest request{};
  request.modules = &bitcode;
  request.module_count = 1;
  request.kernel = kernel.name.c_str();
  std::copy_n(options.block, 3, request.block_dim);
  const auto most = kernel.max_threads_per_block;
  const auto* b = options.block;
  if (most && b[0] * b[1] * b[2] > most) {
    request.block_dim[0] = most;
    request.block_dim[1] = request.block_dim[2] = 1;
  }
  request.isa = options.isa.c_str();
  request.dump_dir = options.dump.empty() ? nullptr : options.dump.c_str();
  request.budget = options.budget;
  request.log = true;
  std::printf("%s\t%s\t%ux%ux%u\t", file.c_str(), kernel.name.c_str(), request.block_dim[0],
              request.block_dim[1], request.block_dim[2]);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit cpu{options.limit, options.limit};
    setrlimit(RLIMIT_CPU, &cpu);
    HeddleCompileResult result{};
    const int failed = compile(&request, &result);
    std::printf("%s\n", failed ? result.error : result.log);
    std::fflush(stdout);
    _exit(failed);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    const bool limit = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
    std::printf("%s\n", limit ? "not finished" : "died");
  }
  std::fflush(stdout);
  return status != 0;
}

int compile_file(Compile compile, const Options& options, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) fail("cannot read " + file);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  int failures = 0;
  for (std::size_t at = 0;; ++at) {
    const auto* found = static_cast<const std::uint8_t*>(
        memmem(bytes.data() + at, bytes.size() - at, image::kMagic.data(), image::kMagic.size()));
    if (!found) return failures;
    at = static_cast<std::size_t>(found - bytes.data());
    const auto images = image::read_blob({found, bytes.size() - at});
    if (!images || images->empty()) continue;
    // The newest architecture's.
    const auto& image = *std::max_element(images->begin(), images->end(),
                                          [](auto& a, auto& b) { return a.arch < b.arch; });
    for (const auto& kernel : image.kernels) {
      if (kernel.name.find(options.only) == std::string::npos) continue;
      failures += compile_one(compile, options, file, image, kernel);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = read(argc, argv);
  const auto compile = open_compiler(argv[0]);
  int failures = 0;
  for (const auto& file : options.files) failures += compile_file(compile, options, file);
  return failures != 0;
}
