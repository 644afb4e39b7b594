// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: the JSON form and the script that draws it.
#include <fmt/format.h>

#include "report/html_assets.h"
#include "report/profile_report.h"

namespace heddle::report {
namespace {

// JSON in a script element: "<" stands only within strings, and there it could end the element.
std::string inside_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string profile_as_html(const ProfileReport& report) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>heddle profile</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n</head>\n<body>\n{}"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script type=\"text/plain\" id=\"d3-licence\">\n{}</script>\n"
      "<script>\n{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      kHtmlStyle, kHtmlBody, inside_script(profile_as_compact_json(report)), kHtmlLibraryLicence,
      kHtmlLibrary, kHtmlScript);
}

}  // namespace heddle::report
