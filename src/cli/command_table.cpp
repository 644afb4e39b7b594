// SPDX-License-Identifier: Apache-2.0
#include "cli/command_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/options.h"
#include "cli/commands.h"
#include "frontend/options.h"
#include "frontend/words.h"

namespace heddle::cli {
namespace {

constexpr Command kCommands[] = {
    {"run", "compile (or reuse) and run: run file.cu [cc options] [-- arguments]",
     "file.cu [options of heddle cc] [-- arguments of the program]",
     "The program is kept in the cache (HEDDLE_CACHE_DIR) and compiled again when the source, a "
     "header or an option changes.\n"
     "The exit status is the program's own; 2 when there is none to run.",
     nullptr, true, run},
    {"check", "run a program and find its errors: check file.cu | program | -- command",
     "[options] file.cu [options of heddle cc] [-- arguments]\n"
     "[options] program [arguments]\n"
     "[options] -- command with children, as make test",
     "Finds accesses out of bounds, of freed and of uninitialised memory, races between threads "
     "and misuse of barriers.\n"
     "The exit status is the program's, or 1 when that is 0 and something was found.",
     checker::option_texts, true, check},
    {"profile", "say why a kernel is slow on a GPU: profile file.cu | program | -- command",
     "[options] file.cu [options of heddle cc] [-- arguments]\n"
     "[options] program [arguments]\n"
     "[options] -- command with children, as make test\n"
     "--compare OLD.json NEW.json [--json] [--threshold PERCENT]",
     "Counts what each kernel does to memory, shared memory and warps, line by line, and gives "
     "advice for the GPUs asked for.\n"
     "The exit status is the program's; of --compare, 1 when something became worse.",
     profiler::option_texts, true, profile},
    {"explore", "run a program in many schedules until it fails: explore file.cu | program",
     "[options] file.cu [options of heddle cc] [-- arguments]\n"
     "[options] program [[--] arguments]\n"
     "[options] -- command with children, as make test",
     "Runs it once in order, then with blocks and warps in another random order each time, until "
     "one run fails: by its exit status, a signal, a kernel's error or assertion, the time limit, "
     "a finding of heddle check or another output. Then it prints the command that repeats that "
     "run.\n"
     "The exit status is 1 when a run has failed.",
     explore_options, true, explore},
    {"debug", "gdb for kernels: debug file.cu | program [arguments]",
     "[options of gdb] file.cu [options of heddle cc] [-- arguments]\n"
     "[options of gdb] program [arguments]\n"
     "-p PID",
     "Starts gdb with a program whose kernels run one thread after the other. A .cu is compiled "
     "with -g -G; a program should be. -p attaches to a process that runs.\n"
     "Words of cuda-gdb that gdb gets: help cuda, help info cuda.",
     nullptr, true, debug},
    {"occupancy", "how many blocks fit on a multiprocessor: occupancy --block 256",
     "--block N [options]", "Says also what keeps more from fitting, and the least that helps.",
     occupancy_options, false, occupancy},
    {"devices", "show the GPU that programs see (HEDDLE_GPU)", "[MODEL,...] [options]",
     "Without a model, those of HEDDLE_GPU.", devices_options, false, devices},
    {"new", "make a small project with a kernel, a test and CI: new NAME", "NAME",
     "Makes the folder NAME (or the folder that the path ends in): a project for CMake with a "
     "kernel, a program, a test that CTest runs plainly and under heddle check, and a workflow for "
     "GitHub. Another compiler is named as usual, -DCMAKE_CUDA_COMPILER=nvcc.",
     nullptr, false, new_project},
    {"doctor", "what Heddle needs of this machine, and whether it is there", "",
     "Says what Heddle needs of this machine, whether it is there, and what may be in its way. The "
     "exit status is 1 when something is missing.",
     nullptr, false, doctor},
    {"cc", "compile and link, with nvcc's options: cc [options] files", "[options] file...",
     "Compiles CUDA C++ to objects, libraries and programs. Options that mean nothing here are "
     "accepted or refused by name.\n"
     "The words of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS are read before and after those "
     "given.",
     frontend::option_texts, true, cc},
    {"clangd", "clangd for an editor, which also understands kernel << <1, 32>> >()",
     "[options of clangd]",
     "What an editor runs in clangd's place: the same, but a launch whose brackets are written "
     "apart, kernel << <1, 32>> >(), is no error. heddle cc --clangd writes the flags.",
     nullptr, false, clangd},
    {"completion", "completion of heddle's words for a shell: completion bash | zsh | fish",
     "bash | zsh | fish",
     "bash: source <(heddle completion bash)\nzsh: heddle completion zsh into "
     "a file _heddle of $fpath\nfish: heddle completion fish | source",
     nullptr, false, completion},
    {"manual", "this, or of one command, as a manual page: manual [command]", "[command]",
     "heddle manual check | man -l -", nullptr, false, manual},
};

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

const Command* command_named(std::string_view name) {
  const auto row = std::ranges::find(kCommands, name, &Command::name);
  return row == std::end(kCommands) ? nullptr : row;
}

std::string usage_of(std::string_view command) {
  std::string text;
  for (const std::string& form : frontend::split(command_named(command)->usage, '\n')) {
    text += fmt::format("{} heddle {}{}{}\n", text.empty() ? "Usage:" : "      ", command,
                        form.empty() ? "" : " ", form);
  }
  return text.empty() ? fmt::format("Usage: heddle {}\n", command) : text;
}

std::string help_of_all() {
  std::string text =
      "Compiles CUDA C++ and runs it on the CPU.\n\nUsage: heddle COMMAND ...\n\nCommands:\n";
  for (const Command& command : kCommands) {
    text += fmt::format("  {:<12} {}\n", command.name, command.sentence);
  }
  return text +
         "\n'heddle COMMAND --help' says more, 'heddle cc --help' lists the compiler's options,\n"
         "'heddle --version' says which Heddle this is.\n";
}

}  // namespace heddle::cli
