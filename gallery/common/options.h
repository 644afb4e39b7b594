// SPDX-License-Identifier: Apache-2.0
// Command-line options, declared where they are read: `int n = options.integer("n", ...)`.
// Both `--n 5` and `--n=5` are understood. After the last declaration call done(): it answers
// --help (exit code 0) and ends the program on bad usage (one sentence on stderr, exit code 2).
#pragma once

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace gallery {

class Options {
 public:
  Options(int argc, char** argv, const char* name, const char* idea) : name_(name), idea_(idea) {
    for (int i = 1; i < argc; ++i) words_.push_back({argv[i], false});
  }

  long long integer(const char* option, long long fallback, long long least, long long most,
                    const char* help) {
    describe(option, "N", std::to_string(fallback), help);
    std::string word;
    if (!take(option, &word)) return fallback;
    char* end = nullptr;
    errno = 0;
    const long long value = std::strtoll(word.c_str(), &end, 10);
    if (word.empty() || *end != '\0' || errno == ERANGE || value < least || value > most)
      complain("--" + std::string(option) + " wants a whole number from " + std::to_string(least) +
               " to " + std::to_string(most) + ", not '" + word + "'");
    return value;
  }

  std::string text(const char* option, const char* fallback, const char* help) {
    describe(option, "TEXT", fallback, help);
    std::string word;
    return take(option, &word) ? word : std::string(fallback);
  }

  void done() {
    for (const Word& word : words_)
      if (!word.used && (word.text == "--help" || word.text == "-h")) print_help();
    if (complaint_.empty())
      for (const Word& word : words_)
        if (!word.used) complain("unknown option '" + word.text + "'");
    if (!complaint_.empty()) usage_error(complaint_);
  }

  // Ends the program as bad usage does; for what one option alone cannot tell.
  [[noreturn]] void usage_error(const std::string& why) const {
    std::fprintf(stderr, "%s: %s (try --help)\n", name_.c_str(), why.c_str());
    std::exit(2);
  }

 private:
  struct Word {
    std::string text;
    bool used;
  };

  // The last one given counts, as people expect who append to a command line.
  bool take(const char* option, std::string* value) {
    const std::string flag = std::string("--") + option;
    bool found = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].used) continue;
      if (words_[i].text.compare(0, flag.size() + 1, flag + "=") == 0) {
        words_[i].used = found = true;
        *value = words_[i].text.substr(flag.size() + 1);
      } else if (words_[i].text == flag) {
        words_[i].used = found = true;
        if (i + 1 == words_.size()) {
          complain(flag + " wants a value");
          return false;
        }
        words_[i + 1].used = true;
        *value = words_[i + 1].text;
      }
    }
    return found;
  }

  void describe(const char* option, const char* kind, const std::string& fallback,
                const char* help) {
    char line[256];
    const std::string left = std::string("--") + option + " " + kind;
    std::snprintf(line, sizeof line, "  %-16s %s [%s]\n", left.c_str(), help, fallback.c_str());
    help_ += line;
  }

  void complain(const std::string& why) {
    if (complaint_.empty()) complaint_ = why;
  }

  [[noreturn]] void print_help() const {
    std::printf("%s: %s\n\noptions [default]:\n%s  %-16s %s\n", name_.c_str(), idea_.c_str(),
                help_.c_str(), "--help", "this text");
    std::exit(0);
  }

  std::string name_, idea_, help_, complaint_;
  std::vector<Word> words_;
};

}  // namespace gallery
