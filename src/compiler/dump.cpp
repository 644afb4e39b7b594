// SPDX-License-Identifier: Apache-2.0
#include "compiler/dump.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::compiler {

using namespace llvm;

std::string dump_path(const Compilation& c, const Twine& ending) {
  const auto& request = c.request;
  if (request.dump_dir.empty()) return {};
  sys::fs::create_directories(request.dump_dir);
  std::string shape = "any";
  if (request.block) {
    const auto& [x, y, z] = *request.block;
    shape = formatv("{0}x{1}x{2}", x, y, z).str();
  }
  const auto name = request.kernel.empty() ? std::string("module") : request.kernel.substr(0, 120);
  SmallString<256> path(request.dump_dir);
  sys::path::append(path, name + "." + shape + "." + request.isa.name +
                              (c.single_threads ? ".threads" : "") + "." + ending);
  return path.str().str();
}

static std::unique_ptr<raw_fd_ostream> open_file(const std::string& path) {
  std::error_code error;
  auto out = std::make_unique<raw_fd_ostream>(path, error);
  if (!error) return out;
  errs() << "heddle: cannot write " << path << ": " << error.message() << "\n";
  return nullptr;
}

static std::string text_of(const Module* module) {
  std::string text;
  raw_string_ostream out(text);
  if (module) module->print(out, nullptr);
  return text;
}

Dump::Dump(const Compilation& c) : c_(c) {
  const auto path = dump_path(c, "passes.txt");
  if (path.empty()) return;
  index_ = open_file(path);
  last_ = text_of(c.module.get());
}

Dump::~Dump() = default;

void Dump::note(const char* pass, const Twine& text) {
  if (!index_) return;
  *index_ << formatv("{0,0+2} {1,-28} ", number_++, pass) << text << "\n";
  // A pass that crashes is the one behind the last line.
  index_->flush();
}

void Dump::left_out(const char* pass) {
  note(pass, "left out");
}

void Dump::after(const char* pass, unsigned changed) {
  if (!index_) return;
  auto text = text_of(c_.module.get());
  if (text == last_) return note(pass, "no change");
  const auto path = dump_path(c_, formatv("{0,0+2}-{1}.ll", number_, pass).str());
  if (const auto out = open_file(path)) *out << text;
  last_ = std::move(text);
  note(pass, Twine(changed) + (changed == 1 ? " place" : " places"));
}

}  // namespace heddle::compiler
