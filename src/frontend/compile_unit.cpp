// SPDX-License-Identifier: Apache-2.0
#include "frontend/compile_unit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "frontend/clang_command.h"
#include "frontend/coverage_object.h"
#include "frontend/device_coverage.h"
#include "frontend/device_image.h"
#include "frontend/diagnostics.h"
#include "frontend/failure.h"
#include "frontend/host_library.h"
#include "frontend/linked_binary.h"
#include "frontend/parsed_prologue.h"
#include "frontend/process.h"
#include "frontend/ptx_image.h"
#include "frontend/ptx_output.h"
#include "frontend/source_overlay.h"
#include "frontend/verbose.h"
#include "support/message.h"

namespace heddle::frontend {
namespace {

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure(fmt::format("cannot read {}", path));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Opens the FIFO once the child reads it. A child that ends first needs no blob (no device code) or
// has failed.
int open_for(Child& reader, const std::string& fifo) {
  while (true) {
    const int file = open(fifo.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0) return file;
    if (reader.ended()) return -1;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

void feed(Child& reader, const std::string& fifo, const std::vector<std::uint8_t>& blob) {
  const int file = open_for(reader, fifo);
  if (file < 0) return;
  fcntl(file, F_SETFL, 0);
  std::size_t done = 0;
  while (done < blob.size()) {
    const ssize_t count = write(file, blob.data() + done, blob.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  close(file);
}

void write_file(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  if (!out) throw Failure(fmt::format("cannot write {}", path));
}

// The precompiled prologues of one file's passes. Empty: the text is read.
struct Prologues {
  std::vector<std::string> device;  // of each target
  std::string host;

  // Makes what is missing, all at the same time. Throws StepFailed when it is interrupted.
  Prologues(const Options& options, const std::vector<Target>& targets) : device(targets.size()) {
    const bool shown = options.keep || options.verbose || options.dry_run || options.coverage;
    if (shown || !may_parse_prologue_before(options)) return;
    std::vector<std::jthread> helpers;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      helpers.emplace_back(
          [&, i] { device[i] = parsed_prologue(device_pass(options, targets[i])); });
    }
    // Rules would name the prologue first: as the program's file, which has no rule of its own
    // (-MP), and as no system header (-MMD).
    const bool told_apart = options.dependency_phony || !options.system_dependencies;
    if (!(options.dependency_file && told_apart))
      host = parsed_prologue(host_pass(options, targets));
    helpers.clear();  // waits
    if (was_interrupted()) throw StepFailed(StepFailed::kInterrupted);
  }

  // After clang refused one: another clang than the one that made it, or it was deleted meanwhile.
  bool give_up_if_named_in(const std::string& messages) {
    bool named = false;
    std::vector<std::string*> all = {&host};
    for (std::string& path : device) all.push_back(&path);
    for (std::string* path : all) {
      if (path->empty() || messages.find(*path) == std::string::npos) continue;
      std::error_code ignored;
      std::filesystem::remove(*path, ignored);
      path->clear();
      named = true;
    }
    return named;
  }
};

// Throws Failure when a compiler failed for a reason that its own messages would not tell.
void explain_failure(const std::string& workspace, const std::string& object) {
  check_space(workspace);
  check_space(std::filesystem::path(object).parent_path());
  check_host_library();
}

void write_ptx(const Options& options, const Target& target,
               const std::vector<std::uint8_t>& bitcode, const std::string& input,
               const std::string& output, Diagnostics& diagnostics) {
  std::string note;
  try {
    const std::string text = ptx_output(bitcode, options, target, input, &note);
    write_file(output, {text.begin(), text.end()});
  } catch (const DeviceCodeErrors& errors) {
    diagnostics.show(errors.text + "\n");
    throw StepFailed(1);
  }
  if (!note.empty()) support::message(note);
}

// An image without PTX is one all the same.
void write_ptx_beside(const Options& options, const Target& target,
                      const std::vector<std::uint8_t>& bitcode, const std::string& input) {
  std::string note;
  try {
    const std::string text = ptx_output(bitcode, options, target, input, &note);
    write_file(options.ptx_beside, {text.begin(), text.end()});
  } catch (const DeviceCodeErrors& errors) {
    support::message("there is no PTX: " + errors.text);
  }
}

// What a module of the unit's PTX would hold. `keeps` owns what the image refers to.
void go_through_ptx(const Options& options, const Target& target,
                    const std::vector<std::uint8_t>& bitcode, const std::string& input,
                    image::Image& image, std::vector<std::uint8_t>& keeps) {
  std::string note;
  PtxImage made =
      ptx_image(ptx_output(bitcode, options, target, input, &note), input, options.relocatable);
  if (made.outcome != PtxImage::Outcome::kGood) throw DeviceCodeErrors{made.error};
  keeps = std::move(made.blob);
  const image::Image before = std::move(image);
  image = std::move(image::read_blob(keeps)->front());
  image.arch = before.arch;
  image.compiled_for = before.compiled_for;
  image.relocatable = before.relocatable;
  image.line_info = before.line_info;
}

struct DevicePass {
  Target target;
  std::string bitcode_path;
  Command command;
};

// False when it must be done again: `overlay` knows more than before, or `prologues` less.
bool attempt(const Options& options, const std::vector<Target>& targets, const std::string& input,
             const std::string& object, Workspace& workspace, SourceOverlay& overlay,
             Prologues& prologues) {
  const Command seen = overlay.words(workspace);
  std::vector<DevicePass> passes;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Target& target = targets[i];
    const std::string path = workspace.file(input, "." + target.compile_arch + ".bc");
    passes.push_back(
        {target, path, device_command(options, target, prologues.device[i], input, path)});
    Command& command = passes.back().command;
    command.insert(command.end(), seen.begin(), seen.end());
  }
  const std::string blob_path = workspace.file(input, ".heddle");
  const bool is_ptx = options.phase == Phase::kPtx;
  const bool alone = options.phase == Phase::kImage || is_ptx;  // no host pass
  Command host = host_command(options, targets, prologues.host, input, blob_path, object);
  host.insert(host.end(), seen.begin(), seen.end());
  std::vector<std::string> coverage_paths;
  for (std::size_t i = 0; options.coverage && !alone && i < targets.size(); ++i) {
    coverage_paths.push_back(workspace.file(input, ".coverage.bc"));
    host.insert(host.end(), {"-Xclang", "-mlink-bitcode-file", "-Xclang", coverage_paths.back()});
  }
  if (options.dependency_file) {
    add_dependency_words(options, input, object, alone ? passes.front().command : host);
  }
  if (options.verbose || options.dry_run) {
    for (const DevicePass& pass : passes) print_command(pass.command);
    if (!alone) print_command(host);
  }
  if (options.dry_run) return true;

  // Code that counts is linked with what the device pass leaves, which clang reads at once.
  const bool one_by_one = options.keep || options.coverage;
  if (!alone && !one_by_one && mkfifo(blob_path.c_str(), 0600) != 0) {
    throw Failure(fmt::format("cannot make the FIFO {}", blob_path));
  }
  std::optional<Child> host_pass;
  Diagnostics diagnostics;
  std::vector<Child> children;
  for (const DevicePass& pass : passes) {
    children.emplace_back(pass.command, workspace.file(input, ".err"));
    if (!alone && !one_by_one && !host_pass) host_pass.emplace(host, workspace.file(input, ".err"));
  }
  int status = 0;
  bool again = false;
  for (Child& child : children) {
    if (child.wait() == 0) continue;
    status = child.wait();
    again |= overlay.note(child.diagnostics());
    again |= prologues.give_up_if_named_in(child.diagnostics());
  }
  if (again) return false;
  if (was_interrupted()) throw StepFailed(StepFailed::kInterrupted);
  if (status != 0) explain_failure(workspace.directory(), object);
  for (const Child& child : children) diagnostics.show(child.diagnostics());
  if (status != 0) throw StepFailed(status);

  std::vector<std::vector<std::uint8_t>> bitcodes, translated(passes.size());
  std::vector<image::Image> images;
  CoveredFunctions covered;
  bitcodes.reserve(passes.size());
  for (const DevicePass& pass : passes) {
    bitcodes.push_back(read_file(pass.bitcode_path));
    if (options.coverage) {
      const DeviceCoverage parts =
          part_coverage(bitcodes.back(),
                        {input, options.coverage_folder, pass.target.compile_arch, alone}, covered);
      bitcodes.back() = alone ? with_coverage_object(parts, input, workspace) : parts.device;
      if (!alone) write_file(coverage_paths[images.size()], parts.host);
    }
    try {
      images.push_back(read_device_image(bitcodes.back(), options, pass.target, input));
      if (options.through_ptx) {
        go_through_ptx(options, pass.target, bitcodes.back(), input, images.back(),
                       translated[images.size() - 1]);
      }
    } catch (const DeviceCodeErrors& errors) {
      diagnostics.show(errors.text + "\n");
      throw StepFailed(1);
    }
    if (!options.ptx_beside.empty()) {
      write_ptx_beside(options, pass.target, bitcodes.back(), input);
    }
    if (is_ptx) write_ptx(options, pass.target, bitcodes.back(), input, object, diagnostics);
    if (options.resource_usage) fmt::print(stderr, "{}", resource_usage(images.back()));
  }
  if (is_ptx) return true;
  const std::vector<std::uint8_t> blob = image::write_blob(images);
  if (alone) {
    write_file(object, blob);
    return true;
  }
  if (one_by_one) {
    write_file(blob_path, blob);
    host_pass.emplace(host, workspace.file(input, ".err"));
  } else {
    feed(*host_pass, blob_path, blob);
  }
  status = host_pass->wait();
  if (status != 0 && prologues.give_up_if_named_in(host_pass->diagnostics())) return false;
  if (was_interrupted()) throw StepFailed(StepFailed::kInterrupted);
  if (status != 0) explain_failure(workspace.directory(), object);
  diagnostics.show(host_pass->diagnostics());
  if (status != 0) throw StepFailed(status);
  if (options.relocatable) status = run(localize_linked_binary(object));
  if (status != 0) throw StepFailed(status);
  return true;
}

}  // namespace

void compile_unit(const Options& options, const std::vector<Target>& targets,
                  const std::string& input, const std::string& object, Workspace& workspace) {
  SourceOverlay overlay;
  Prologues prologues(options, targets);
  while (!attempt(options, targets, input, object, workspace, overlay, prologues)) {
  }
}

}  // namespace heddle::frontend
