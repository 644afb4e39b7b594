// SPDX-License-Identifier: Apache-2.0
#include "engine/rt/printf_format.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace heddle::engine {
namespace {

class PackedArguments {
 public:
  explicit PackedArguments(const void* args) : at_(reinterpret_cast<std::uintptr_t>(args)) {}
  template <class T>
  T take() {
    at_ = (at_ + alignof(T) - 1) & ~(alignof(T) - 1);
    T value;
    std::memcpy(&value, reinterpret_cast<const void*>(at_), sizeof value);
    at_ += sizeof value;
    ++count_;
    return value;
  }
  int count() const { return count_; }

 private:
  std::uintptr_t at_;
  int count_ = 0;
};

template <class T>
void append(std::string* out, const std::string& conversion, T value) {
  char text[128];
  const int size = std::snprintf(text, sizeof text, conversion.c_str(), value);
  if (size < 0) return;
  if (static_cast<std::size_t>(size) < sizeof text) {
    out->append(text, static_cast<std::size_t>(size));
    return;
  }
  std::string large(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(large.data(), large.size(), conversion.c_str(), value);
  out->append(large.c_str());
}

// A conversion specification: flags, width and precision with their '*' filled in, length, letter.
struct Conversion {
  std::string text = "%";
  bool is_long = false;  // 64-bit integer
  char letter = 0;
};

const char* parse(const char* p, PackedArguments* args, Conversion* out) {
  while (*p && std::strchr("-+ #0", *p)) out->text += *p++;
  for (int part = 0; part < 2; ++part) {
    if (part == 1) {
      if (*p != '.') break;
      out->text += *p++;
    }
    if (*p == '*') {
      ++p;
      out->text += std::to_string(args->take<int>());
    }
    while (*p >= '0' && *p <= '9') out->text += *p++;
  }
  bool half = false;
  for (; *p && std::strchr("hlLqjzt", *p); ++p) {
    half = half || *p == 'h';
    out->is_long = out->is_long || (*p != 'h' && *p != 'L');
    if (*p == 'h') out->text += 'h';
  }
  if (out->is_long && !half) out->text += "ll";
  out->letter = *p;
  return *p ? p + 1 : p;
}

void convert(Conversion c, PackedArguments* args, std::string* out) {
  switch (c.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      c.text += c.letter;
      if (c.is_long)
        append(out, c.text, args->take<long long>());
      else
        append(out, c.text, args->take<int>());
      return;
    case 'c':
      append(out, "%" + c.text.substr(1, c.text.find_first_of("lh") - 1) + "c", args->take<int>());
      return;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (c.is_long) c.text.resize(c.text.size() - 2);
      append(out, c.text + c.letter, args->take<double>());
      return;
    case 's': {
      const char* text = args->take<const char*>();
      if (c.is_long) c.text.resize(c.text.size() - 2);
      append(out, c.text + "s", text ? text : "(null)");
      return;
    }
    case 'p':
      append(out, c.text + "p", args->take<void*>());
      return;
    default:
      // An unknown letter is printed as it stands.
      out->append(c.text);
      if (c.letter) out->push_back(c.letter);
      return;
  }
}

}  // namespace

// CUDA C++ Programming Guide, "Formatted Output: Limitations": further conversions are printed as
// they stand.
constexpr int kMostArguments = 32;

int format_printf(const char* format, const void* args, std::string* out) {
  if (!format) return -1;
  PackedArguments packed(args);
  for (const char* p = format; *p;) {
    if (*p != '%') {
      const std::size_t plain = std::strcspn(p, "%");
      out->append(p, plain);
      p += plain;
    } else if (p[1] == '%') {
      out->push_back('%');
      p += 2;
    } else if (packed.count() >= kMostArguments) {
      out->push_back(*p++);
    } else {
      Conversion conversion;
      p = parse(p + 1, &packed, &conversion);
      convert(conversion, &packed, out);
    }
  }
  return packed.count();
}

}  // namespace heddle::engine
