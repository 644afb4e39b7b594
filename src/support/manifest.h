// SPDX-License-Identifier: Apache-2.0
// What an entry of the cache was made of: a text with a line a file, "hash path".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::support {

std::string content_hash(std::string_view contents);

// The files of a make rule "target: a b \<newline> c": spaces in names are escaped.
std::vector<std::string> rule_files(const std::string& rule);

// The first line is the result's own, the others are the files' that went into it.
std::string manifest_of(std::string_view result, const std::vector<std::string>& files);
// These files; none if the text is damaged.
std::vector<std::string> files_in(const std::string& manifest);

// Whether the result and all files have still the contents that the manifest records.
bool is_current(const std::string& manifest, std::string_view result);

}  // namespace heddle::support
