// SPDX-License-Identifier: Apache-2.0
// The device image: what `heddle cc` puts into a host object for one translation unit.
//
// A blob (what __cuda_fatbin_wrapper points at) holds one Image per -gencode architecture. An image
// is LLVM bitcode plus the facts about it that the runtime must know without loading LLVM.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::image {

struct Param {
  std::uint32_t offset;  // bytes, in the packed parameter buffer
  std::uint32_t size;    // bytes
};

// One __global__ function.
struct KernelRecord {
  std::string name;  // mangled
  std::vector<Param> params;
  std::uint32_t param_bytes = 0;            // size of the packed buffer
  std::uint32_t static_shared_bytes = 0;    // __shared__ variables of all functions that it reaches
  std::uint32_t local_bytes = 0;            // per thread, stack objects left after optimisation
  std::uint32_t registers = 0;              // estimate per thread (no vendor assembler here)
  std::uint32_t max_threads_per_block = 0;  // __launch_bounds__, 0 = not given
  std::uint32_t min_blocks_per_sm = 0;      // __launch_bounds__, 0 = not given
  // __cluster_dims__(x, y, z), zeros = not given; without arguments: some cluster must be launched.
  std::array<std::uint32_t, 3> cluster_dims{};
  std::uint32_t cluster_must_be_set = 0;
};

enum class VariableKind : std::uint32_t { kDevice = 0, kConstant = 1, kManaged = 2 };

// An address stored in a variable's initialiser: at `offset`, the address of `symbol` + addend.
struct Relocation {
  std::uint64_t offset;
  std::string symbol;
  std::int64_t addend;
};

// One __device__, __constant__ or __managed__ variable (also vtables and other constants that hold
// addresses of functions).
struct VariableRecord {
  std::string name;  // mangled
  VariableKind kind = VariableKind::kDevice;
  bool is_external = false;  // declared here, defined in another translation unit (-rdc)
  bool is_local = false;     // internal linkage: not merged with same-named ones of other images
  std::uint64_t size = 0;
  std::uint32_t align = 1;
  std::vector<std::uint8_t> initial;  // empty = zero
  std::vector<Relocation> relocations;
};

struct Image {
  std::uint32_t arch = 0;          // the least compute capability that it is for, e.g. 90
  std::uint16_t compiled_for = 0;  // __CUDA_ARCH__ / 10: more than `arch` where no -arch was given
  bool relocatable = false;  // -rdc=true: device symbols are shared with the other such images of
                             // the same executable or shared object
  bool debug = false;        // -G
  bool line_info = false;    // -lineinfo, -g
  std::string source;        // main file, for messages
  std::vector<KernelRecord> kernels;
  std::vector<VariableRecord> variables;
  std::vector<std::string> address_taken;  // mangled names of device functions that are pointed to
  std::span<const std::uint8_t> bitcode;   // points into the blob (read) or at the caller's (write)
};

inline constexpr std::string_view kMagic = "HEDDLEIM";

// Serialises images into one blob.
std::vector<std::uint8_t> write_blob(std::span<const Image> images);

// Reads the blob at the beginning of `data`, which may be damaged: a file's. Empty when the magic
// or the version is not ours, when the contents run past the recorded size or that past `data`, or
// when a record contradicts itself. `bitcode` spans point into `data`.
std::optional<std::vector<Image>> read_blob(std::span<const std::uint8_t> data);

// The same for a blob in the program's own memory, of which only the beginning is known.
std::optional<std::vector<Image>> read_registered_blob(const std::uint8_t* data);

// Total size in bytes, as recorded, of the blob at the beginning of `data`; 0 when there is none.
std::uint64_t blob_size(std::span<const std::uint8_t> data);

// The image to use on a GPU of compute capability `arch` (e.g. 90): the highest that is not above
// it, else none (the caller reports cudaErrorNoKernelImageForDevice).
const Image* select_image(std::span<const Image> images, std::uint32_t arch);

}  // namespace heddle::image
