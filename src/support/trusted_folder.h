// SPDX-License-Identifier: Apache-2.0
// Folders and files that nobody but the user (and root) can have written: what code is loaded from.
//
//     /            root                         checked: a folder above may be open to others only
//     /home/nina   nina   (where the walk       if it is sticky, as /tmp
//       .cache     nina    begins, if the
//                          folder is below)
//         heddle   nina 700                     checked: nobody else can write; never a link
//           kernels/1f3a...so  nina 600
//
// Each folder is opened relative to the one above it that was checked, and files are opened and
// checked by descriptor, so that what was checked is what is used.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::support {

// What stands on the way to a folder (kAbove), or is the folder itself or a file in it (kOwn).
enum class Place : std::uint8_t { kAbove, kOwn };

// Why `user` must not trust what `info` describes: "belongs to user 7", "can be written by others";
// empty when it may be trusted.
std::string distrust(const struct stat& info, uid_t user, Place place);

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int file, const void* data, std::size_t size);
bool read_all(int file, std::vector<std::uint8_t>* out);

class TrustedFolder {
 public:
  TrustedFolder() = default;

  // The folder `path`, made with what is missing above it (mode 700) if `make`. Empty when it is
  // not there, cannot be made (errno), or is not to be trusted; then errno is EPERM and a sentence
  // about it was written to stderr, the first time in this process.
  static TrustedFolder open(const std::string& path, bool make);
  // `path`, links resolved, when no other user can put something else there. Empty with `why`
  // (which folder on the way, and what is wrong with it), or with errno and no `why` if it is not
  // there.
  static TrustedFolder above(const std::string& path, std::string* why);
  // A folder in it, with the rules of open().
  TrustedFolder folder(const std::string& name, bool make) const;

  // For reading. Empty as above; a link, or what is no plain file, is not to be trusted either.
  Descriptor file(const std::string& name) const;
  // Writes `parts` one after the other into a file that has this name when it is complete, mode
  // `mode`. False with errno.
  using Bytes = std::pair<const void*, std::size_t>;
  bool store(const std::string& name, const std::vector<Bytes>& parts, mode_t mode) const;
  void remove(const std::string& name) const;

  explicit operator bool() const { return static_cast<bool>(descriptor_); }
  int descriptor() const { return descriptor_.number(); }
  const std::string& path() const { return path_; }
  // The name of a file in this very folder, whatever becomes of the folder's path. Good in other
  // processes as long as this one runs.
  std::string name_by_descriptor(const std::string& name) const;

 private:
  TrustedFolder(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  Descriptor descriptor_;
  std::string path_;
};

// One sentence about what is not trusted, the first time in this process.
void complain_once(std::string_view sentence);

// kUnforeseeable letters and digits that nobody can foresee.
inline constexpr std::size_t kUnforeseeable = 12;
std::string unforeseeable_name();

}  // namespace heddle::support
