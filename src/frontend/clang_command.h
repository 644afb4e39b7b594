// SPDX-License-Identifier: Apache-2.0
// From Options to command lines for clang and the linker.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/options.h"
#include "frontend/process.h"

namespace heddle::frontend {

// One .cu through the device compiler: NVPTX bitcode in `output`.
Command device_command(const Options& options, const Target& target, const std::string& input,
                       const std::string& output);

// One .cu through the host compiler, embedding the blob that will be read from `blob` (which may be
// a FIFO: clang reads it after parsing). `output` is an object.
Command host_command(const Options& options, std::span<const Target> targets,
                     const std::string& input, const std::string& blob, const std::string& output);

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
