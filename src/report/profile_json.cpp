// SPDX-License-Identifier: Apache-2.0
#include "report/profile_json.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace heddle::report {

using profiler::Access;
using profiler::AccessSums;
using profiler::ClassCounts;
using profiler::Code;
using profiler::CostlyAccess;
using profiler::Places;
using profiler::Profile;

namespace {

constexpr const char* kKinds[] = {"none", "load", "store", "atomic", "reduction"};
constexpr const char* kSpaces[] = {"generic", "global", "shared", "constant", "local"};

template <class Enum, std::size_t n>
Enum named(const Json& json, const char* const (&names)[n]) {
  const auto name = json.get<std::string>();
  const auto* const it = std::ranges::find_if(names, [&](const char* one) { return name == one; });
  return static_cast<Enum>(it == std::end(names) ? 0 : it - std::begin(names));
}

Places places_from(const Json& json) {
  Places places;
  for (const auto& one : json) {
    places.push_back({one.at("function"), one.at("file"), one.at("line"), one.at("column")});
  }
  return places;
}

// Classes that occur: {"ffma": [warps, threads]}.
Json classes_to_json(const Code& code) {
  Json json = Json::object();
  for (const auto& row : probes::kInstructionClasses) {
    const auto k = static_cast<unsigned>(row.id);
    if (code.warp_instructions[k] == 0) continue;
    json[row.name] = {code.warp_instructions[k], code.thread_instructions[k]};
  }
  return json;
}

// {"fp16_dst_fp32": operations}
Json matrix_to_json(const Code& code) {
  Json json = Json::object();
  for (const auto& row : probes::kMatrixPaths) {
    const auto operations = code.matrix_operations[static_cast<unsigned>(row.id)];
    if (operations != 0) json[row.name] = operations;
  }
  return json;
}

Code code_from(const Json& json) {
  Code code;
  code.places = places_from(json.at("places"));
  code.warps = json.at("warps");
  code.threads = json.at("threads");
  for (const auto& row : probes::kInstructionClasses) {
    const auto it = json.at("instructions").find(row.name);
    if (it == json.at("instructions").end()) continue;
    code.warp_instructions[static_cast<unsigned>(row.id)] = it->at(0);
    code.thread_instructions[static_cast<unsigned>(row.id)] = it->at(1);
  }
  const auto matrix = json.find("matrix_operations");
  for (const auto& row : probes::kMatrixPaths) {
    if (matrix == json.end() || !matrix->contains(row.name)) continue;
    code.matrix_operations[static_cast<unsigned>(row.id)] = matrix->at(row.name);
  }
  return code;
}

// Offsets of the active lanes; null for the others.
Json costly_to_json(const CostlyAccess& costly) {
  if (costly.active == 0) return nullptr;
  Json offsets = Json::array();
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    offsets.push_back(costly.active >> lane & 1 ? Json(costly.offsets[lane]) : Json(nullptr));
  }
  return {{"excess", costly.excess}, {"phase", costly.phase}, {"offsets", std::move(offsets)}};
}

CostlyAccess costly_from(const Json& json) {
  CostlyAccess costly;
  if (json.is_null()) return costly;
  costly.excess = json.at("excess");
  costly.phase = json.at("phase");
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    const auto& offset = json.at("offsets").at(lane);
    if (offset.is_null()) continue;
    costly.active |= std::uint64_t{1} << lane;
    costly.offsets[lane] = offset;
  }
  return costly;
}

Json access_to_json(const Access& access) {
  return {{"places", to_json(access.places)},
          {"kind", kKinds[static_cast<unsigned>(access.kind)]},
          {"space", kSpaces[static_cast<unsigned>(access.space)]},
          {"bytes", access.bytes},
          {"used_bytes", access.used_bytes},
          {"align", access.align},
          {"float_operation", access.float_operation},
          {"unjoined_operation", access.unjoined_operation},
          {"swap", access.swap},
          {"again", access.again},
          {"operand", access.operand},
          {"variable", access.variable},
          {"sums", to_json(access.sums)},
          {"inferred", access.inferred},
          {"most_costly", costly_to_json(access.costly)}};
}

Access access_from(const Json& json) {
  Access access;
  access.places = places_from(json.at("places"));
  access.kind = named<probes::AccessKind>(json.at("kind"), kKinds);
  access.space = named<probes::Space>(json.at("space"), kSpaces);
  access.bytes = json.at("bytes");
  access.used_bytes = json.at("used_bytes");
  access.align = json.at("align");
  access.float_operation = json.at("float_operation");
  access.unjoined_operation = json.value("unjoined_operation", false);
  access.swap = json.value("swap", false);
  access.again = json.value("again", false);
  access.operand = json.value("operand", false);
  access.variable = json.at("variable");
  for (const auto& row : profiler::kAccessSums) {
    const auto it = json.at("sums").find(row.name);
    if (it != json.at("sums").end()) access.sums.*row.member = *it;
  }
  access.inferred = json.value("inferred", std::uint64_t{0});
  access.costly = costly_from(json.at("most_costly"));
  return access;
}

// What a profile is a row of: name in JSON and member.
template <class Visit>
void for_each_number(Visit visit) {
  visit("process", &Profile::process);
  visit("device", &Profile::device);
  visit("first_launch", &Profile::first_launch);
  visit("launches", &Profile::launches);
  visit("launch_numbers", &Profile::numbers);
  visit("grid", &Profile::grid);
  visit("block", &Profile::block);
  visit("cluster", &Profile::cluster);
  visit("static_shared_bytes", &Profile::static_shared);
  visit("dynamic_shared_bytes", &Profile::dynamic_shared);
  visit("registers_estimate", &Profile::registers);
  visit("local_bytes_per_thread", &Profile::local_bytes);
  visit("launch_bounds_threads", &Profile::max_threads);
  visit("faulted", &Profile::faulted);
  visit("threads_ran_one_by_one", &Profile::one_by_one);
  visit("misses_functions", &Profile::misses_functions);
  visit("cache_lines_of_one", &Profile::lines_of_one);
}

Json functions_to_json(const profiler::FunctionCounts& functions) {
  Json json = Json::object();
  for (const auto& row : probes::kFunctions) {
    const auto count = functions[static_cast<unsigned>(row.id)];
    if (count != 0) json[row.name] = count;
  }
  return json;
}

constexpr const char* kWaits[] = {"cycles", "nanoseconds", "looks", "locks"};
static_assert(std::size(kWaits) == probes::kWaitKindCount);

profiler::FunctionCounts functions_from(const Json& json) {
  profiler::FunctionCounts functions{};
  for (const auto& row : probes::kFunctions) {
    functions[static_cast<unsigned>(row.id)] = json.value(row.name, std::uint64_t{0});
  }
  return functions;
}

Json waits_to_json(const profiler::Rounds& rounds) {
  Json json = Json::object();
  for (unsigned k = 0; k < probes::kWaitKindCount; ++k) {
    if (rounds.waits[k] != 0) json[kWaits[k]] = rounds.waits[k];
  }
  return json;
}

Json rounds_to_json(const profiler::Rounds& rounds) {
  return {{"global", rounds.global},
          {"shared", rounds.shared},
          {"global_unrolled", rounds.global_unrolled},
          {"shared_unrolled", rounds.shared_unrolled},
          {"loop_overhead", rounds.loop_overhead},
          {"atomic", rounds.atomic},
          {"chain", rounds.chain},
          {"chain_unrolled", rounds.chain_unrolled},
          {"alu_only", rounds.alu_only},
          {"warp_cycles", rounds.warp_cycles},
          {"block_cycles", rounds.block_cycles},
          {"longest_warp", rounds.longest_warp},
          {"longest_block", rounds.longest_block},
          {"functions", functions_to_json(rounds.functions)},
          {"function_threads", functions_to_json(rounds.function_threads)},
          {"waits", waits_to_json(rounds)}};
}

profiler::Rounds rounds_from(const Json& json) {
  profiler::Rounds rounds;
  rounds.global = json.at("global");
  rounds.shared = json.at("shared");
  rounds.global_unrolled = json.at("global_unrolled");
  rounds.shared_unrolled = json.at("shared_unrolled");
  rounds.loop_overhead = json.at("loop_overhead");
  rounds.atomic = json.at("atomic");
  rounds.chain = json.at("chain");
  rounds.chain_unrolled = json.at("chain_unrolled");
  rounds.alu_only = json.at("alu_only");
  rounds.warp_cycles = json.at("warp_cycles");
  rounds.block_cycles = json.at("block_cycles");
  rounds.longest_warp = json.at("longest_warp");
  rounds.longest_block = json.at("longest_block");
  rounds.functions = functions_from(json.value("functions", Json::object()));
  rounds.function_threads = functions_from(json.value("function_threads", Json::object()));
  const auto waits = json.value("waits", Json::object());
  for (unsigned k = 0; k < probes::kWaitKindCount; ++k) {
    rounds.waits[k] = waits.value(kWaits[k], std::uint64_t{0});
  }
  return rounds;
}

Json caches_to_json(const std::vector<profiler::CacheCounts>& caches) {
  Json json = Json::object();
  for (const auto& counts : caches) {
    auto& own = json[counts.gpu] = Json::object();
    for (const auto& row : profiler::kCacheCounts) own[row.name] = counts.*row.member;
  }
  return json;
}

std::vector<profiler::CacheCounts> caches_from(const Json& json) {
  std::vector<profiler::CacheCounts> caches;
  for (const auto& [gpu, own] : json.items()) {
    auto& counts = caches.emplace_back();
    counts.gpu = gpu;
    for (const auto& row : profiler::kCacheCounts) {
      counts.*row.member = own.value(row.name, std::uint64_t{0});
    }
  }
  return caches;
}

}  // namespace

Json to_json(const Places& places) {
  Json json = Json::array();
  for (const auto& place : places) {
    json.push_back({{"function", place.function},
                    {"file", place.file},
                    {"line", place.line},
                    {"column", place.column}});
  }
  return json;
}

Json to_json(const AccessSums& sums) {
  Json json = Json::object();
  for (const auto& row : profiler::kAccessSums) {
    if (sums.*row.member != 0) json[row.name] = sums.*row.member;
  }
  return json;
}

Json to_json(const Profile& profile) {
  Json json = {{"kernel", profile.kernel}, {"mangled", profile.mangled}};
  for_each_number([&](const char* name, auto member) { json[name] = profile.*member; });
  json["code"] = Json::array();
  for (const auto& code : profile.code) {
    if (code.warps == 0) continue;
    json["code"].push_back({{"places", to_json(code.places)},
                            {"warps", code.warps},
                            {"threads", code.threads},
                            {"instructions", classes_to_json(code)},
                            {"matrix_operations", matrix_to_json(code)}});
  }
  json["branches"] = Json::array();
  for (const auto& branch : profile.branches) {
    if (branch.warps == 0) continue;
    json["branches"].push_back({{"places", to_json(branch.places)},
                                {"warps", branch.warps},
                                {"divergent", branch.divergent}});
  }
  json["accesses"] = Json::array();
  for (const auto& access : profile.accesses) json["accesses"].push_back(access_to_json(access));
  json["rounds"] = rounds_to_json(profile.rounds);
  json["caches"] = caches_to_json(profile.caches);
  json["managed_bytes_moved"] = profile.managed_moved;
  return json;
}

Profile profile_from(const Json& json) {
  Profile profile;
  profile.kernel = json.at("kernel");
  profile.mangled = json.at("mangled");
  for_each_number([&](const char* name, auto member) {
    profile.*member = json.at(name).get<std::remove_reference_t<decltype(profile.*member)>>();
  });
  profile.managed_moved = json.value("managed_bytes_moved", std::uint64_t{0});
  for (const auto& one : json.at("code")) profile.code.push_back(code_from(one));
  for (const auto& one : json.at("branches")) {
    profile.branches.push_back(
        {places_from(one.at("places")), one.at("warps"), one.at("divergent")});
  }
  for (const auto& one : json.at("accesses")) profile.accesses.push_back(access_from(one));
  profile.rounds = rounds_from(json.at("rounds"));
  profile.caches = caches_from(json.at("caches"));
  return profile;
}

}  // namespace heddle::report
