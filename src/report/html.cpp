// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: the JSON form and the script that draws it.
#include <fmt/format.h>

#include "report/comparison_json.h"
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

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

// What the page needs to show both reports beside each other: to which of its profiles the changes
// belong, and the older source with its lines' partners.
Json to_json(const Compared& compared) {
  auto json = comparison_to_json(compared.comparison, compared.name, "");
  std::size_t k = 0;
  for (const auto& kernel : compared.comparison.kernels) {
    if (!kernel.changed()) continue;
    json["kernels"][k++]["profile"] =
        kernel.after ? Json(kernel.after - compared.after->profiles.data()) : Json(nullptr);
  }
  json["command"] = compared.before->command;
  json["files"] = Json::array();
  for (const auto& file : compared.comparison.files) {
    json["files"].push_back({{"before", file.before},
                             {"after", file.after},
                             {"was", file.was},
                             {"text", text_of(compared.before->sources.at(file.before))}});
  }
  return json;
}

}  // namespace

std::string report_as_html(std::string_view json, std::span<const Compared> comparisons) {
  Json compared = Json::array();
  for (const auto& one : comparisons) compared.push_back(to_json(one));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>heddle profile</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n</head>\n<body>\n{}"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script type=\"application/json\" id=\"comparisons\">{}</script>\n"
      "<script type=\"text/plain\" id=\"d3-licence\">\n{}</script>\n"
      "<script>\n{}</script>\n<script>\n{}{}</script>\n</body>\n</html>\n",
      kHtmlStyle, kHtmlBody, inside_script(json),
      inside_script(compared.dump(-1, ' ', false, Json::error_handler_t::replace)),
      kHtmlLibraryLicence, kHtmlLibrary, kHtmlPictures, kHtmlScript);
}

std::string profile_as_html(const ProfileReport& report) {
  return report_as_html(profile_as_compact_json(report), {});
}

}  // namespace heddle::report
