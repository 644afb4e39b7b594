// SPDX-License-Identifier: Apache-2.0
#include "frontend/driver.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "frontend/clang_command.h"
#include "frontend/compile_unit.h"
#include "frontend/device_coverage.h"
#include "frontend/device_link.h"
#include "frontend/failure.h"
#include "frontend/host_library.h"
#include "frontend/input.h"
#include "frontend/nvvm/nvvm_files.h"
#include "frontend/ptx_image.h"
#include "frontend/toolchain.h"
#include "frontend/verbose.h"
#include "frontend/workspace.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

void step(const Options& options, const Command& command) {
  if (options.verbose || options.dry_run) print_command(command);
  if (options.dry_run) return;
  if (const int status = run(command); status != 0) {
    if (status != StepFailed::kInterrupted) check_host_library();
    throw StepFailed(status);
  }
}

// Of what is linked from these: a part of the libraries comes on top.
std::uint64_t least_size(const std::vector<std::string>& files) {
  std::uint64_t sum = 16 << 10;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uint64_t size = file.ends_with(".o") ? fs::file_size(file, error) : 0;
    if (!error) sum += size;
  }
  return sum;
}

class Driver {
 public:
  explicit Driver(const Options& options)
      : options_(options),
        targets_(select_targets(options.arch, native_arch())),
        workspace_(options) {}

  void run() {
    if (options_.verbose || options_.dry_run) print_settings(targets_);
    // After the settings: asked with -v, the tool says where it is whatever the inputs are.
    inputs_ = classify_inputs(options_);
    check_coverage(options_);
    check_folders();
    switch (options_.phase) {
      case Phase::kPreprocess:
      case Phase::kDependencies:
        for (const Input& input : inputs_) preprocess(input);
        break;
      case Phase::kCompile:
        compile_all([this](const Input& input) { return output_name(input, ".o"); });
        break;
      case Phase::kImage:
        if (options_.cubin && targets_.size() > 1) {
          throw Failure("-cubin takes one architecture: -fatbin takes several");
        }
        if (inputs_.front().language == Language::kNvvm) {
          compile_nvvm(inputs_, options_, targets_.front(), output_name(inputs_.front(), ".cubin"));
          break;
        }
        compile_all([this](const Input& input) {
          return output_name(input, options_.cubin ? ".cubin" : ".fatbin");
        });
        break;
      case Phase::kPtx:
        if (targets_.size() > 1) throw Failure("-ptx takes one architecture");
        if (inputs_.front().language == Language::kNvvm) {
          compile_nvvm(inputs_, options_, targets_.front(), output_name(inputs_.front(), ".ptx"));
          break;
        }
        compile_all([this](const Input& input) { return output_name(input, ".ptx"); });
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
  // The compilers and the linker would say it, each in its way.
  void check_folders() const {
    if (options_.dry_run) return;
    for (const fs::path& folder :
         {fs::path(options_.output).parent_path(), fs::path(options_.output_dir)}) {
      std::error_code error;
      if (folder.empty() || fs::is_directory(folder, error)) continue;
      throw Failure(fmt::format("there is no folder '{}' for the output", folder.string()));
    }
  }

  void compile(const Input& input, const std::string& object) {
    if (input.language == Language::kPtx) {
      translate_ptx(input.path, object);
      return;
    }
    if (input.language == Language::kNvvm) {
      throw Failure(
          fmt::format("'{}': NVVM IR is made into PTX or an image, by -ptx or -cubin", input.path));
    }
    if (input.language == Language::kCuda) {
      compile_unit(options_, targets_, input.path, object, workspace_);
      return;
    }
    Command command = plain_command(options_, input.language, input.path, object);
    if (options_.dependency_file) add_dependency_words(options_, input.path, object, command);
    step(options_, command);
  }

  void translate_ptx(const std::string& path, const std::string& output) {
    if (options_.phase != Phase::kImage) {
      throw Failure(fmt::format("'{}': PTX is made into an image, by -cubin or -fatbin", path));
    }
    const auto text = support::read_file(path);
    if (!text) throw Failure(fmt::format("cannot read {}", path));
    const PtxImage image = ptx_image(*text, path);
    if (image.outcome != PtxImage::Outcome::kGood) {
      fmt::print(stderr, "{}\n", image.error);
      throw StepFailed(1);
    }
    std::ofstream out(output, std::ios::binary);
    out.write(reinterpret_cast<const char*>(image.blob.data()),
              static_cast<std::streamsize>(image.blob.size()));
    if (!out) throw Failure(fmt::format("cannot write {}", output));
  }

  // Compiles every source to the object that `name` gives for it, -t of them at a time. Returns the
  // inputs with the sources replaced by their objects. The first failure is thrown at the end.
  template <typename Name>
  std::vector<std::string> compile_all(const Name& name) {
    std::vector<std::string> files;
    std::vector<std::size_t> sources;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].is_source()) sources.push_back(i);
      files.push_back(inputs_[i].is_source() ? name(inputs_[i]) : inputs_[i].path);
    }
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
      for (std::size_t at = next++; at < sources.size(); at = next++) {
        try {
          compile(inputs_[sources[at]], files[sources[at]]);
        } catch (...) {
          const std::scoped_lock lock(mutex);
          if (!failure) failure = std::current_exception();
          next = sources.size();
        }
      }
    };
    const unsigned jobs = options_.jobs != 0 ? options_.jobs : std::thread::hardware_concurrency();
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < std::min<std::size_t>(jobs, sources.size()); ++i) {
      helpers.emplace_back(work);
    }
    work();
    helpers.clear();
    if (failure) std::rethrow_exception(failure);
    return files;
  }

  std::string output_name(const Input& input, const char* ending) const {
    if (!options_.output.empty()) return options_.output;
    return (fs::path(options_.output_dir) / fs::path(input.path).stem()).string() + ending;
  }

  void preprocess(const Input& input) {
    if (!input.is_source()) return;
    Command command = input.language == Language::kCuda
                          ? preprocess_command(options_, targets_.front(), input.path)
                          : plain_preprocess_command(options_, input.language, input.path);
    step(options_, command);
  }

  std::vector<std::string> objects() {
    return compile_all([this](const Input& input) { return workspace_.file(input.path, ".o"); });
  }

  void link() {
    std::vector<std::string> files = objects();
    if (options_.relocatable) {
      const std::string object = workspace_.file("device_link", ".o");
      link_device_code(object, files);
      files.insert(files.begin(), object);
    }
    const std::string output = options_.output.empty() ? "a.out" : options_.output;
    if (!options_.dry_run) check_space(fs::path(output).parent_path(), least_size(files));
    step(options_, link_command(options_, files, output));
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
  // step that nvcc needs has little to do: it names the members of static libraries whose device
  // code is called, since the host linker sees calls of host code only.
  void device_link() {
    link_device_code(options_.output.empty() ? "a_dlink.o" : options_.output, objects());
  }

  void link_device_code(const std::string& output, const std::vector<std::string>& files) {
    const std::string source = workspace_.file(output, ".c");
    if (!options_.dry_run) {
      std::ofstream(source) << references_to(called_members(options_, files));
    }
    step(options_, {toolchain().clang, "-x", "c", source, "-c", "-fPIC", "-o", output});
  }

  const Options& options_;
  std::vector<Target> targets_;
  Workspace workspace_;
  std::vector<Input> inputs_;
};

}  // namespace

void drive(const Options& options) {
  Driver(options).run();
}

}  // namespace heddle::frontend
