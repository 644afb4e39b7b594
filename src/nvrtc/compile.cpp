// SPDX-License-Identifier: Apache-2.0
// nvrtcCompileProgram: looks into the cache, else runs `heddle cc` over the program's files.
#include <filesystem>
#include <span>

#include "nvrtc/options.h"
#include "nvrtc/precompiled.h"
#include "nvrtc/program.h"
#include "nvrtc/source_tree.h"
#include "support/cache_bound.h"
#include "support/cache_entry.h"
#include "support/environment.h"
#include "support/hash.h"
#include "support/manifest.h"
#include "support/read_file.h"
#include "support/tool_run.h"
#include "support/work_folder.h"

namespace heddle::nvrtc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "module";
constexpr support::EntryKind kModules = {support::kModuleFolder, kFile, 0600};
constexpr int kBadOption = 2;  // heddle's exit status for what is not the source's fault

std::string whole_text(const _nvrtcProgram& program, const Options& options) {
  std::string text = program.source + name_expression_text(program.expressions);
  // Begun by --default-device.
  if (options.device_is_default) text += "\n#pragma clang force_cuda_host_device end\n";
  return text;
}

// Where the profile looks for the source, if it is a file: it is compiled in a folder that will be
// gone.
std::string covered_folder(const _nvrtcProgram& program) {
  std::error_code error;
  const fs::path name = program.name;
  const bool is_inside = source_name(program.name) == name.lexically_normal().string();
  return fs::absolute(is_inside ? fs::path(".") : name.parent_path(), error)
      .lexically_normal()
      .string();
}

// All that decides what comes out, but for the files that are included.
std::string key_of(const _nvrtcProgram& program, const Options& options, const std::string& text) {
  support::FieldHash hash;
  for (const std::string& part :
       {support::Installation::find().identity, program.name, text, options.arch}) {
    hash.add(part);
  }
  hash.add(options.coverage ? covered_folder(program) : "");
  hash.add(options.syntax_only);
  hash.add(options.lto);
  hash.add(program.headers.size());
  for (const auto& [name, contents] : program.headers) {
    hash.add(name);
    hash.add(contents);
  }
  for (const std::string& word : options.words) hash.add(word);
  for (const char* name : {"HEDDLE_GPU", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = support::variable(name);
    hash.add(value ? value : "");
  }
  return hash.finish().hex();
}

bool load(const std::string& key, std::size_t expressions, Output* output) {
  const auto entry = support::find_entry(kModules, key);
  if (!entry) return false;
  const auto file = entry.file(kFile);
  std::vector<std::uint8_t> bytes;
  return file && support::read_all(file.number(), &bytes) &&
         Output::unpack({bytes.begin(), bytes.end()}, output) &&
         output->lowered.size() == expressions;
}

// Without what lies in `work`, which the key knows by its contents.
std::vector<std::string> files_of(const std::string& rule, const std::string& work) {
  std::vector<std::string> files;
  for (const std::string& file : support::rule_files(support::read_file(rule).value_or(""))) {
    if (file.starts_with('/') && !file.starts_with(work)) files.push_back(file);
  }
  return files;
}

nvrtcResult result_of(int status) {
  if (status == 0) return NVRTC_SUCCESS;
  if (status == support::kCancelled) return NVRTC_ERROR_CANCELLED;
  if (status == kBadOption) return NVRTC_ERROR_INVALID_OPTION;
  return status == 1 ? NVRTC_ERROR_COMPILATION : NVRTC_ERROR_INTERNAL_ERROR;
}

// The options of every run, and the folder of the source where it is a file.
std::vector<std::string> words_of(const _nvrtcProgram& program, const Options& options) {
  // assert() is there without a header.
  std::vector<std::string> words = {"-x", "cu", "-D__CUDACC_RTC__", "-I."};
  words.insert(words.end(), options.words.begin(), options.words.end());
  if (options.device_is_default) words.emplace_back("--default-device");
  if (options.coverage) {
    words.insert(words.end(), {"--coverage-folder", covered_folder(program)});
  }
  std::error_code error;
  const fs::path path = fs::absolute(program.name, error);
  if (!options.no_source_include && !program.name.empty() && fs::is_regular_file(path, error)) {
    words.push_back("-I" + path.parent_path().string());
  }
  return words;
}

nvrtcResult compile_anew(_nvrtcProgram& program, const Options& options, const std::string& text,
                         const std::string& key, Output* output) {
  const support::WorkFolder work(support::temporary_parents());
  if (!work) {
    output->log = "nvrtc: error: no temporary folder can be made\n";
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
  const SourceTree tree = write_tree(program, text, work.path());
  output->log = tree.log;
  if (!tree.log.empty()) return NVRTC_ERROR_INVALID_INPUT;
  const std::string image = work.file("image"), rule = work.file("rule");
  const std::string ptx = work.file("ptx");
  support::ToolRun command{{"cc", "-cubin", "-o", image, "-MD", "-MF", rule, "--ptx-beside", ptx},
                           tree.folder,
                           work.file("log"),
                           {}};
  for (const std::string& word : words_of(program, options)) command.words.push_back(word);
  command.words.push_back(tree.source);
  if (program.callback) {
    command.cancelled = [&] { return program.callback(program.payload, nullptr) == 1; };
  }
  nvrtcResult result = result_of(support::run_tool(command));
  output->log = support::read_file(command.log).value_or("");
  if (result != NVRTC_SUCCESS) return result;
  output->cubin = support::read_file(image).value_or("");
  if (!take_lowered_names(program.expressions.size(), &output->cubin, &output->lowered)) {
    output->log += "nvrtc: error: a name expression is no address of a kernel or a variable\n";
    return NVRTC_ERROR_COMPILATION;
  }
  output->ptx = support::read_file(ptx).value_or("");
  // All that a virtual architecture has. The log says why it is not there.
  if (output->ptx.empty() && !makes_cubin(options) && !options.lto) return NVRTC_ERROR_COMPILATION;
  int ignored = 0;
  support::store_entry(kModules, key, output->pack(), files_of(rule, work.path()), &ignored);
  return NVRTC_SUCCESS;
}

}  // namespace

nvrtcResult compile(_nvrtcProgram& program, int count, const char* const* given) {
  program.compiled = true;
  program.log.clear();
  program.cubin.clear();
  program.ptx.clear();
  program.lto.clear();
  program.lowered.clear();
  program.pch = {};
  const Options options = read_options({given, static_cast<std::size_t>(count)});
  if (!options.refusal.empty()) {
    program.log = "nvrtc: error: " + options.refusal + "\n";
    return NVRTC_ERROR_INVALID_OPTION;
  }
  if (support::Installation::find().tool.empty()) {
    program.log = "nvrtc: error: the tool 'heddle' is not in ../bin beside libnvrtc.so.12\n";
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
  Precompiled precompiled(program, options);
  if (const nvrtcResult early = precompiled.begin(&program.log); early != NVRTC_SUCCESS) {
    return early;
  }
  const std::string text = whole_text(program, options);
  const std::string key = key_of(program, options, text);
  Output output;
  nvrtcResult result = NVRTC_SUCCESS;
  if (!load(key, program.expressions.size(), &output)) {
    output = {};
    result = compile_anew(program, options, text, key, &output);
  }
  program.log = output.log;
  result = precompiled.end(result, &program.log, &program.pch);
  if (result != NVRTC_SUCCESS) return result;
  if (!options.syntax_only) {
    if (options.lto) {
      program.lto = output.cubin;
    } else {
      if (makes_cubin(options)) program.cubin = output.cubin;
      program.ptx = output.ptx;
    }
  }
  for (std::size_t i = 0; i < program.expressions.size(); ++i) {
    program.lowered[program.expressions[i]] = output.lowered[i];
  }
  return NVRTC_SUCCESS;
}

}  // namespace heddle::nvrtc
