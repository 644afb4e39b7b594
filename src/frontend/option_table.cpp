// SPDX-License-Identifier: Apache-2.0
// The options of `heddle cc`, in the order of its --help.
#include <fmt/format.h>

#include <charconv>

#include "frontend/failure.h"
#include "frontend/option_row.h"
#include "frontend/words.h"

namespace heddle::frontend {
namespace {

using Value = std::string_view;

void ignore(Options&, Value) {}

bool truth(Value value) {
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  throw Failure(fmt::format("'{}' is neither true nor false", value));
}

unsigned number(Value value) {
  unsigned result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw Failure(fmt::format("'{}' is not a number", value));
  }
  return result;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& words) {
  to.insert(to.end(), words.begin(), words.end());
}

void set_phase(Options& options, Phase phase) {
  options.phase = phase;
}

void add_pair(Options& o, const char* name, Value value) {
  for (const std::string& part : split(value, ',')) {
    o.preprocessor.emplace_back(name);
    o.preprocessor.push_back(part);
  }
}

// nvcc's lists are separated by commas, so a comma in a value is written "\,".
void define_macro(Options& o, Value value) {
  std::string text(value);
  for (std::size_t at = 0; (at = text.find("\\,", at)) != std::string::npos; ++at)
    text.erase(at, 1);
  o.preprocessor.push_back("-D" + text);
}

void set_language(Options& o, Value value) {
  if (value == "cu") {
    o.language = Language::kCuda;
  } else if (value == "c++") {
    o.language = Language::kCpp;
  } else if (value == "c") {
    o.language = Language::kC;
  } else if (value == "nvvm") {
    o.language = Language::kNvvm;
  } else {
    throw Failure(fmt::format("'{}' is no language: cu, c++, c or nvvm", value));
  }
}

void set_standard(Options& o, Value value) {
  for (const Value known : {"c++03", "c++11", "c++14", "c++17", "c++20", "c++23", "gnu++11",
                            "gnu++14", "gnu++17", "gnu++20", "gnu++23"}) {
    if (value == known) {
      o.standard = value;
      return;
    }
  }
  throw Failure(fmt::format("'{}' is not a language standard", value));
}

void set_default_stream(Options& o, Value value) {
  if (value != "legacy" && value != "null" && value != "per-thread") {
    throw Failure(fmt::format("'{}' is none of legacy, null and per-thread", value));
  }
  o.per_thread_stream = value == "per-thread";
}

void set_runtime(Options& o, Value value) {
  if (value == "static") {
    o.runtime = CudaRuntime::kStatic;
  } else if (value == "shared") {
    o.runtime = CudaRuntime::kShared;
  } else if (value == "none") {
    o.runtime = CudaRuntime::kNone;
  } else {
    throw Failure(fmt::format("'{}' is none of none, shared and static", value));
  }
}

// The vendor's assembler does not exist here: of its options only those about what it prints mean
// something.
void ptxas(Options& o, Value value) {
  for (const std::string& word : split_tool_options(value)) {
    if (word == "-v" || word == "--verbose") o.resource_usage = true;
  }
}

void werror(Options& o, Value value) {
  if (value.empty() || value == "all-warnings") {
    o.warnings.emplace_back("-Werror");
    return;
  }
  // nvcc's own kinds, which concern its own tools.
  for (const std::string& kind : split(value, ',')) {
    if (kind == "all-warnings") {
      o.warnings.emplace_back("-Werror");
    } else if (kind != "cross-execution-space-call" && kind != "reorder" &&
               kind != "deprecated-declarations" && kind != "default-stream-launch" &&
               kind != "missing-launch-bounds" && kind != "ext-lambda-captures-this") {
      o.warnings.push_back("-Werror=" + kind);
    }
  }
}

void refuse_run(Options&, Value) {
  throw Failure("not supported: 'heddle run file.cu' compiles and runs");
}

constexpr ValueKind kNone = ValueKind::kNone;
constexpr ValueKind kValue = ValueKind::kValue;
constexpr ValueKind kJoined = ValueKind::kJoined;
constexpr ValueKind kAttached = ValueKind::kAttached;
constexpr ValueKind kKind = ValueKind::kKind;
constexpr ValueKind kBool = ValueKind::kBool;

// clang-format off
constexpr OptionRow kRows[] = {
    {"-o --output-file", kValue, "name of the output file",
     [](Options& o, Value v) { o.output = v; }, "FILE"},
    {"-odir --output-directory", kValue, "directory of the objects of -c",
     [](Options& o, Value v) { o.output_dir = v; }, "FOLDER"},
    {"-c --compile", kNone, "compile each input to an object",
     [](Options& o, Value) { set_phase(o, Phase::kCompile); }},
    {"-dc --device-c", kNone, "compile to objects with relocatable device code (-rdc=true -c)",
     [](Options& o, Value) { set_phase(o, Phase::kCompile); o.relocatable = true; }},
    {"-dw --device-w", kNone, "compile to objects with executable device code (-rdc=false -c)",
     [](Options& o, Value) { set_phase(o, Phase::kCompile); o.relocatable = false; }},
    {"-rdc --relocatable-device-code", kBool, "device code may refer to other files' device code",
     [](Options& o, Value v) { o.relocatable = truth(v); }},
    {"-fatbin --fatbin", kNone, "write Heddle's device image of the input, for cuModuleLoad",
     [](Options& o, Value) { set_phase(o, Phase::kImage); }},
    {"-cubin --cubin", kNone, "the same for one architecture",
     [](Options& o, Value) { set_phase(o, Phase::kImage); o.cubin = true; }},
    {"-ptx --ptx", kNone, "write PTX of the input, for one architecture",
     [](Options& o, Value) { set_phase(o, Phase::kPtx); }},
    {"-dlink --device-link", kNone, "make the object of a device link step, for the static libraries given",
     [](Options& o, Value) { set_phase(o, Phase::kDeviceLink); }},
    {"-lib --lib", kNone, "put the objects into a static library",
     [](Options& o, Value) { set_phase(o, Phase::kArchive); }},
    {"-shared --shared", kNone, "link a shared library",
     [](Options& o, Value) { o.shared = true; }},
    {"-link --link -run-link", kNone, "", [](Options& o, Value) { set_phase(o, Phase::kLink); }},
    {"-x --x", kValue, "language of the inputs: cu, c++, c, nvvm (for -ptx: LLVM IR)", set_language, "cu|c++|c|nvvm"},
    {"-std --std", kValue, "C++ standard: c++11 ... c++23", set_standard, "c++11|c++14|c++17|c++20|c++23"},

    {"-I --include-path", kJoined, "directory for #include",
     [](Options& o, Value v) { add_pair(o, "-I", v); }, "FOLDER"},
    {"-isystem --system-include", kValue, "directory for #include, as system headers",
     [](Options& o, Value v) { add_pair(o, "-isystem", v); }, "FOLDER"},
    {"-include --pre-include", kValue, "file included before the input",
     [](Options& o, Value v) { add_pair(o, "-include", v); }, "FILE"},
    {"-D --define-macro", kJoined, "define a macro",
     define_macro},
    {"-U --undefine-macro", kJoined, "undefine a macro",
     [](Options& o, Value v) { o.preprocessor.push_back("-U" + std::string(v)); }},

    {"-L --library-path", kJoined, "directory for libraries",
     [](Options& o, Value v) { for (const std::string& dir : split(v, ',')) o.linker.push_back("-L" + dir); }, "FOLDER"},
    {"-l --library", kJoined, "link a library (-lcudart, -lcuda: part of libheddle)",
     [](Options& o, Value v) { for (const std::string& name : split(v, ',')) o.inputs.push_back("-l" + name); }},
    {"-cudart --cudart", kValue, "none, shared, static: always libheddle.so", set_runtime, "none|shared|static"},
    {"-cudadevrt --cudadevrt", kValue, "", ignore},

    {"-arch --gpu-architecture", kValue, "sm_XX, compute_XX, native, all or all-major",
     [](Options& o, Value v) { o.arch.arch = v; }},
    {"-code --gpu-code", kValue, "sm_XX,...: forms of -arch's image",
     [](Options& o, Value v) { append(o.arch.code, split(v, ',')); }},
    {"-gencode --generate-code", kValue, "arch=compute_XX,code=sm_XX; may be repeated",
     [](Options& o, Value v) { o.arch.gencode.emplace_back(v); }},

    {"-O --optimize", kAttached, "optimisation of host code: 0 ... 3 (2)",
     [](Options& o, Value v) { o.optimize = v.starts_with('=') ? v.substr(1) : v.empty() ? Value("1") : v; }},
    {"-g --debug", kNone, "debug information for host code",
     [](Options& o, Value) { o.debug = true; }},
    {"-G --device-debug", kNone, "device code for debuggers: not optimised, one thread after the other",
     [](Options& o, Value) { o.device_debug = true; }},
    {"--coverage -coverage", kNone, "count how often lines and branches run, in host and device code, for llvm-cov",
     [](Options& o, Value) { o.coverage = true; }},
    {"--coverage-folder", kValue, "with --coverage: where relative names of sources begin in the profile (this folder)", [](Options& o, Value v) { o.coverage_folder = v; }, "DIR"},
    {"--default-device", kNone, "with -cubin: begins what NVRTC ends: functions without __device__ are both the host's and the device's", [](Options& o, Value) { o.default_device = true; }},
    {"--mark-locals", kNone, "let heddle check find uninitialised local variables and constant indices out of bounds",
     [](Options& o, Value) { o.mark_locals = true; }},
    {"--through-ptx", kNone, "device code is made into PTX and that is translated back, as a module that is loaded (for tests)",
     [](Options& o, Value) { o.through_ptx = true; }},
    {"--ptx-beside", kValue, "with -cubin: write the PTX, too, where there is one", [](Options& o, Value v) { o.ptx_beside = v; }, "FILE"},
    {"--lazy-nvvm", kValue, "with -ptx of NVVM IR: take of this module what the others call (libdevice.10.bc)", [](Options& o, Value v) { o.lazy_nvvm.emplace_back(v); }, "FILE"},
    {"--verify-nvvm", kNone, "with -ptx of NVVM IR: verify it, write nothing", [](Options& o, Value) { o.verify_nvvm = true; }},
    {"-lineinfo --generate-line-info", kNone, "source lines of device code (always kept)",
     [](Options& o, Value) { o.line_info = true; }},
    {"-use_fast_math --use_fast_math", kNone, "fast device math: -ftz=true -prec-div=false -prec-sqrt=false -fmad=true",
     [](Options& o, Value) { o.fast_math = true; }},
    {"-ftz --ftz", kBool, "flush denormal floats to zero",
     [](Options& o, Value v) { o.flush_denormals = truth(v); }},
    {"-fmad --fmad", kBool, "contract a * b + c to one operation (true)",
     [](Options& o, Value v) { o.contract = truth(v); }},
    {"-prec-div --prec-div", kBool, "division is precise in either case, but for PTX that is written",
     [](Options& o, Value v) { o.precise_division = truth(v); }},
    {"-prec-sqrt --prec-sqrt", kBool, "square root is precise in either case, but for PTX that is written",
     [](Options& o, Value v) { o.precise_root = truth(v); }},
    {"-maxrregcount --maxrregcount", kValue, "bound of the register estimate",
     [](Options& o, Value v) { o.max_registers = number(v); }},
    {"-extended-lambda --extended-lambda -expt-extended-lambda --expt-extended-lambda", kNone,
     "__device__ and __host__ __device__ lambdas",
     [](Options& o, Value) { o.extended_lambda = true; }},
    {"-expt-relaxed-constexpr --expt-relaxed-constexpr", kNone, "constexpr functions in device code (always allowed)",
     [](Options& o, Value) { o.relaxed_constexpr = true; }},
    {"-default-stream --default-stream", kValue, "legacy, null or per-thread", set_default_stream, "legacy|null|per-thread"},

    {"-E --preprocess", kNone, "preprocess (host side) to stdout or -o",
     [](Options& o, Value) { set_phase(o, Phase::kPreprocess); }},
    {"-M --generate-dependencies", kNone, "print make rules",
     [](Options& o, Value) { set_phase(o, Phase::kDependencies); }},
    {"-MM --generate-nonsystem-dependencies", kNone, "print make rules without system headers",
     [](Options& o, Value) { set_phase(o, Phase::kDependencies); o.system_dependencies = false; }},
    {"-MD --generate-dependencies-with-compile", kNone, "write make rules beside the output",
     [](Options& o, Value) { o.dependency_file = true; }},
    {"-MMD --generate-nonsystem-dependencies-with-compile", kNone, "write make rules without system headers",
     [](Options& o, Value) { o.dependency_file = true; o.system_dependencies = false; }},
    {"-MF --dependency-output", kValue, "file of the make rules",
     [](Options& o, Value v) { o.dependency_output = v; }, "FILE"},
    {"-MT --dependency-target-name -MQ", kValue, "target of the make rules",
     [](Options& o, Value v) { o.dependency_targets.emplace_back(v); }},
    {"-MP --generate-dependency-targets", kNone, "a rule for each dependency",
     [](Options& o, Value) { o.dependency_phony = true; }},

    {"-Xcompiler --compiler-options", kValue, "options for the host compiler, separated by commas",
     [](Options& o, Value v) { append(o.host_compiler, split_tool_options(v)); }},
    {"-Xlinker --linker-options", kValue, "options for the linker, separated by commas",
     [](Options& o, Value v) { for (const std::string& w : split_tool_options(v)) append(o.linker, {"-Xlinker", w}); }},
    {"-Xptxas --ptxas-options", kValue, "-v prints resource usage; others mean nothing here", ptxas},
    {"-Xarchive --archive-options -Xnvlink --nvlink-options -Xcudafe --cudafe-options", kValue, "accepted, means nothing here", ignore},
    {"-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler", kNone, "options of no row here are the host compiler's",
     [](Options& o, Value) { o.forward_unknown = true; }},
    {"-ccbin --compiler-bindir", kValue, "host compiler for .cpp and .c and for linking (clang-22)",
     [](Options& o, Value v) { o.host_compiler_path = v; }, "FILE"},

    {"-w --disable-warnings", kNone, "no warnings", [](Options& o, Value) { o.warnings.emplace_back("-w"); }},
    {"-Werror --Werror", kKind, "warnings are errors (-Werror, -Werror=kind)", werror},
    {"-Wreorder --Wreorder -Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this -Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets", kNone, "", ignore},
    {"-W", kAttached, "warnings by their names in the host compiler: -Wall -Wno-...",
     [](Options& o, Value v) { (v.starts_with("l,") ? o.linker : o.warnings).push_back("-W" + std::string(v)); }},
    {"-ftemplate-depth --ftemplate-depth", kValue, "depth of template instantiation",
     [](Options& o, Value v) { o.preprocessor.push_back("-ftemplate-depth=" + std::string(v)); }},
    {"-res-usage --resource-usage -resource-usage", kNone, "print registers and memory of each kernel",
     [](Options& o, Value) { o.resource_usage = true; }},
    {"-diag-suppress --diag-suppress -diag-warn --diag-warn -diag-error --diag-error", kValue, "accepted: numbers of another compiler's messages", ignore},
    {"-err-no --display-error-number -no-err-no --no-display-error-number -restrict --restrict -extra-device-vectorization --extra-device-vectorization -allow-unsupported-compiler --allow-unsupported-compiler -dlto --dlink-time-opt", kNone, "", ignore},
    {"-split-compile --split-compile -ofc --Ofast-compile -opt-info --opt-info -ldir --library-dir -target-dir --target-directory -dopt --dopt -ftemplate-backtrace-limit --ftemplate-backtrace-limit", kValue, "", ignore},
    {"-m64 --m64", kNone, "64-bit code (always)", ignore},
    {"-m --machine", kValue, "", [](Options&, Value v) { if (v != "64") throw Failure("'" + std::string(v) + "': only 64-bit code is made"); }},
    {"-t --threads -split-threads", kJoined, "inputs compiled at the same time (0: one a core)",
     [](Options& o, Value v) { o.jobs = number(v); }},

    {"-v --verbose", kNone, "print the commands", [](Options& o, Value) { o.verbose = true; }},
    {"-dryrun --dryrun", kNone, "print the commands, run none",
     [](Options& o, Value) { o.dry_run = true; }},
    {"-keep --keep -save-temps --save-temps", kNone, "keep the files between the steps",
     [](Options& o, Value) { o.keep = true; }},
    {"-keep-dir --keep-dir", kValue, "where they are kept", [](Options& o, Value v) { o.keep = true; o.keep_dir = v; }, "FOLDER"},
    {"--clangd", kNone, "write .clangd (or -o): how editors read .cu files that are compiled with these options",
     [](Options& o, Value) { o.clangd = true; }},
    {"-run --run", kNone, "refused: heddle run does it", refuse_run},
    {"-arch-ls --list-gpu-arch", kNone, "names for -arch", [](Options& o, Value) { o.list = "compute_"; }},
    {"-code-ls --list-gpu-code", kNone, "names for -code", [](Options& o, Value) { o.list = "sm_"; }},
    {"-V --version", kNone, "version", [](Options& o, Value) { o.version = true; }},
    {"-h --help", kNone, "this text", [](Options& o, Value) { o.help = true; }},
};
// clang-format on

}  // namespace

std::span<const OptionRow> option_table() {
  return kRows;
}

}  // namespace heddle::frontend
