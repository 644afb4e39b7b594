// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/fault_report.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <signal.h>

#include <algorithm>

#include "engine/probes/listeners.h"
#include "support/demangle.h"

namespace heddle::engine {
namespace {

std::string thread_name(const Dim3& block, std::uint64_t linear) {
  return fmt::format("({},{},{})", linear % block.x, linear / block.x % block.y,
                     linear / block.x / block.y);
}

// " threads (0,0,0)-(31,0,0) [warp 0]"
std::string warp_threads(const Grid& grid) {
  const Dim3& block = grid.variant->block;
  if (grid.fault.has_thread) return " thread " + thread_name(block, grid.fault.thread);
  const std::uint64_t first = std::uint64_t{grid.fault.warp} * abi::kWarpSize;
  const std::uint64_t threads = std::uint64_t{grid.fault.warps} * abi::kWarpSize;
  const std::uint64_t last = std::min(first + threads, block.count()) - 1;
  const auto warps = grid.fault.warps == 1 ? fmt::format("warp {}", grid.fault.warp)
                                           : fmt::format("one of warps {}-{}", grid.fault.warp,
                                                         grid.fault.warp + grid.fault.warps - 1);
  return fmt::format(" threads {}-{} [{}]", thread_name(block, first), thread_name(block, last),
                     warps);
}

std::string barrier_name(std::uint32_t barrier) {
  if (barrier == abi::kGridBarrier) return "the grid's barrier";
  if (barrier == abi::kClusterBarrier) return "the cluster's barrier";
  return fmt::format("barrier {}", barrier);
}

const char* refused(Fault::Refused why) {
  switch (why) {
    case Fault::Refused::kNoMap:
      return "tensor copy by what is no tensor map";
    case Fault::Refused::kRank:
      return "tensor copy of another number of dimensions than its map has";
    case Fault::Refused::kColumnsByTiles:
      return "im2col tensor copy by a tiled map";
    case Fault::Refused::kTilesByColumns:
      return "tiled tensor copy by an im2col map";
    case Fault::Refused::kReduction:
      return "tensor reduction that there is not for elements of its map's type";
    case Fault::Refused::kCoordinate:
      return "tensor copy from an innermost coordinate that is no multiple of 16 bytes";
    case Fault::Refused::kNegative:
      return "tensor copy into a tensor from a coordinate below 0";
  }
  return "";
}

// Through a pointer, what is no device function.
std::string called(std::uintptr_t address) {
  if (address == 0) return "call through a null function pointer";
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(address), &info) || !info.dli_fname) {
    return fmt::format("call of address {:#x}, where no function is", address);
  }
  const bool named = info.dli_sname && info.dli_saddr == reinterpret_cast<void*>(address);
  const auto name = named ? " '" + support::demangle(info.dli_sname) + "'" : "";
  return fmt::format("call of the host's function{} (take its address in device code)", name);
}

std::string what(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::kStackOverflow:
      return "stack overflow (recursion too deep, or local arrays too large)";
    case Fault::Kind::kTrap:
      return "trap";
    case Fault::Kind::kInstruction:
      return refused(fault.refused);
    case Fault::Kind::kMisaligned:
      return "tensor copy of shared memory that is not aligned to 128 bytes";
    case Fault::Kind::kAssert:
      return "assertion failed";
    case Fault::Kind::kNoFunction:
      return called(fault.address);
    case Fault::Kind::kBarrier:
      return fmt::format(
          "{} is never released: the warps of mask {:#x} wait for threads that do not come",
          barrier_name(fault.barrier), fault.waiting);
    case Fault::Kind::kNoSuchBlock:
      return "access of shared memory of a rank that its cluster does not have";
    case Fault::Kind::kBlockLeft:
      return fmt::format(
          "access of shared memory of block ({},{},{}) of its cluster, which has ended",
          fault.other_block[0], fault.other_block[1], fault.other_block[2]);
    case Fault::Kind::kDescriptor:
      return "a matrix descriptor of wgmma names memory outside of the block's shared memory";
    case Fault::Kind::kBlockGone:
      return fmt::format(
          "the grid's barrier is never released: block ({},{},{}) has ended without coming to it",
          fault.other_block[0], fault.other_block[1], fault.other_block[2]);
    case Fault::Kind::kEndless:
      if (fault.residents == 0) return "waits in a loop for what no thread is left to write";
      return fmt::format(
          "waits in a loop, as all {} blocks do that the GPU holds at once: the others cannot "
          "begin",
          fault.residents);
    case Fault::Kind::kDenied:
      return "so many wrong accesses of one block that it may never end";
    case Fault::Kind::kHost:
      return "the host has no memory left to run a block";
    default:
      break;
  }
  switch (fault.signal) {
    case SIGFPE:
      return "integer division by zero or out of range";
    case SIGILL:
      return "illegal instruction";
    default:
      break;
  }
  if (!fault.address_known) return "illegal address (not canonical, or not aligned)";
  return fmt::format("illegal address {:#x} ({})", fault.address, fault.write ? "write" : "read");
}

std::string position(const Grid& grid, CodeSource& source, std::uintptr_t pc) {
  if (!pc) return grid.fault.place ? grid.fault.place : "";
  const LoadedCode& code = grid.variant->code;
  std::string line;
  if (pc >= code.text_begin && pc < code.text_end) {
    line = source.symbolize(code.path, pc - code.base);
  } else {
    // A function that is called through a pointer lives in an object of its own.
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(pc), &info) && info.dli_fname) {
      line =
          source.symbolize(info.dli_fname, pc - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
    }
  }
  return line;
}

// Where threads wait for each other there is another event, or none: no thread is at fault.
bool is_of_a_thread(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::kSignal:
    case Fault::Kind::kStackOverflow:
    case Fault::Kind::kTrap:
    case Fault::Kind::kInstruction:
    case Fault::Kind::kMisaligned:
    case Fault::Kind::kAssert:
    case Fault::Kind::kNoSuchBlock:
    case Fault::Kind::kBlockLeft:
    case Fault::Kind::kDescriptor:
    case Fault::Kind::kDenied:
    case Fault::Kind::kNoFunction:
      return true;
    default:
      return false;
  }
}

}  // namespace

void tell_fault(const Grid& grid, CodeSource& source) {
  const Fault& fault = grid.fault;
  if (!grid.listeners || !grid.launch || !is_of_a_thread(fault)) return;
  if (!probes::has(grid.listeners->events(), probes::Event::kFault)) return;
  const auto text = what(fault);
  const auto place = position(grid, source, fault.assert_pc ? fault.assert_pc : fault.kernel_pc);
  const std::uint64_t first = std::uint64_t{fault.warp} * abi::kWarpSize;
  const std::uint64_t end = first + std::uint64_t{fault.warps} * abi::kWarpSize;
  probes::Fault event{*grid.launch, static_cast<int>(error_of(fault)), text, {}, 0, 0, place};
  std::ranges::copy(fault.block, event.block);
  if (fault.lane < abi::kWarpSize) {
    event.thread = static_cast<std::uint32_t>(first + fault.lane);
    event.threads = 1;
  } else if (fault.has_warp) {
    event.thread = static_cast<std::uint32_t>(first);
    event.threads = static_cast<std::uint32_t>(std::min(end, grid.variant->block.count()) - first);
  }
  grid.listeners->tell(probes::Event::kFault, [&](probes::Listener& l) { l.fault(event); });
}

std::string describe_fault(const Grid& grid, CodeSource& source) {
  const Fault& fault = grid.fault;
  const auto place = position(grid, source, fault.kernel_pc);
  return fmt::format("kernel {} block ({},{},{}){}: {}{}{}", support::demangle(grid.function->name),
                     fault.block[0], fault.block[1], fault.block[2],
                     fault.has_warp ? warp_threads(grid) : "", what(fault),
                     place.empty() ? "" : " at ", place);
}

}  // namespace heddle::engine
