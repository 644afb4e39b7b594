// SPDX-License-Identifier: Apache-2.0
// The C interface of libheddle-compiler, which the engine opens with dlopen when a kernel is not in
// the code cache. A process that runs only cached kernels never loads it (nor LLVM).
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

struct HeddleBitcode {
  const std::uint8_t* data;
  std::size_t size;
};

enum HeddleCompileFlags : std::uint32_t {
  kHeddleWideGrid = 1u << 0,   // gridDim * blockDim may exceed 2^31-1 in a dimension
  kHeddleReference = 1u << 1,  // KernelMode::kFiberThread
  kHeddleProbes = 1u << 2,     // insert probe events (see probes/)
  kHeddleFiber = 1u << 3,      // use KernelMode::kFiberWarp even where kStep would do (testing)
  kHeddleDebug = 1u << 4,      // with kHeddleReference: code for a debugger (heddle cc -G)
  kHeddleSwitches = 1u << 5,   // with kHeddleReference: threads may change at accesses
};

struct HeddleCompileRequest {
  const HeddleBitcode* modules;  // [0] defines the kernel; the others are linked to it (-rdc)
  std::size_t module_count;
  const char* kernel;          // mangled name
  std::uint32_t block_dim[3];  // the shape to specialise to
  std::uint32_t flags;         // HeddleCompileFlags
  const char* isa;             // "avx512", "avx2", "baseline"
  std::uint32_t probe_mask;    // with kHeddleProbes: bits of probes::Event
  const char* dump_dir;        // HEDDLE_DUMP, or null
  const char* passes;          // HEDDLE_PASSES, or null
  double budget;               // CPU seconds that it should take at most, 0: any
  bool log;                    // say in `log` what it cost
};

struct HeddleCompileResult {
  std::uint8_t* object;  // a shared object (ELF), null on failure; release with heddle_compile_free
  std::size_t object_size;
  char* error;   // one or more lines, null on success
  char* log;     // where it was asked for, on success: see compiler/compile_log.h
  bool hurried;  // made in a cheaper way than could be, as the budget does not allow for more
};

// Reads a setting of HEDDLE_PASSES. 0 when it is one, or 1 and a sentence that says why not.
int heddle_check_passes(const char* passes, char* out, std::size_t out_size);

// 0 on success, 1 on failure (result->error says why). Thread-safe.
int heddle_compile(const HeddleCompileRequest* request, HeddleCompileResult* result);
void heddle_compile_free(HeddleCompileResult* result);

enum HeddlePtxOutcome {
  kHeddlePtxGood,
  kHeddlePtxInvalid,
  kHeddlePtxUnknownVersion,
  kHeddlePtxUnresolved
};

struct HeddlePtxResult {
  std::uint8_t* blob;  // a device image (image/image.h), null on failure
  std::size_t blob_size;
  char* error;  // null on success
};

// PTX text to a device image; a HeddlePtxOutcome. `name`: what the error calls the text.
// `relocatable`: for heddle_link_images. Thread-safe.
int heddle_translate_ptx(const char* text, std::size_t size, const char* name, bool relocatable,
                         HeddlePtxResult* result);
void heddle_translate_ptx_free(HeddlePtxResult* result);

struct HeddleLinkInput {
  const std::uint8_t* blob;  // with one image
  std::size_t size;
  const char* name;  // what errors call it
};

// Device images to one; kHeddlePtxGood, kHeddlePtxInvalid (they do not fit together) or
// kHeddlePtxUnresolved. Release with heddle_translate_ptx_free. Thread-safe.
int heddle_link_images(const HeddleLinkInput* inputs, std::size_t count, HeddlePtxResult* result);

// The same as PTX text, in place of an image, for devices of compute capability `arch`, e.g. 90.
// What is called and not defined is the next linker's to find.
int heddle_link_ptx(const HeddleLinkInput* inputs, std::size_t count, std::uint32_t arch,
                    HeddlePtxResult* result);

// Identifies the interface version of this library (the engine adds size and time of the library
// file to its cache key, so it need not load it to notice a rebuild).
const char* heddle_compiler_build_id(void);

// Source position of a code address inside a compiled kernel, for fault messages. Writes
// "file:line" (innermost user frame) and returns 0, or returns 1 when there is none.
int heddle_symbolize(const char* object_path, std::uint64_t offset, char* out,
                     std::size_t out_size);
}
