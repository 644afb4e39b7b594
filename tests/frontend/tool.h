// SPDX-License-Identifier: Apache-2.0
// Runs the built tool as a user would, in a directory of the test's own.
#pragma once

#include <string>
#include <vector>

namespace heddle::frontend {

struct Outcome {
  int status;  // as a shell reports it
  std::string out;
  std::string err;
};

// A temporary directory with files; commands run inside it.
class Sandbox {
 public:
  // Tests share a cache, where the headers are parsed, as users have it. Those that look at it have
  // one of their own, cache/, which is too small for parsed headers.
  enum class Cache { kShared, kOwn };
  explicit Sandbox(Cache cache = Cache::kShared);
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;
  ~Sandbox();

  void write(const std::string& name, const std::string& text) const;
  // Copies tests/frontend/programs/<name> here.
  void add(const std::string& name) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::string path(const std::string& name) const { return directory_ + "/" + name; }

  // A shell line. "heddle" in it is the built tool.
  Outcome shell(const std::string& line) const;

 private:
  std::string directory_;
  Cache cache_;
};

}  // namespace heddle::frontend
