// SPDX-License-Identifier: Apache-2.0
// nvvmVerifyProgram and nvvmCompileProgram: `heddle cc -x nvvm` of the program's modules, as files;
// what it made is kept in the cache.
#include <fstream>
#include <span>

#include "nvvm/options.h"
#include "nvvm/program.h"
#include "support/cache_bound.h"
#include "support/cache_entry.h"
#include "support/hash.h"
#include "support/manifest.h"
#include "support/read_file.h"
#include "support/tool_run.h"
#include "support/work_folder.h"

namespace heddle::nvvm {
namespace {

constexpr const char* kFile = "module";
constexpr support::EntryKind kModules = {support::kModuleFolder, kFile, 0600};
// heddle's exit status
constexpr int kOtherVersion = 3;

bool has_modules(const _nvvmProgram& program) {
  for (const auto& module : program.modules) {
    if (!module.lazy) return true;
  }
  return false;
}

std::string key_of(const _nvvmProgram& program, const Options& options) {
  support::FieldHash hash;
  hash.add("nvvm");
  hash.add(support::Installation::find().identity);
  hash.add(program.modules.size());
  for (const auto& module : program.modules) {
    hash.add(module.name);
    hash.add(module.bytes);
    hash.add(module.lazy);
  }
  for (const std::string& word : options.words) hash.add(word);
  hash.add(options.lto);
  return hash.finish().hex();
}

bool load(const std::string& key, std::string* result) {
  const auto entry = support::find_entry(kModules, key);
  if (!entry) return false;
  const auto file = entry.file(kFile);
  std::vector<std::uint8_t> bytes;
  if (!file || !support::read_all(file.number(), &bytes)) return false;
  result->assign(bytes.begin(), bytes.end());
  return true;
}

// The file's name in messages becomes the module's.
void name_modules(std::string* log, const std::string& file, const std::string& name) {
  for (std::size_t at = 0; (at = log->find(file, at)) != std::string::npos; at += name.size()) {
    log->replace(at, file.size(), name);
  }
}

// Runs the tool on the modules, with `words` besides; the program's log is what it wrote.
int run(_nvvmProgram& program, const support::WorkFolder& work,
        const std::vector<std::string>& words) {
  support::ToolRun command{{"cc", "-x", "nvvm"}, work.path(), work.file("log"), {}};
  command.words.insert(command.words.end(), words.begin(), words.end());
  std::vector<std::string> files;
  for (const auto& module : program.modules) {
    files.push_back(work.file(("module" + std::to_string(files.size()) + ".nvvm").c_str()));
    std::ofstream(files.back(), std::ios::binary) << module.bytes;
    if (module.lazy) command.words.emplace_back("--lazy-nvvm");
    command.words.push_back(files.back());
  }
  const int status = support::run_tool(command);
  program.log = support::read_file(command.log).value_or("");
  for (std::size_t i = 0; i < files.size(); ++i) {
    name_modules(&program.log, files[i], program.modules[i].name);
  }
  if (status != 0 && program.log.empty()) {
    program.log = "nvvm: error: the compiler ended with status " + std::to_string(status) + "\n";
  }
  return status;
}

// What can be said before the modules are looked at.
nvvmResult prepare(_nvvmProgram& program, const Options& options) {
  program.log.clear();
  if (!options.refusal.empty()) {
    program.log = "nvvm: error: " + options.refusal + "\n";
    return NVVM_ERROR_INVALID_OPTION;
  }
  if (!has_modules(program)) return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
  if (support::Installation::find().tool.empty()) {
    program.log = "nvvm: error: the tool 'heddle' is not in ../bin beside libnvvm.so.4\n";
    return NVVM_ERROR_COMPILATION;
  }
  return NVVM_SUCCESS;
}

}  // namespace

nvvmResult verify(_nvvmProgram& program, int count, const char* const* given) {
  const Options options = read_options({given, static_cast<std::size_t>(count)});
  if (const auto result = prepare(program, options); result != NVVM_SUCCESS) return result;
  const support::WorkFolder work(support::temporary_parents());
  if (!work) {
    program.log = "nvvm: error: no temporary folder can be made\n";
    return NVVM_ERROR_OUT_OF_MEMORY;
  }
  std::vector<std::string> words = options.words;
  words.insert(words.end(), {"-ptx", "--verify-nvvm"});
  const int status = run(program, work, words);
  if (status == kOtherVersion) return NVVM_ERROR_IR_VERSION_MISMATCH;
  return status == 0 ? NVVM_SUCCESS : NVVM_ERROR_INVALID_IR;
}

nvvmResult compile(_nvvmProgram& program, int count, const char* const* given) {
  program.result.clear();
  program.is_binary = false;
  const Options options = read_options({given, static_cast<std::size_t>(count)});
  if (const auto result = prepare(program, options); result != NVVM_SUCCESS) return result;
  const std::string key = key_of(program, options);
  program.is_binary = options.lto;
  if (load(key, &program.result)) return NVVM_SUCCESS;
  program.is_binary = false;
  const support::WorkFolder work(support::temporary_parents());
  if (!work) {
    program.log = "nvvm: error: no temporary folder can be made\n";
    return NVVM_ERROR_OUT_OF_MEMORY;
  }
  std::vector<std::string> words = options.words;
  const std::string result = work.file("result");
  words.insert(words.end(), {"-rdc=true", options.lto ? "-cubin" : "-ptx", "-o", result});
  const int status = run(program, work, words);
  if (status == kOtherVersion) return NVVM_ERROR_IR_VERSION_MISMATCH;
  if (status != 0) return NVVM_ERROR_COMPILATION;
  program.result = support::read_file(result).value_or("");
  program.is_binary = options.lto;
  int ignored = 0;
  // What had something to say says it again.
  if (program.log.empty()) support::store_entry(kModules, key, program.result, {}, &ignored);
  return NVVM_SUCCESS;
}

}  // namespace heddle::nvvm
