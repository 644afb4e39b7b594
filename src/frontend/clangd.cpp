// SPDX-License-Identifier: Apache-2.0
#include "frontend/clangd.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "frontend/arch.h"
#include "frontend/clang_command.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

constexpr std::string_view kFirstLine = "# Written by heddle cc --clangd, which writes it anew.\n";

// Words of nvcc that CMake and others leave in compile_commands.json, and that clang takes for
// errors. A word that ends in * stands for all that begin so.
constexpr std::array kWordsOfNvcc = {"-forward-unknown*",
                                     "--forward-unknown*",
                                     "--generate-code*",
                                     "-gencode*",
                                     "-arch=*",
                                     "--gpu-architecture*",
                                     "-code=*",
                                     "-rdc=*",
                                     "--relocatable-device-code*",
                                     "-Xcompiler*",
                                     "--compiler-options*",
                                     "-Xptxas*",
                                     "--ptxas-options*",
                                     "-Xcudafe*",
                                     "--extended-lambda",
                                     "-extended-lambda",
                                     "--expt-*",
                                     "-expt-*",
                                     "--use_fast_math",
                                     "-use_fast_math",
                                     "-maxrregcount*",
                                     "--maxrregcount*",
                                     "-lineinfo",
                                     "--generate-line-info",
                                     "-ccbin*",
                                     "--compiler-bindir*",
                                     "--default-stream*",
                                     "-cudart*",
                                     "--mark-locals",
                                     "-dc",
                                     "-dw",
                                     "-G",
                                     "-t=*"};

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

// Folders and files of the command line, by their full names.
std::vector<std::string> with_full_paths(std::vector<std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    // -include may as well name a file that is searched for.
    const bool names_file = word == "-include" && std::filesystem::exists(words[i + 1]);
    if (word == "-I" || word == "-isystem" || names_file) {
      words[i + 1] = absolute(words[i + 1]);
      ++i;
    }
  }
  return words;
}

// The host's side of the program: there kernels and device functions are looked at as well.
Command words_for(const Options& options) {
  Options asked = options;
  asked.preprocessor = with_full_paths(asked.preprocessor);
  asked.host_compiler = with_full_paths(asked.host_compiler);
  const auto targets = select_targets(asked.arch, native_arch());
  Command words = host_pass(asked, targets);
  words.erase(words.begin());  // the compiler
  words.insert(words.end(), {"-include", "heddle/prologue.h"});
  return words;
}

}  // namespace

std::string clangd_config(const Options& options) {
  std::string text(kFirstLine);
  text += "If:\n  PathMatch: '.*\\.cuh?'\nCompileFlags:\n";
  text += fmt::format("  Compiler: {}\n  Remove:\n", quoted(toolchain().clang));
  for (const char* word : kWordsOfNvcc) text += fmt::format("    - {}\n", quoted(word));
  text += "  Add:\n";
  for (const std::string& word : words_for(options))
    text += fmt::format("    - {}\n", quoted(word));
  // heddle cc takes shared variables with constructors, as nvcc does (source_overlay.h).
  text += "Diagnostics:\n  Suppress: ['shared_var_init']\n";
  return text;
}

void write_clangd_config(const Options& options) {
  const std::string path = options.output.empty() ? ".clangd" : options.output;
  const auto before = support::read_file(path);
  if (before && !before->starts_with(kFirstLine)) {
    throw Failure(fmt::format("'{}' is there and was not written by heddle cc --clangd", path));
  }
  const std::string text = clangd_config(options);
  std::ofstream file(path);
  if (!(file << text).flush()) {
    throw Failure(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  }
}

}  // namespace heddle::frontend
