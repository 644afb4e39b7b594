// SPDX-License-Identifier: Apache-2.0
// Text inside of XML: JUnit's files and SVG.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// Good between tags and in attributes with double quotes. Control characters that XML does not
// have, not even escaped, become question marks.
std::string xml_escaped(std::string_view text);

}  // namespace heddle::report
