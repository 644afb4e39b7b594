// SPDX-License-Identifier: Apache-2.0
// One row of the option table: names, shape of the value, what it does, and a line of help.
#pragma once

#include <span>
#include <string_view>

#include "frontend/options.h"

namespace heddle::frontend {

enum class ValueKind {
  kNone,      // -c
  kValue,     // -o file, -o=file
  kJoined,    // -I dir, -Idir, -I=dir
  kAttached,  // -O3, -Wno-x: the rest of the word, which may be empty
  kKind,      // -Werror, -Werror=kind, -Werror kind: a file name is never taken for the value
  kBool,      // -ftz=true, -ftz true; bare means true
};

struct OptionRow {
  std::string_view names;  // separated by spaces, the most used one first
  ValueKind kind;
  std::string_view help;  // empty: accepted, not listed
  void (*apply)(Options& options, std::string_view value);
  // "FILE", "FOLDER" or the words there are, as "legacy|null". The initialiser lets rows leave it
  // out.
  std::string_view values = {};  // NOLINT(readability-redundant-member-init)
};

std::span<const OptionRow> option_table();

}  // namespace heddle::frontend
