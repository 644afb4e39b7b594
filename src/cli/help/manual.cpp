// SPDX-License-Identifier: Apache-2.0
// heddle manual: manual pages, in the language of man(7).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/help/generators.h"
#include "frontend/failure.h"
#include "frontend/words.h"

namespace heddle::cli {
namespace {

// A manual page has a date; two builds of one source must not differ by it.
constexpr const char* kDate = "2026-11-24";

// A minus is not a hyphen, and a line of text must not look like a command.
std::string plain(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '\\') {
      text += "\\e";
    } else if (c == '-') {
      text += "\\-";
    } else if ((c == '.' || c == '\'') && (text.empty() || text.back() == '\n')) {
      text += std::string("\\&") + c;
    } else {
      text += c;
    }
  }
  return text;
}

std::string paragraphs(std::string_view words) {
  std::string text;
  for (const std::string& line : frontend::split(words, '\n')) {
    text += (text.empty() ? "" : ".PP\n") + plain(line) + "\n";
  }
  return text;
}

std::string head(const std::string& name, std::string_view sentence) {
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 {} \"heddle {}\"\n.SH NAME\n{} \\- {}\n", plain(title), kDate,
                     HEDDLE_VERSION, plain(name), plain(sentence));
}

std::string options_section(const Command& command) {
  std::string text = ".SH OPTIONS\n";
  for (const auto& option : options_of(command)) {
    std::vector<std::string> names;
    for (const auto& name : option.names) names.push_back("\\fB" + plain(name) + "\\fR");
    text += fmt::format(".TP\n{}", fmt::join(names, ", "));
    if (!option.value.empty()) text += " \\fI" + plain(option.value) + "\\fR";
    text += "\n" + plain(option.sentence) + "\n";
  }
  if (command.takes_sources && command.name != "cc") {
    text += ".PP\nA source may be followed by options of\n.BR heddle\\-cc (1).\n";
  }
  return text;
}

std::string synopsis(const Command& command) {
  std::string text = ".SH SYNOPSIS\n";
  bool first = true;
  for (const std::string& form : frontend::split(command.usage, '\n')) {
    if (!first) text += ".br\n";
    first = false;
    text += fmt::format(".B heddle {}\n", command.name);
    if (!form.empty()) text += plain(form) + "\n";
  }
  if (first) text += fmt::format(".B heddle {}\n", command.name);
  return text;
}

}  // namespace

std::string manual_of(const Command& command) {
  return head(fmt::format("heddle-{}", command.name), command.sentence) + synopsis(command) +
         ".SH DESCRIPTION\n" + paragraphs(command.text) + options_section(command) +
         ".SH SEE ALSO\n.BR heddle (1)\n";
}

std::string manual_of_all() {
  std::string text = head("heddle", "compile CUDA C++ and run it on the CPU");
  text +=
      ".SH SYNOPSIS\n.B heddle\n.I command\n[\\fIwords\\fR]\n.SH DESCRIPTION\n"
      "Compiles CUDA C++ programs and runs them with the vector instructions of the CPU, without a "
      "GPU.\n.SH COMMANDS\n";
  for (const Command& command : commands()) {
    text += fmt::format(".TP\n.BR heddle\\-{} (1)\n{}\n", command.name, plain(command.sentence));
  }
  text +=
      ".SH ENVIRONMENT\n"
      "Variables that begin with HEDDLE_ choose the GPU that programs see, the number of threads, "
      "the cache and more; README.md lists them.\n"
      ".BR heddle\\-doctor (1)\nnames those that are set.\n"
      ".SH FILES\n.TP\n.I ~/.cache/heddle\nCompiled kernels, programs and headers. It may be "
      "deleted at any time.\n"
      ".SH EXIT STATUS\nThat of the program that was run; 2 when heddle was asked for something "
      "that it cannot do, with one sentence on standard error.\n";
  return text;
}

int manual(std::span<const std::string> words) {
  if (words.empty()) {
    fmt::print("{}", manual_of_all());
    return 0;
  }
  if (words[0] == "--help") {
    fmt::print("{}\n{}\n", usage_of("manual"), command_named("manual")->text);
    return 0;
  }
  const Command* command = command_named(words[0]);
  if (command == nullptr || words.size() > 1) {
    throw frontend::Failure(fmt::format("heddle has no command '{}'", fmt::join(words, " ")));
  }
  fmt::print("{}", manual_of(*command));
  return 0;
}

}  // namespace heddle::cli
