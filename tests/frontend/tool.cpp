// SPDX-License-Identifier: Apache-2.0
#include "frontend/tool.h"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace heddle::frontend {

namespace fs = std::filesystem;

Sandbox::Sandbox(Cache cache) : cache_(cache) {
  std::string path = (fs::temp_directory_path() / "heddle-test-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) std::abort();
  directory_ = path;
}

Sandbox::~Sandbox() {
  fs::remove_all(directory_);
}

void Sandbox::write(const std::string& name, const std::string& text) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name)) << text;
}

void Sandbox::add(const std::string& name) const {
  fs::copy_file(fs::path(FRONTEND_PROGRAMS) / name, path(name),
                fs::copy_options::overwrite_existing);
}

std::string Sandbox::read(const std::string& name) const {
  std::ifstream in(path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool Sandbox::has(const std::string& name) const {
  return fs::exists(path(name));
}

Outcome Sandbox::shell(const std::string& line) const {
  const std::string cache = cache_ == Cache::kOwn ? "HEDDLE_CACHE_DIR=cache HEDDLE_CACHE_SIZE=32M"
                                                  : "HEDDLE_CACHE_DIR=" FRONTEND_CACHE
                                                    " HEDDLE_CACHE_SIZE=512M";
  const std::string script = "cd '" + directory_ +
                             "' && heddle() { " HEDDLE_TOOL
                             " \"$@\"; }\n"
                             "export LD_LIBRARY_PATH=" HEDDLE_LIBRARY_DIR " " +
                             cache +
                             "\nTOOL=" HEDDLE_TOOL " LIBRARY=" HEDDLE_LIBRARY_DIR
                             " INCLUDE=" HEDDLE_INCLUDE_DIR "\n" +
                             line + "\n";
  write("script", script);
  const std::string command =
      "bash '" + path("script") + "' > '" + path("out") + "' 2> '" + path("err") + "'";
  const int status =
      std::system(command.c_str());  // NOLINT(bugprone-command-processor): it is a shell's line
  return {WEXITSTATUS(status), read("out"), read("err")};
}

}  // namespace heddle::frontend
