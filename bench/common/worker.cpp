// SPDX-License-Identifier: Apache-2.0
#include "bench/common/worker.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>

namespace bench {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

void refuse(const std::string& why) {
  std::printf("{\"ok\":false,\"why\":%s}\n", quoted(why).c_str());
}

// JSON has no NaN; a NaN error is a wrong result.
double finite(double error) {
  return error == error && error < 1e300 ? error : 1e300;
}

void open(const std::vector<CaseEntry>& cases, std::istringstream& words,
          std::unique_ptr<Case>& current) {
  std::string name;
  std::int64_t n = 0;
  words >> name >> n;
  current.reset();
  for (const CaseEntry& entry : cases) {
    if (name != entry.name) continue;
    current = entry.open(n);
    current->run();
    std::printf("{\"ok\":true}\n");
    return;
  }
  refuse("no case named " + name);
}

void check(Case& current) {
  std::printf("{\"ok\":true,\"error\":%.6g,\"bound\":%.6g}\n", finite(current.error()),
              current.bound());
}

void run(std::istringstream& words, Case& current) {
  int count = 1;
  words >> count;
  std::vector<double> seconds(std::max(count, 1));
  for (double& s : seconds) s = current.timed_run();
  std::sort(seconds.begin(), seconds.end());
  std::printf("{\"ok\":true,\"seconds\":%.9g,\"fastest\":%.9g,\"slowest\":%.9g}\n",
              seconds[seconds.size() / 2], seconds.front(), seconds.back());
}

}  // namespace

double Case::timed_run() {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int serve(const std::string& worker, const std::string& detail,
          const std::vector<CaseEntry>& cases) {
  std::printf("{\"ok\":true,\"worker\":%s,\"detail\":%s}\n", quoted(worker).c_str(),
              quoted(detail).c_str());
  std::fflush(stdout);
  std::unique_ptr<Case> current;
  for (std::string line; std::getline(std::cin, line); std::fflush(stdout)) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    try {
      if (verb == "open") {
        open(cases, words, current);
      } else if (verb == "close") {
        current.reset();
        std::printf("{\"ok\":true}\n");
      } else if (verb == "check" && current) {
        check(*current);
      } else if (verb == "run" && current) {
        run(words, *current);
      } else {
        refuse("cannot " + line);
      }
    } catch (const std::exception& failure) {
      current.reset();
      refuse(failure.what());
    }
  }
  return 0;
}

}  // namespace bench
