// SPDX-License-Identifier: Apache-2.0
// What one compilation costs, stage by stage, and what it gave up to cost no more.
// `HEDDLE_LOG=compile` prints it as one line; docs/compile-time.md says what the numbers are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

class CompileLog {
 public:
  // CPU time of this thread from construction to destruction goes to the stage. A stage that runs
  // again (a kernel that is compiled once more, thread by thread) adds to its row.
  class Stage {
   public:
    Stage(CompileLog& log, llvm::StringRef name);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

   private:
    CompileLog& log_;
    std::string name_;
    double begin_;
  };

  // The size of the view of one thread, once all is inlined, and of what goes to code generation.
  void note_instructions_in(const llvm::Module& module);
  std::uint64_t instructions_in() const { return instructions_in_; }
  void note_instructions_out(const llvm::Module& module);
  // CPU seconds that code generation is expected to take.
  void note_prediction(double seconds) { predicted_ = seconds; }
  // On how many places a speed pass changed something.
  void note_places(const char* pass, unsigned places);
  // The kernel is compiled once more in another way, which keeps nothing of this one.
  void forget_places() { places_.clear(); }
  // `what` and why: "jamming (31000 instructions)". Said once each.
  void note_given_up(std::string what);

  double seconds() const;      // of all stages
  std::string places() const;  // "jam-warps:2,compress-stores:1", "none"
  // "0.52 s (link-modules 0.03, optimise 0.10, ...), 1200 instructions in, 9000 out, gave up:
  // nothing, passes=jam-warps:2,compress-stores:1"
  std::string text() const;

 private:
  struct Row {
    std::string name;
    double seconds;
  };
  std::vector<Row> rows_;
  std::vector<std::string> given_up_;
  std::vector<std::string> places_;  // "jam-warps:2"
  std::uint64_t instructions_in_ = 0, instructions_out_ = 0;
  double predicted_ = 0;
};

// Instructions of all functions of a module, without debug records.
std::uint64_t instruction_count(const llvm::Module& module);

}  // namespace heddle::compiler
