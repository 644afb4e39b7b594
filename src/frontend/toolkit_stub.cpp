// SPDX-License-Identifier: Apache-2.0
#include "frontend/toolkit_stub.h"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "frontend/toolchain.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

constexpr char kFiller = '/';  // no name of a symbol begins so

// An entry `index` of a table at `offset`; nothing if the file ends before.
template <typename Entry>
std::optional<Entry> entry_at(const std::string& file, std::uint64_t offset, std::uint64_t index) {
  const std::uint64_t begin = offset + index * sizeof(Entry);
  if (begin > file.size() || file.size() - begin < sizeof(Entry)) return std::nullopt;
  Entry entry;
  std::memcpy(&entry, file.data() + begin, sizeof entry);
  return entry;
}

// Where the SONAME begins in the file.
std::optional<std::uint64_t> soname_offset(const std::string& file) {
  const auto header = entry_at<Elf64_Ehdr>(file, 0, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto section = entry_at<Elf64_Shdr>(file, header->e_shoff, i);
    if (!section || section->sh_type != SHT_DYNAMIC) continue;
    const auto strings = entry_at<Elf64_Shdr>(file, header->e_shoff, section->sh_link);
    for (unsigned k = 0; strings && k < section->sh_size / sizeof(Elf64_Dyn); ++k) {
      const auto entry = entry_at<Elf64_Dyn>(file, section->sh_offset, k);
      if (entry && entry->d_tag == DT_SONAME) return strings->sh_offset + entry->d_un.d_val;
    }
  }
  return std::nullopt;
}

std::string string_at(const std::string& file, std::uint64_t offset) {
  const std::size_t end = offset < file.size() ? file.find('\0', offset) : std::string::npos;
  return end == std::string::npos ? std::string() : file.substr(offset, end - offset);
}

// Bytes from there that a string and its end may take.
std::size_t room_at(const std::string& file, std::uint64_t offset) {
  std::size_t end = file.find('\0', offset) + 1;
  if (end < file.size() && file[end] == kFiller) end = file.find('\0', end) + 1;
  return end == 0 ? 0 : end - offset;
}

// Programs that are linked at this moment see the old file or the new one.
bool replace(const std::string& path, const std::string& contents) {
  const std::string fresh = fmt::format("{}.{}", path, getpid());
  std::ofstream out(fresh, std::ios::binary);
  out << contents;
  out.close();
  std::error_code error;
  if (out) fs::rename(fresh, path, error);
  const bool done = out && !error;
  if (!done) fs::remove(fresh, error);
  return done;
}

}  // namespace

std::string stub_soname(const std::string& file) {
  const std::string contents = support::read_file(file).value_or("");
  const auto offset = soname_offset(contents);
  return offset ? string_at(contents, *offset) : std::string();
}

bool refresh_stub(const std::string& file, const std::string& library) {
  std::string contents = support::read_file(file).value_or("");
  const auto offset = soname_offset(contents);
  if (!offset) return false;
  const std::string current = string_at(contents, *offset);
  std::error_code error;
  if (current == library || fs::equivalent(current, library, error)) return true;
  const std::size_t room = room_at(contents, *offset);
  if (library.size() + 1 > room) return false;
  std::string put = library;
  if (put.size() + 1 < room) put += '\0';
  put.resize(room - 1, kFiller);  // the last byte of the room stays the end
  contents.replace(*offset, put.size(), put);
  return replace(file, contents);
}

bool refresh_toolkit_stub() {
  return refresh_stub(toolkit_library_dir() + "/stubs/libheddle.so",
                      toolchain().library_dir + "/libheddle.so");
}

}  // namespace heddle::frontend
