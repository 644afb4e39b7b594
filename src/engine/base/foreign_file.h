// SPDX-License-Identifier: Apache-2.0
// Files that are memory (memfd), as handles of 64 bytes name them to other processes of the user:
// /proc/<process>/fd/<number>, and the file's own number, so that nothing else is taken for it.
// Only files of this user's that were made here and cannot shrink are opened.
#pragma once

#include <cstdint>

namespace heddle::engine {

struct FileName {
  std::uint64_t magic = 0;  // what is in it
  std::int32_t process = 0;
  std::int32_t file = -1;
  std::uint64_t file_number = 0;
};

constexpr std::uint64_t kMemoryMagic = 0x3179726f6d656d68, kEventMagic = 0x31746e6576656868;

FileName name_of(int file, std::uint64_t magic);
bool is_own(const FileName& name);
// A new one of zeros, for this user alone, which can never become shorter: who maps it need not
// fear that its pages go away. -1: the system refuses.
int make_memory_file(const char* name, std::uint64_t bytes);
// The number behind `prefix` in the name that such a file was made with; -1: its name is another.
int number_in_name(int file, const char* prefix);
// The seal and the owner of such a file.
bool is_memory_of_this_user(int file);
// -1 if there is no such file (any more), if it is another user's, or if it has less than `bytes`.
int open_file(const FileName& name, std::uint64_t bytes);

}  // namespace heddle::engine
