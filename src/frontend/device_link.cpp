// SPDX-License-Identifier: Apache-2.0
#include "frontend/device_link.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "image/image.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

// What a device linker knows of an object.
struct DeviceSymbols {
  std::set<std::string> defined;
  std::set<std::string> used;
  std::string registered_by;  // host function, empty without relocatable device code
};

// What cannot be read is left to the host linker to complain about.
template <typename T>
bool read(llvm::Expected<T>& value) {
  if (value) return true;
  llvm::consumeError(value.takeError());
  return false;
}

void add_bitcode(std::span<const std::uint8_t> bitcode, DeviceSymbols& symbols) {
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "device"), context);
  if (!read(module)) return;
  for (const llvm::GlobalValue& value : (*module)->global_values()) {
    if (value.hasLocalLinkage() || value.getName().starts_with("llvm.")) continue;
    (value.isDeclaration() ? symbols.used : symbols.defined).insert(value.getName().str());
  }
}

void add_blobs(llvm::StringRef section, DeviceSymbols& symbols) {
  std::span rest(reinterpret_cast<const std::uint8_t*>(section.data()), section.size());
  while (!rest.empty()) {
    const std::uint64_t size = image::blob_size(rest);
    if (size > rest.size()) return;
    if (const auto images = image::read_blob(rest)) {
      for (const image::Image& image : *images) add_bitcode(image.bitcode, symbols);
    }
    // 0: padding between blobs that `ld -r` joined.
    rest = rest.subspan(std::min<std::size_t>(size == 0 ? 8 : size, rest.size()));
  }
}

DeviceSymbols read_object(llvm::MemoryBufferRef buffer) {
  DeviceSymbols symbols;
  auto object = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!read(object)) return symbols;
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    auto name = section.getName();
    if (!read(name) || *name != "__nv_relfatbin") continue;
    auto contents = section.getContents();
    if (read(contents)) add_blobs(*contents, symbols);
  }
  for (const llvm::object::SymbolRef& symbol : (*object)->symbols()) {
    auto name = symbol.getName();
    if (read(name) && name->starts_with("__cudaRegisterLinkedBinary__nv_")) {
      symbols.registered_by = name->str();
    }
  }
  return symbols;
}

// -lname: the static library of the first -L directory that has one, as the linker searches.
std::string path_of(const Options& options, const std::string& word) {
  if (!word.starts_with("-l")) return word;
  for (const std::string& option : options.linker) {
    if (!option.starts_with("-L")) continue;
    const fs::path base = fs::path(option.substr(2)) / ("lib" + word.substr(2));
    if (fs::exists(base.string() + ".so")) return {};
    if (fs::exists(base.string() + ".a")) return base.string() + ".a";
  }
  return {};
}

class Resolver {
 public:
  void add_file(const std::string& path) {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file) return;
    const llvm::MemoryBufferRef buffer = (*file)->getMemBufferRef();
    if (!buffer.getBuffer().starts_with("!<")) {
      take(read_object(buffer));
      return;
    }
    auto archive = llvm::object::Archive::create(buffer);
    if (!read(archive)) return;
    llvm::Error error = llvm::Error::success();
    for (const auto& child : (*archive)->children(error)) {
      auto member = child.getMemoryBufferRef();
      if (read(member)) members_.push_back(read_object(*member));
    }
    llvm::consumeError(std::move(error));
  }

  std::vector<std::string> resolve() {
    std::vector<std::string> functions;
    for (bool found = true; found;) {
      found = false;
      for (DeviceSymbols& member : members_) {
        if (member.registered_by.empty() || !is_called(member)) continue;
        functions.push_back(std::exchange(member.registered_by, {}));
        take(member);
        found = true;
      }
    }
    return functions;
  }

 private:
  void take(const DeviceSymbols& symbols) {
    defined_.insert(symbols.defined.begin(), symbols.defined.end());
    used_.insert(symbols.used.begin(), symbols.used.end());
  }

  bool is_called(const DeviceSymbols& member) const {
    return std::ranges::any_of(member.defined, [&](const std::string& name) {
      return used_.contains(name) && !defined_.contains(name);
    });
  }

  std::set<std::string> defined_, used_;
  std::vector<DeviceSymbols> members_;
};

}  // namespace

std::vector<std::string> called_members(const Options& options,
                                        const std::vector<std::string>& files) {
  Resolver resolver;
  for (const std::string& file : files) {
    const std::string path = path_of(options, file);
    if (!path.empty()) resolver.add_file(path);
  }
  return resolver.resolve();
}

std::string references_to(const std::vector<std::string>& functions) {
  std::string declarations, names;
  for (const std::string& function : functions) {
    declarations +=
        fmt::format("__attribute__((visibility(\"hidden\"))) void {}(void);\n", function);
    names += function + ", ";
  }
  if (functions.empty()) return "\n";
  return fmt::format("{}__attribute__((used)) static void (*const members[])(void) = {{{}}};\n",
                     declarations, names);
}

}  // namespace heddle::frontend
