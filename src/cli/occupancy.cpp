// SPDX-License-Identifier: Apache-2.0
// heddle occupancy: how many blocks of a kernel fit on a multiprocessor, what keeps it from more,
// and the least that has to change.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"
#include "gpu/next_step.h"
#include "gpu/registry.h"
#include "profiler/pictures.h"
#include "report/figures/figures.h"
#include "support/option_words.h"
#include "support/settings.h"
#include "tools/profile/deliver.h"

namespace heddle::cli {
namespace {

using gpu::Integer;
using Json = nlohmann::ordered_json;

struct Options {
  std::string gpus;
  Integer block = 0;
  int registers = 0;
  Integer shared = 0;  // bytes of a block, static and dynamic
  bool json = false, help = false;
  std::string figure;
};

constexpr std::uint64_t kMostThreads = 1u << 20, kMostRegisters = 1u << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

// "12K", "1M", bytes.
Integer bytes_of(const std::string& text) {
  auto digits = text;
  Integer unit = 1;
  if (text.ends_with('K') || text.ends_with('k')) unit = 1024;
  if (text.ends_with('M') || text.ends_with('m')) unit = 1024 * 1024;
  if (unit != 1) digits.pop_back();
  return static_cast<Integer>(support::number_in(digits, kMostBytes)) * unit;
}

constexpr support::OptionRow<Options> kRows[] = {
    {"--gpu", "NAME[,NAME...]", "GPUs (default: HEDDLE_GPU, h200)",
     [](Options& o, const std::string& v) { o.gpus = v; }},
    {"--block", "N", "threads of a block",
     [](Options& o, const std::string& v) {
       o.block = static_cast<Integer>(support::number_in(v, kMostThreads));
     }},
    {"--registers", "N", "registers of a thread (default: no limit by them)",
     [](Options& o, const std::string& v) {
       o.registers = static_cast<int>(support::number_in(v, kMostRegisters));
     }},
    {"--shared", "BYTES", "shared memory of a block, also as 12K (default: none)",
     [](Options& o, const std::string& v) { o.shared = bytes_of(v); }},
    {"--figure", "FILE.svg", "draw occupancy over threads, registers and shared memory, of one GPU",
     [](Options& o, const std::string& v) { o.figure = v; }},
    {"--json", "", "for other programs", [](Options& o, const std::string&) { o.json = true; }},
    {"--help", "", "this text", [](Options& o, const std::string&) { o.help = true; }},
};

struct Answer {
  const gpu::Model& model;
  gpu::Occupancy now;
  std::optional<gpu::NextStep> step;
  std::string impossible;  // why no block runs
};

// What a block asks for and no launch can be given.
std::string impossible(const gpu::Model& m, const Options& o) {
  if (o.block > m.launch.max_threads_per_block) {
    return fmt::format("a block has at most {} threads", m.launch.max_threads_per_block);
  }
  if (o.registers > m.launch.max_registers_per_thread) {
    return fmt::format("a thread has at most {} registers", m.launch.max_registers_per_thread);
  }
  if (o.shared > m.sm.shared_per_block_optin_bytes) {
    return fmt::format("a block has at most {} bytes of shared memory",
                       m.sm.shared_per_block_optin_bytes);
  }
  return fmt::format("the registers of a block are more than {}", m.sm.max_registers_per_block);
}

gpu::KernelUse use_of(const gpu::Model& m, const Options& o) {
  gpu::KernelUse use;
  use.registers = o.registers;
  use.max_dynamic_shared_bytes = m.sm.shared_per_block_optin_bytes;
  return use;
}

void draw(const gpu::Model& m, const Options& o) {
  const auto curves = profiler::occupancy_curves(m, use_of(m, o), o.block, o.shared);
  const auto title =
      fmt::format("{} threads, {} registers, {} bytes of shared memory", o.block,
                  o.registers ? std::to_string(o.registers) : "any number of", o.shared);
  tools::write_file(o.figure, report::occupancy_figure(title, m, curves));
}

Answer answer_for(const gpu::Model& m, const Options& o) {
  const auto use = use_of(m, o);
  Answer answer{m, gpu::occupancy(m, use, o.block, o.shared), {}, {}};
  if (answer.now.blocks_per_sm == 0) {
    answer.impossible = impossible(m, o);
  } else {
    answer.step = gpu::next_step(m, use, o.block, o.shared);
  }
  return answer;
}

std::string limit_text(Integer blocks, const gpu::Model& m) {
  return blocks > m.sm.max_warps ? "none" : std::to_string(blocks);
}

void print(const Answer& answer, const Options& o) {
  const auto& [m, now, step, why] = answer;
  fmt::print("{} ({}): blocks of {} threads", m.name, m.id, o.block);
  if (o.registers) fmt::print(", {} registers a thread", o.registers);
  fmt::print(", {} bytes of shared memory\n", o.shared);
  if (!why.empty()) {
    fmt::print("  cannot launch: {}\n", why);
    return;
  }
  const auto row = [](const char* label, const std::string& value) {
    fmt::print("  {:<28} {:>8}\n", label, value);
  };
  row("warps of a block", std::to_string(now.warps_per_block));
  row("limit by warps", limit_text(now.limit_warps, m));
  row("limit by blocks", limit_text(now.limit_blocks, m));
  row("limit by registers", limit_text(now.limit_registers, m));
  row("limit by shared memory", limit_text(now.limit_shared, m));
  row("blocks on an SM", std::to_string(now.blocks_per_sm));
  row("warps on an SM",
      fmt::format("{} / {}", now.blocks_per_sm * now.warps_per_block, m.sm.max_warps));
  row("theoretical occupancy", fmt::format("{:.1f}%", 100 * now.ratio));
  row("limited by", gpu::limiter_name(now.limiter));
  row("blocks of a full GPU", std::to_string(now.blocks_per_sm * m.chip.sm_count));
  if (step) {
    fmt::print("  next step: {} makes it {} blocks, {:.1f}%\n", step->what,
               step->occupancy.blocks_per_sm, 100 * step->occupancy.ratio);
  }
}

Json limit_json(Integer blocks, const gpu::Model& m) {
  return blocks > m.sm.max_warps ? Json(nullptr) : Json(blocks);
}

Json to_json(const Answer& answer, const Options& o) {
  const auto& [m, now, step, why] = answer;
  Json json = {{"gpu", m.id},
               {"block", o.block},
               {"registers", o.registers ? Json(o.registers) : Json(nullptr)},
               {"shared_bytes", o.shared}};
  if (!why.empty()) {
    json["cannot_launch"] = why;
    return json;
  }
  json["warps_per_block"] = now.warps_per_block;
  json["limits"] = {{"warps", limit_json(now.limit_warps, m)},
                    {"blocks", limit_json(now.limit_blocks, m)},
                    {"registers", limit_json(now.limit_registers, m)},
                    {"shared_memory", limit_json(now.limit_shared, m)}};
  json["blocks_per_sm"] = now.blocks_per_sm;
  json["warps_per_sm"] = now.blocks_per_sm * now.warps_per_block;
  json["occupancy"] = now.ratio;
  json["limiter"] = gpu::limiter_name(now.limiter);
  json["next_step"] = nullptr;
  if (step) {
    json["next_step"] = {{"what", step->what},
                         {"blocks_per_sm", step->occupancy.blocks_per_sm},
                         {"occupancy", step->occupancy.ratio}};
  }
  return json;
}

int answered(const Options& options) {
  if (options.block == 0) throw support::OptionError("--block: how many threads has a block?");
  const auto found = gpu::find_models(options.gpus.empty() ? support::chosen_gpus() : options.gpus);
  if (const auto* sentence = std::get_if<std::string>(&found))
    throw support::OptionError(*sentence);
  const auto& models = std::get<std::vector<gpu::Model>>(found);
  if (!options.figure.empty()) {
    if (models.size() != 1) throw support::OptionError("--figure: of one GPU (--gpu NAME)");
    draw(models[0], options);
  }
  Json all = Json::array();
  for (const auto& model : models) {
    const auto answer = answer_for(model, options);
    if (options.json) {
      all.push_back(to_json(answer, options));
    } else {
      print(answer, options);
    }
  }
  if (options.json) fmt::print("{}\n", all.dump(2));
  return 0;
}

}  // namespace

std::vector<support::OptionText> occupancy_options() {
  return support::option_texts(kRows);
}

int occupancy(std::span<const std::string> words) {
  try {
    Options options;
    const auto used = support::read_option_rows(kRows, words, options);
    if (options.help) {
      fmt::print("{}\n{}", usage_of("occupancy"), support::option_rows_help(kRows));
      return 0;
    }
    if (used != words.size()) {
      throw support::OptionError(fmt::format("'{}' is no option of heddle occupancy", words[used]));
    }
    return answered(options);
  } catch (const support::OptionError& error) {
    throw frontend::Failure(error.what());
  }
}

}  // namespace heddle::cli
