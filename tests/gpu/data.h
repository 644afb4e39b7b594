// SPDX-License-Identifier: Apache-2.0
// Reads the tables of tests/gpu/data: comments start with '#', the first other line names the
// columns.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gpu/registry.h"

namespace heddle::gpu::test {

using Row = std::vector<std::string>;

inline Row split(const std::string& line, char at) {
  Row cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, at);) cells.push_back(cell);
  return cells;
}

inline std::vector<Row> read_table(const std::string& name) {
  std::ifstream file(HEDDLE_TEST_DATA + name);
  std::vector<Row> rows;
  bool header = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (!header) rows.push_back(split(line, ','));
    header = false;
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

inline Model model(const std::string& id) {
  std::variant<Model, std::string> found = find_model(id);
  if (std::string* wrong = std::get_if<std::string>(&found)) throw std::runtime_error(*wrong);
  return std::get<Model>(found);
}

}  // namespace heddle::gpu::test
