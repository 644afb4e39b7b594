// SPDX-License-Identifier: Apache-2.0
// From Options to command lines for clang and the linker.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/options.h"
#include "frontend/process.h"

namespace heddle::frontend {

// What the passes over a .cu tell clang, but for the prologue, the input and the output: all that
// decides how headers are read.
Command device_pass(const Options& options, const Target& target);
Command host_pass(const Options& options, std::span<const Target> targets);

// One .cu through the device compiler: NVPTX bitcode in `output`. `prologue` is the precompiled
// header that device_pass() gave; empty: its text is read.
Command device_command(const Options& options, const Target& target, const std::string& prologue,
                       const std::string& input, const std::string& output);

// One .cu through the host compiler, embedding the blob that will be read from `blob` (which may be
// a FIFO: clang reads it after parsing). `output` is an object. `prologue` as above.
Command host_command(const Options& options, std::span<const Target> targets,
                     const std::string& prologue, const std::string& input, const std::string& blob,
                     const std::string& output);

// A .cu to its preprocessed text (-E) or its make rules (-M, -MM).
Command preprocess_command(const Options& options, const Target& target, const std::string& input);

// A .cpp or .c.
Command plain_command(const Options& options, Language language, const std::string& input,
                      const std::string& output);
Command plain_preprocess_command(const Options& options, Language language,
                                 const std::string& input);

// Make rules beside the object (-MD): words to add to the host command.
void add_dependency_words(const Options& options, const std::string& input,
                          const std::string& object, Command& command);

Command link_command(const Options& options, const std::vector<std::string>& files,
                     const std::string& output);

}  // namespace heddle::frontend
