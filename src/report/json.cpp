// SPDX-License-Identifier: Apache-2.0
#include "report/finding_json.h"
#include "report/report.h"

namespace heddle::report {

std::string as_json(const Report& report) {
  Json json;
  json["tool"] = "heddle check";
  json["version"] = report.version;
  json["command"] = report.command;
  json["findings"] = Json::array();
  for (const auto& finding : report.findings) json["findings"].push_back(to_json(finding));
  json["errors"] = report.errors();
  json["warnings"] = report.warnings();
  json["occurrences"] = report.occurrences();
  json["suppressed"] = report.suppressed;
  json["over_limit"] = report.over_limit;
  json["in_baseline"] = report.in_baseline;
  json["remarks"] = report.remarks;
  // Names of files may be no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
