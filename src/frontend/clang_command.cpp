// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang_command.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <filesystem>

#include "frontend/linked_binary.h"
#include "frontend/macros.h"
#include "frontend/toolchain.h"

namespace heddle::frontend {
namespace {

void append(Command& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

// clang's own counters, of which llvm-profdata and llvm-cov make reports.
const Command kCountedHostCode = {"-fprofile-instr-generate", "-fcoverage-mapping"};

// The driver keeps these from device code, also where relative names of files begin. Each lane
// counts, so additions are atomic; the plugin takes them from there.
Command counted_device_code(const Options& options) {
  const std::string folder = options.coverage_folder.empty()
                                 ? std::filesystem::current_path().string()
                                 : options.coverage_folder;
  return {"-Xclang",
          "-fprofile-instrument=clang",
          "-Xclang",
          "-fcoverage-mapping",
          "-Xclang",
          "-fprofile-update=atomic",
          "-Xclang",
          "-fcoverage-compilation-dir=" + folder,
          "-fpass-plugin=" + toolchain().library_dir + kCoverLanes};
}

// What nvcc's front end and its host compiler take with a warning or without one, and clang by
// default does not. Comes last, since -Xcompiler -Wall would turn some of it on again.
const Command kLeniency = {
    "-Wno-unknown-cuda-version",
    "-Wno-unused-command-line-argument",
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Wno-unknown-pragmas",
    "-Wno-unknown-attributes",
    "-Wno-error=c++11-narrowing",
    "-Wno-c++11-narrowing",
    "-Wno-register",
    "-Wno-pass-failed",
    "-Wno-vla-cxx-extension",
    "-Wno-writable-strings",
    "-Wno-reserved-user-defined-literal",
    "-Wno-error=return-type",
    // constexpr functions that call what is none, as log(10.f): gcc computes that itself.
    "-Wno-invalid-constexpr",
    // `#pragma unroll (N + 1)`, as the programming guide writes it.
    "-Wno-cuda-compat",
};

// Both passes must see the same names for internal device symbols.
std::string unit_id(const Options& options, const std::string& input) {
  std::error_code error;
  std::string text = std::filesystem::absolute(input, error).string();
  for (const std::string& word : options.preprocessor) text += '\0' + word;
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

// Words of -Xcompiler that decide what the device pass parses.
void add_shared_host_words(const Options& options, Command& command) {
  for (std::size_t i = 0; i < options.host_compiler.size(); ++i) {
    const std::string& word = options.host_compiler[i];
    const bool takes_next = word == "-include" || word == "-isystem" || word == "-iquote" ||
                            word == "-I" || word == "-D" || word == "-U";
    if (takes_next && i + 1 < options.host_compiler.size()) {
      append(command, {word, options.host_compiler[++i]});
    } else if (word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-I") ||
               word.starts_with("-std=") || word.starts_with("-W") || word == "-w") {
      command.push_back(word);
    }
  }
}

bool is_own_folder(const std::string& folder) {
  std::error_code error;
  const Toolchain& tools = toolchain();
  return std::filesystem::equivalent(folder, tools.toolkit_dir + "/include", error) ||
         std::filesystem::equivalent(folder, tools.include_dir, error);
}

// As GCC does it with folders of the system, those that are searched all the same are left out
// (-I$(CUDA_HOME)/include): our headers would be the user's, with what -Wall says of them, and
// would be parsed each time.
void add_preprocessor_words(const Options& options, Command& command) {
  const auto& words = options.preprocessor;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool names_folder = words[i] == "-I" || words[i] == "-isystem";
    if (names_folder && i + 1 < words.size() && is_own_folder(words[i + 1])) {
      ++i;
    } else {
      command.push_back(words[i]);
    }
  }
}

void add_language_words(const Options& options, Command& command) {
  if (!options.standard.empty()) command.push_back("-std=" + options.standard);
  add_preprocessor_words(options, command);
  append(command, options.warnings);
}

const Command kPrologueText = {"-include", "heddle/prologue.h"};

Command prologue_words(const std::string& precompiled) {
  if (precompiled.empty()) return kPrologueText;
  return {"-Xclang", "-include-pch", "-Xclang", precompiled};
}

// What C++ leaves undefined and programs that were tried with nvcc do, on the device (seen on an
// H200) and in its host code, which is not optimised unless it is told to be: values that nobody
// has set are given to functions, as by lanes that a shuffle does not read from; functions end
// without the value that nobody asks for; what is written as an int is read as a float.
const Command kLenientCode = {"-Xclang", "-no-enable-noundef-analysis", "-fno-strict-return",
                              "-fno-strict-aliasing"};

// After the folders that the command line names: a program may bring a CCCL of its own.
void add_own_headers(Command& command) {
  append(command, {"-isystem", toolchain().include_dir});
  const std::string& others = toolchain().third_party_dir;
  if (!others.empty()) append(command, {"-isystem", others});
}

// What both passes over a .cu have in common, so that they see the same program.
Command cuda_words(const Options& options, const Target& target, const Command& prologue) {
  const Toolchain& tools = toolchain();
  Command command = {tools.clang,
                     "-x",
                     "cuda",
                     "--cuda-gpu-arch=" + target.compile_arch,
                     "-nocudainc",
                     "-nocudalib",
                     "--cuda-path=" + tools.include_dir,
                     "-Xclang",
                     "-target-sdk-version=12.8",
                     "-Xclang",
                     "-fcuda-allow-variadic-functions"};
  append(command, kLenientCode);
  append(command, compiler_macros(options));
  // clang's driver keeps it to itself unless the language is HIP.
  if (options.per_thread_stream) append(command, {"-Xclang", "-fgpu-default-stream=per-thread"});
  if (options.relocatable) append(command, {"-fgpu-rdc", "--no-offload-new-driver"});
  add_language_words(options, command);
  add_own_headers(command);
  append(command, prologue);
  return command;
}

void add_input_words(const Options& options, const std::string& input, Command& command) {
  command.push_back("-cuid=" + unit_id(options, input));
  if (isatty(STDERR_FILENO) != 0) command.emplace_back("-fcolor-diagnostics");
}

void add_host_plugin(Command& command) {
  command.push_back("-fpass-plugin=" + toolchain().library_dir + kKeepIndexWraps);
}

void add_host_code_words(const Options& options, Command& command) {
  command.push_back("-O" + options.optimize);
  // nvcc leaves host code unoptimised unless it is told otherwise: programs count on the overflow
  // of an int that it gives them (the check of a public sample does).
  command.emplace_back("-fwrapv");
  // What valgrind and gdb of the distributions that are in use read (valgrind 3.19 ends at clang's
  // DWARF 5); -Xcompiler comes later and may say otherwise.
  if (options.debug) append(command, {"-g", "-gdwarf-4"});
  if (options.coverage) append(command, kCountedHostCode);
  if (options.shared) command.emplace_back("-fPIC");
  append(command, options.host_compiler);
}

// -E, or -M / -MM with where the rules go.
void add_preprocess_words(const Options& options, Command& command) {
  if (options.phase == Phase::kPreprocess) {
    command.emplace_back("-E");
  } else {
    command.emplace_back(options.system_dependencies ? "-M" : "-MM");
    if (options.dependency_phony) command.emplace_back("-MP");
    if (!options.dependency_output.empty()) append(command, {"-MF", options.dependency_output});
    for (const std::string& target : options.dependency_targets) append(command, {"-MT", target});
  }
  if (!options.output.empty()) append(command, {"-o", options.output});
}

}  // namespace

namespace {

// Whether the program that loads it is elsewhere.
bool is_module(const Options& options) {
  return options.phase == Phase::kImage || options.phase == Phase::kPtx;
}

Command device_words(const Options& options, const Target& target, const Command& prologue) {
  Command command = cuda_words(options, target, prologue);
  append(command, {"--cuda-device-only", "--cuda-feature=+ptx87", "-emit-llvm"});
  command.emplace_back(options.device_debug ? "-O0" : "-O2");
  // Numbers that do not fit into an integer are not undefined.
  command.emplace_back("-fno-strict-float-cast-overflow");
  for (const char* plugin :
       {kRefuseThreadLocals, kBoundConversions, kLimitEffort, kExpandAddressTables}) {
    command.push_back("-fpass-plugin=" + toolchain().library_dir + plugin);
  }
  if (is_module(options)) {
    // Behind the prologue: clang takes what its parsed form was made with for included.
    if (!prologue.empty()) append(command, {"-include", "heddle/named_constants.h"});
    if (options.default_device) append(command, {"-include", "heddle/default_device.h"});
    command.push_back("-fpass-plugin=" + toolchain().library_dir + kKeepStaticVariables);
  } else {
    command.push_back("-fpass-plugin=" + toolchain().library_dir + kKeepStaticTextures);
  }
  // For this target the driver would keep line directives only, without the functions that the
  // lines belong to: fault messages need both. With -g, heddle check can tell values of variables;
  // with -G a debugger shows all of them, one that knows more than the DWARF 2 of PTX.
  const bool variables = options.debug || options.device_debug;
  append(command, {"-gline-tables-only", "-Xclang",
                   variables ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only"});
  if (options.device_debug) append(command, {"-Xclang", "-dwarf-version=4"});
  if (options.coverage) append(command, counted_device_code(options));
  if (options.mark_locals) {
    // An access through a null pointer is to be found, not to be taken for impossible.
    append(command, {"-fno-delete-null-pointer-checks", "-fno-discard-value-names",
                     "-fpass-plugin=" + toolchain().library_dir + kMarkLocals});
    // Accesses on both sides of an `if` keep their lines: they are not made one.
    append(command, {"-mllvm", "-hoist-common-insts=false", "-mllvm", "-sink-common-insts=false"});
  }
  // The heap of a device is small: whether malloc or new gave null is not for the compiler to
  // decide.
  append(command, {"-fno-builtin-malloc", "-fcheck-new"});
  const bool contract = options.contract.value_or(true);
  command.emplace_back(contract ? "-ffp-contract=fast" : "-ffp-contract=off");
  if (options.flush_denormals.value_or(options.fast_math)) {
    command.emplace_back("-fcuda-flush-denormals-to-zero");
  }
  if (options.fast_math) command.emplace_back("-fgpu-approx-transcendentals");
  add_shared_host_words(options, command);
  append(command, kLeniency);
  return command;
}

Command host_words(const Options& options, std::span<const Target> targets,
                   const Command& prologue) {
  Command command = cuda_words(options, targets.front(), prologue);
  // For __CUDA_ARCH_LIST__.
  for (const Target& other : targets.subspan(1)) {
    command.push_back("--cuda-gpu-arch=" + other.compile_arch);
  }
  command.emplace_back("--cuda-host-only");
  add_host_plugin(command);
  return command;
}

}  // namespace

Command device_pass(const Options& options, const Target& target) {
  return device_words(options, target, {});
}

Command host_pass(const Options& options, std::span<const Target> targets) {
  Command command = host_words(options, targets, {});
  add_host_code_words(options, command);
  append(command, kLeniency);
  return command;
}

Command device_command(const Options& options, const Target& target, const std::string& prologue,
                       const std::string& input, const std::string& output) {
  Command command = device_words(options, target, prologue_words(prologue));
  add_input_words(options, input, command);
  append(command, {"-c", "-o", output, input});
  return command;
}

Command host_command(const Options& options, std::span<const Target> targets,
                     const std::string& prologue, const std::string& input, const std::string& blob,
                     const std::string& output) {
  Command command = host_words(options, targets, prologue_words(prologue));
  append(command, {"-c", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", blob});
  if (options.relocatable) {
    append(command, {"-DHEDDLE_LINKED_BINARY=" + linked_binary_function(input), "-include",
                     "heddle/linked_binary.h"});
  }
  if (options.device_debug) append(command, {"-include", "heddle/stubs_without_lines.h"});
  add_host_code_words(options, command);
  append(command, kLeniency);
  add_input_words(options, input, command);
  append(command, {"-o", output, input});
  return command;
}

Command preprocess_command(const Options& options, const Target& target, const std::string& input) {
  Command command = cuda_words(options, target, kPrologueText);
  command.emplace_back("--cuda-host-only");
  add_input_words(options, input, command);
  append(command, options.host_compiler);
  add_preprocess_words(options, command);
  command.push_back(input);
  return command;
}

namespace {

// What a compilation and a preprocessing of a .cpp or .c have in common.
Command plain_words(const Options& options, Language language) {
  const Toolchain& tools = toolchain();
  const bool cpp = language != Language::kC;
  Command command = {options.host_compiler_path.empty() ? tools.clang : options.host_compiler_path,
                     "-x", cpp ? "c++" : "c", "-D__NVCC__"};
  if (cpp && !options.standard.empty()) command.push_back("-std=" + options.standard);
  add_preprocessor_words(options, command);
  append(command, options.warnings);
  add_own_headers(command);
  if (options.host_compiler_path.empty()) add_host_plugin(command);
  add_host_code_words(options, command);
  return command;
}

}  // namespace

Command plain_command(const Options& options, Language language, const std::string& input,
                      const std::string& output) {
  Command command = plain_words(options, language);
  append(command, {"-c", "-o", output, input});
  return command;
}

Command plain_preprocess_command(const Options& options, Language language,
                                 const std::string& input) {
  Command command = plain_words(options, language);
  add_preprocess_words(options, command);
  command.push_back(input);
  return command;
}

void add_dependency_words(const Options& options, const std::string& input,
                          const std::string& object, Command& command) {
  namespace fs = std::filesystem;
  command.emplace_back(options.system_dependencies ? "-MD" : "-MMD");
  // Linking in the same step, the object is a temporary one: rules are named after the source.
  const bool temporary = options.phase != Phase::kCompile;
  const fs::path named = temporary ? fs::path(input).stem().string() + ".o" : object;
  std::string file = options.dependency_output;
  if (!options.dependency_dir.empty()) {
    file = options.dependency_dir + "/" + fs::path(object).filename().string() + ".d";
  } else if (file.empty()) {
    file = fs::path(named).replace_extension(".d").string();
  }
  append(command, {"-MF", file});
  if (options.dependency_phony) command.emplace_back("-MP");
  if (options.dependency_targets.empty()) append(command, {"-MT", named.string()});
  for (const std::string& target : options.dependency_targets) append(command, {"-MT", target});
}

namespace {

// What nvcc would link for -cudart. libheddle.so stands before it and has it all; CMake reads from
// these words which kind of runtime is the default, and where it lies.
Command runtime_words(CudaRuntime runtime) {
  Command words = {"-L" + toolkit_library_dir(), "-Wl,--as-needed"};
  if (runtime != CudaRuntime::kNone) words.emplace_back("-lcudadevrt");
  if (runtime == CudaRuntime::kStatic) {
    append(words, {"-lcudart_static", "-lrt", "-lpthread", "-ldl"});
  } else if (runtime == CudaRuntime::kShared) {
    words.emplace_back("-lcudart");
  }
  return words;
}

}  // namespace

Command link_command(const Options& options, const std::vector<std::string>& files,
                     const std::string& output) {
  const Toolchain& tools = toolchain();
  const bool own_compiler = options.host_compiler_path.empty();
  Command command = {own_compiler ? tools.clang : options.host_compiler_path};
  if (own_compiler && tools.has_lld) command.emplace_back("-fuse-ld=lld");
  if (options.shared) command.emplace_back("-shared");
  if (options.debug) command.emplace_back("-g");
  if (options.coverage) append(command, kCountedHostCode);
  append(command, options.host_compiler);
  append(command, {"-o", output});
  append(command, options.linker);
  // gcc of some distributions drops a library that nothing has asked for yet.
  for (const bool libraries : {false, true}) {
    for (const std::string& file : files) {
      if (file.starts_with("-l") == libraries) command.push_back(file);
    }
  }
#ifdef HEDDLE_SANITIZE
  command.emplace_back(HEDDLE_SANITIZE);
#endif
  // By its path: a -l word would become one of CMake's implicit libraries.
  append(command, {tools.library_dir + "/libheddle.so", "-Wl,-rpath," + tools.library_dir});
  append(command, runtime_words(options.runtime));
  return command;
}

}  // namespace heddle::frontend
