// SPDX-License-Identifier: Apache-2.0
#include "frontend/driver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "frontend/clang_command.h"
#include "frontend/compile_unit.h"
#include "frontend/failure.h"
#include "frontend/input.h"
#include "frontend/toolchain.h"
#include "frontend/workspace.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

void step(const Options& options, const Command& command) {
  if (options.verbose || options.dry_run) fmt::print(stderr, "#$ {}\n", shell_quote(command));
  if (options.dry_run) return;
  if (run(command) != 0) throw StepFailed{};
}

class Driver {
 public:
  explicit Driver(const Options& options)
      : options_(options),
        targets_(select_targets(options.arch, native_arch())),
        workspace_(options) {}

  void run() {
    switch (options_.phase) {
      case Phase::kPreprocess:
      case Phase::kDependencies:
        for (const Input& input : inputs_) preprocess(input);
        break;
      case Phase::kCompile:
        for (const Input& input : inputs_) {
          if (input.is_source()) compile(input, object_name(input));
        }
        break;
      case Phase::kDeviceLink:
        device_link();
        break;
      case Phase::kArchive:
        archive();
        break;
      case Phase::kLink:
        link();
        break;
    }
  }

 private:
  void compile(const Input& input, const std::string& object) {
    if (input.language == Language::kCuda) {
      compile_unit(options_, targets_, input.path, object, workspace_);
      return;
    }
    Command command = plain_command(options_, input.language, input.path, object);
    if (options_.dependency_file) add_dependency_words(options_, object, command);
    step(options_, command);
  }

  std::string object_name(const Input& input) const {
    if (!options_.output.empty()) return options_.output;
    return fs::path(input.path).stem().string() + ".o";
  }

  void preprocess(const Input& input) {
    if (!input.is_source()) return;
    Command command = input.language == Language::kCuda
                          ? preprocess_command(options_, targets_.front(), input.path)
                          : plain_preprocess_command(options_, input.language, input.path);
    step(options_, command);
  }

  // The files of the link line: sources replaced by their objects.
  std::vector<std::string> objects() {
    std::vector<std::string> files;
    for (const Input& input : inputs_) {
      if (!input.is_source()) {
        files.push_back(input.path);
        continue;
      }
      files.push_back(workspace_.file(input.path, ".o"));
      compile(input, files.back());
    }
    return files;
  }

  void link() {
    const std::vector<std::string> files = objects();
    step(options_,
         link_command(options_, files, options_.output.empty() ? "a.out" : options_.output));
  }

  void archive() {
    const std::string output = options_.output.empty() ? "a.a" : options_.output;
    std::error_code error;
    if (!options_.dry_run) fs::remove(output, error);
    Command command = {"ar", "rcs", output};
    for (const std::string& file : objects()) command.push_back(file);
    step(options_, command);
  }

  // Objects with relocatable device code register themselves and are joined by the runtime, so the
  // step that nvcc needs has nothing to do; build systems still expect its object.
  void device_link() {
    const std::string output = options_.output.empty() ? "a_dlink.o" : options_.output;
    step(options_, {toolchain().clang, "-x", "c", "/dev/null", "-c", "-fPIC", "-o", output});
  }

  const Options& options_;
  std::vector<Target> targets_;
  Workspace workspace_;
  std::vector<Input> inputs_ = classify_inputs(options_);
};

}  // namespace

void drive(const Options& options) {
  Driver(options).run();
}

}  // namespace heddle::frontend
