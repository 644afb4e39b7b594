// SPDX-License-Identifier: Apache-2.0
#include "report/finding_json.h"

namespace heddle::report {

using namespace checker;

namespace {

Json of(const Place& place) {
  return {{"function", place.function},
          {"file", place.file},
          {"line", place.line},
          {"column", place.column}};
}

Place place_from(const Json& json) {
  return {json.at("function"), json.at("file"), json.at("line"), json.at("column")};
}

Json of(const std::optional<Index3>& index) {
  return index ? Json(*index) : Json(nullptr);
}

std::optional<Index3> index_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<Index3>();
}

Json of(const Side& side) {
  Json json = {{"action", side.action}, {"places", Json::array()}};
  for (const auto& place : side.places) json["places"].push_back(of(place));
  json["thread"] = of(side.thread);
  json["block"] = of(side.block);
  if (!side.variables.empty()) json["variables"] = Json::array();
  for (const auto& one : side.variables) {
    json["variables"].push_back({{"name", one.name}, {"value", one.value}});
  }
  return json;
}

Side side_from(const Json& json) {
  Side side;
  side.action = json.at("action");
  for (const auto& place : json.at("places")) side.places.push_back(place_from(place));
  side.thread = index_from(json.at("thread"));
  side.block = index_from(json.at("block"));
  if (!json.contains("variables")) return side;
  for (const auto& one : json.at("variables")) {
    side.variables.push_back({one.at("name"), one.at("value")});
  }
  return side;
}

Json of(const Object& object) {
  return {{"kind", object.kind},
          {"name", object.name},
          {"bytes", object.bytes},
          {"call", object.call},
          {"relation", object.relation}};
}

Object object_from(const Json& json) {
  return {json.at("kind"), json.at("name"), json.at("bytes"), json.at("call"), json.at("relation")};
}

Json of(const Trace& trace) {
  Json json = {{"what", trace.what}, {"frames", Json::array()}};
  for (const auto& frame : trace.frames) {
    Json row = of(frame.place);
    row["module"] = frame.module;
    row["offset"] = frame.offset;
    json["frames"].push_back(std::move(row));
  }
  return json;
}

Trace trace_from(const Json& json) {
  Trace trace;
  trace.what = json.at("what");
  for (const auto& row : json.at("frames")) {
    trace.frames.push_back({row.at("module"), row.at("offset"), place_from(row)});
  }
  return trace;
}

}  // namespace

Json to_json(const Finding& finding) {
  Json json;
  json["class"] = row(finding.id).name;
  json["level"] = row(finding.id).level == Level::kError ? "error" : "warning";
  json["message"] = finding.headline;
  json["kernel"] = finding.kernel;
  if (!finding.launched_by.empty()) json["launched_by"] = finding.launched_by;
  json["occurrences"] = finding.occurrences;
  json["sides"] = Json::array();
  for (const auto& side : finding.sides) json["sides"].push_back(of(side));
  json["address"] = finding.address ? Json(*finding.address) : Json(nullptr);
  json["object"] = finding.object ? of(*finding.object) : Json(nullptr);
  json["notes"] = finding.notes;
  json["traces"] = Json::array();
  for (const auto& trace : finding.traces) json["traces"].push_back(of(trace));
  return json;
}

Finding finding_from(const Json& json) {
  Finding finding;
  const auto id = class_named(json.at("class").get<std::string>());
  if (!id) throw Json::other_error::create(501, "no class of findings", &json);
  finding.id = *id;
  finding.headline = json.at("message");
  finding.kernel = json.at("kernel");
  finding.launched_by = json.value("launched_by", "");
  finding.occurrences = json.at("occurrences");
  for (const auto& side : json.at("sides")) finding.sides.push_back(side_from(side));
  if (!json.at("address").is_null()) finding.address = json.at("address").get<std::uint64_t>();
  if (!json.at("object").is_null()) finding.object = object_from(json.at("object"));
  finding.notes = json.at("notes").get<std::vector<std::string>>();
  for (const auto& trace : json.at("traces")) finding.traces.push_back(trace_from(trace));
  return finding;
}

}  // namespace heddle::report
