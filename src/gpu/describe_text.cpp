// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/cluster.h"
#include "gpu/describe.h"
#include "gpu/registry.h"

namespace heddle::gpu {
namespace {

class Lines {
 public:
  void add(std::string_view label, const std::string& value) {
    text_ += fmt::format("  {:<47}{}\n", fmt::format("{}:", label), value);
  }
  void heading(const std::string& line) { text_ += line + "\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string bytes(Integer value) {
  return fmt::format("{} bytes", value);
}
std::string mib(Integer value) {
  return fmt::format("{} MBytes ({} bytes)", value >> 20, value);
}
std::string mhz(Integer khz) {
  return fmt::format("{} MHz", khz / 1000);
}
std::string yes(bool value) {
  return value ? "Yes" : "No";
}
std::string tuple(const Integers& values) {
  return fmt::format("({})", fmt::join(values, ", "));
}

std::string bytes(const std::optional<Integer>& value) {
  return value ? bytes(*value) : "not known";
}

void add_chip(const Model& m, Lines& out) {
  out.add("CUDA capability", fmt::format("{}.{} ({})", m.major, m.minor, m.architecture));
  out.add("Total amount of global memory", mib(m.chip.memory_bytes));
  out.add(
      fmt::format("({}) multiprocessors, ({}) CUDA cores each", m.chip.sm_count, m.sm.fp32_lanes),
      fmt::format("{} CUDA cores", m.chip.sm_count * m.sm.fp32_lanes));
  out.add("GPU max clock rate", mhz(m.chip.clock_khz));
  out.add("Memory", fmt::format("{}, {}-bit, {}", m.chip.memory_kind, m.chip.memory_bus_bits,
                                mhz(m.chip.memory_clock_khz)));
  out.add("L2 cache size", bytes(m.chip.l2_bytes));
  out.add("L2 for persisting accesses, at most", bytes(m.chip.l2_persisting_max_bytes));
  out.add("Peaks",
          fmt::format("{:.1f} TFLOP/s float, {:.2f} double, {:.0f} GB/s", m.fp32_flops() / 1e12,
                      m.fp64_flops() / 1e12, m.memory_bytes_per_second() / 1e9));
}

void add_sm(const Model& m, Lines& out) {
  out.add("Constant memory", bytes(m.launch.constant_bytes));
  out.add("L1 cache and shared memory per multiprocessor", bytes(m.sm.unified_l1_bytes));
  out.add("Shared memory per multiprocessor, at most", bytes(m.sm.shared_bytes));
  out.add("Shared memory per block", bytes(m.sm.shared_per_block_bytes));
  out.add("Shared memory per block, opt-in", bytes(m.sm.shared_per_block_optin_bytes));
  out.add("Shared memory per block, reserved", bytes(m.sm.shared_reserved_per_block_bytes));
  out.add("Registers per multiprocessor and per block",
          fmt::format("{}, {}", m.sm.registers, m.sm.max_registers_per_block));
  out.add("Warp size", std::to_string(m.launch.warp_size));
  out.add("Threads, warps, blocks per multiprocessor",
          fmt::format("{}, {}, {}", m.max_threads_per_sm(), m.sm.max_warps, m.sm.max_blocks));
}

void add_launch(const Model& m, Lines& out) {
  out.add("Threads per block", std::to_string(m.launch.max_threads_per_block));
  out.add("Max dimension sizes of a block (x,y,z)", tuple(m.launch.max_block_dim));
  out.add("Max dimension sizes of a grid (x,y,z)", tuple(m.launch.max_grid_dim));
  out.add("Max blocks of a cluster",
          has_clusters(m) ? fmt::format("{} ({} non-portable)", m.launch.max_cluster_blocks,
                                        m.launch.max_cluster_blocks_nonportable)
                          : std::string("no clusters"));
  out.add("Maximum memory pitch", bytes(m.launch.max_pitch_bytes));
  out.add("Texture alignment", bytes(m.texture.alignment_bytes));
  out.add("Max texture dimension sizes",
          fmt::format("1D={} 2D={} 3D={}", tuple(m.texture.max_1d), tuple(m.texture.max_2d),
                      tuple(m.texture.max_3d)));
  out.add("Copy engines", m.chip.copy_engines ? std::to_string(*m.chip.copy_engines) : "not known");
  out.add("ECC", m.chip.ecc ? "Enabled" : "Disabled");
  out.add("Grid-wide barriers on this GPU", yes(m.launch.cooperative));
}

}  // namespace

std::string describe_text(const Model& model, int ordinal) {
  Lines out;
  out.heading(fmt::format("Device {}: \"{}\" (model {}, simulated on the CPU)", ordinal, model.name,
                          model.id));
  add_chip(model, out);
  add_sm(model, out);
  add_launch(model, out);
  return out.text();
}

std::string list_models_text() {
  std::string text;
  for (const std::string& id : model_ids()) {
    std::variant<Model, std::string> found = find_model(id);
    if (const Model* m = std::get_if<Model>(&found))
      text += fmt::format("{:<9}{:<26}cc {:<5}{:>4} SMs {:>7} MBytes{}\n", m->id, m->name,
                          fmt::format("{}.{}", m->major, m->minor), m->chip.sm_count,
                          m->chip.memory_bytes >> 20, m->id == kDefaultModel ? "  (default)" : "");
  }
  return text;
}

}  // namespace heddle::gpu
