// SPDX-License-Identifier: Apache-2.0
// The table of tests.h: what it forbids is exactly what no order of the threads' accesses gives,
// and an H200 (h200.txt) showed none of what is forbidden for the strength of its policies.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests.h"

namespace litmus {
namespace {

struct Access {
  char kind, place;  // 'W' or 'R', 'x' or 'y'
  unsigned value;    // written
  char into;         // what a read fills: a name of Test::values
};
using Thread = std::vector<Access>;

// Values by their names: x, y and what has been read.
using State = std::map<char, unsigned>;

std::vector<Thread> parse(const Test& test) {
  std::vector<Thread> threads(1);
  std::istringstream words(test.program);
  const char* into = test.values;
  for (std::string word; words >> word;) {
    if (word == "|") {
      threads.emplace_back();
      continue;
    }
    Access access{word[0], 0, 0, 0};
    words >> word;
    access.place = word[0];
    if (access.kind == 'W') access.value = static_cast<unsigned>(word[1] - '0');
    if (access.kind == 'R') access.into = *into++;
    threads.back().push_back(access);
  }
  return threads;
}

// All outcomes of the threads' accesses, one after another, in any order that keeps each thread's.
void interleave(const std::vector<Thread>& threads, std::vector<std::size_t>& next, State state,
                std::set<State>& results) {
  bool ended = true;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (next[t] == threads[t].size()) continue;
    ended = false;
    const Access& access = threads[t][next[t]++];
    State after = state;
    after[access.kind == 'W' ? access.place : access.into] =
        access.kind == 'W' ? access.value : state[access.place];
    interleave(threads, next, after, results);
    --next[t];
  }
  if (ended) results.insert(state);
}

// What each value of the outcome could be, if nothing held the threads together.
std::map<char, std::set<unsigned>> values_of(const std::vector<Thread>& threads) {
  std::map<char, std::set<unsigned>> values;
  for (const Thread& thread : threads) {
    for (const Access& access : thread) {
      if (access.kind == 'W') values[access.place].insert(access.value);
    }
  }
  for (const Thread& thread : threads) {
    for (const Access& access : thread) {
      if (access.kind != 'R') continue;
      values[access.into] = values[access.place];
      values[access.into].insert(0);
    }
  }
  return values;
}

// All texts of printed values.
std::vector<std::string> texts_of(const Test& test, const std::vector<Thread>& threads) {
  const auto values = values_of(threads);
  std::vector<std::string> all{""};
  for (const char* name = test.values; *name; ++name) {
    std::vector<std::string> longer;
    for (const std::string& text : all) {
      for (const unsigned value : values.at(*name)) longer.push_back(text + std::to_string(value));
    }
    all = longer;
  }
  return all;
}

Outcome outcome_of(const Test& test, const std::string& text) {
  Outcome o{};
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char name = test.values[k];
    (name == 'x'   ? o.x
     : name == 'y' ? o.y
                   : o.r[name - '0']) = static_cast<unsigned>(text[k] - '0');
  }
  return o;
}

TEST(Rules, ForbidWhatNoOrderGives) {
  for (const litmus::Test& test : kTests) {
    const auto threads = parse(test);
    ASSERT_EQ(threads.size(), test.threads);
    std::vector<std::size_t> next(threads.size());
    std::set<State> states;
    interleave(threads, next, {}, states);
    std::set<std::string> possible;
    for (State state : states) {
      std::string text;
      for (const char* name = test.values; *name; ++name) text += std::to_string(state[*name]);
      possible.insert(text);
    }
    for (const std::string& text : texts_of(test, threads)) {
      EXPECT_NE(test.forbidden(outcome_of(test, text)), possible.contains(text))
          << test.name << " (" << test.program << "): " << text;
    }
  }
}

const std::map<std::string, Strength> kGroups = {
    {"relaxed", Strength::kRelaxed},
    {"volatile", Strength::kRelaxed},
    {"acquire-release", Strength::kAcquireRelease},
    {"fence-acq_rel", Strength::kAcquireRelease},
    {"seq_cst", Strength::kSequential},
    {"fence-seq_cst", Strength::kSequential},
};

TEST(H200, ShowsNothingForbidden) {
  std::ifstream file(LITMUS_FOLDER "/h200.txt");
  ASSERT_TRUE(file);
  std::map<std::string, std::set<std::string>> groups_seen;  // by test
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name, group, place;
    words >> name >> group >> place;
    if (name == "tearing") {
      EXPECT_NE(line.find(" torn=0 "), line.npos) << line;
      continue;
    }
    const litmus::Test* test = nullptr;
    for (const litmus::Test& one : kTests) {
      if (one.name == name) test = &one;
    }
    ASSERT_TRUE(test) << line;
    ASSERT_TRUE(kGroups.contains(group)) << line;
    groups_seen[name].insert(group);
    for (std::string seen; words >> seen;) {
      const std::string text = seen.substr(0, seen.find('='));
      ASSERT_EQ(text.size(), std::string(test->values).size()) << line;
      EXPECT_FALSE(kGroups.at(group) >= test->needs && test->forbidden(outcome_of(*test, text)))
          << test->program << ": " << test->rule << " in " << line;
    }
  }
  for (const auto& [name, groups] : groups_seen) EXPECT_EQ(groups.size(), kGroups.size()) << name;
  EXPECT_GE(groups_seen.size(), 10u);
}

}  // namespace
}  // namespace litmus
