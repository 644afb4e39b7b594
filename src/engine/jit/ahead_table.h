// SPDX-License-Identifier: Apache-2.0
// The kernels that compile-ahead is to compile, in memory that the program shares with it.
//
//   header | jobs | modules | names and bitcode
//
// A job belongs to whoever changes its state from kWaiting: the helper, which compiles it, or the
// launch that needs it first. The program makes the table and gives its descriptor away; both look
// at states only, all else is written once (a job's log before its state).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/hash.h"
#include "support/trusted_folder.h"

namespace heddle::engine {

struct AheadJob {
  enum State : std::uint32_t {
    kWaiting,
    kRunning,  // the helper compiles it
    kDone,     // it is in the cache
    kFailed,   // whoever launches it will see why
    kTaken,    // a launch compiles it
  };
  std::atomic<std::uint32_t> state{kWaiting};
  std::uint32_t block[3] = {};
  std::uint32_t flags = 0;  // HeddleCompileFlags
  std::uint32_t probe_mask = 0;
  double budget = 0;  // CPU seconds, 0: any
  support::Hash128 key;
  support::Hash128 instead;  // with a limit: what is filed under `key` when that is reached
  std::uint64_t kernel = 0;  // where its name is
  char log[2048] = {};       // what it cost (HEDDLE_LOG=compile)

  bool change(State from, State to);
  void wake_waiters();
  // Until the state is no longer kRunning, for `milliseconds` at most.
  void wait(int milliseconds);
};

// What all jobs of a table have in common.
struct AheadCommon {
  std::string compiler_folder;  // as CompilerLibrary has them
  std::string compiler_identity;
  std::string isa, passes;
  std::string cache_dir;
  std::uint64_t cache_bytes = 0;
  bool log = false;
  double limit = 0;  // CPU seconds of the helper, which may outlive the program; 0: it may not
  std::int32_t program = 0;                            // the process that asks
  std::vector<std::span<const std::uint8_t>> modules;  // bitcode; [0] defines the kernels
};

// A job as the program asks for it.
struct AheadRequest {
  std::string kernel;
  std::uint32_t block[3] = {};
  std::uint32_t flags = 0;
  std::uint32_t probe_mask = 0;
  double budget = 0;
  support::Hash128 key;
  support::Hash128 instead = {};
};

class AheadTable {
 public:
  ~AheadTable();
  AheadTable(const AheadTable&) = delete;
  AheadTable& operator=(const AheadTable&) = delete;

  // Null where the system gives no memory.
  static std::shared_ptr<AheadTable> make(const AheadCommon& common,
                                          std::span<const AheadRequest> requests);
  // For the helper. Null when the file is no such table.
  static std::unique_ptr<AheadTable> open(int descriptor);

  int descriptor() const { return file_.number(); }
  std::span<AheadJob> jobs() const;
  AheadCommon common() const;
  const char* text(std::uint64_t at) const;

  // The helper says which process it is.
  std::atomic<std::int32_t>& helper() const;
  // The helper has ended: what it had not finished is the launches' to do, and only states and logs
  // are kept.
  void end();

 private:
  struct Header;
  AheadTable(support::Descriptor file, void* memory, std::uint64_t size);
  Header& header() const;

  support::Descriptor file_;
  void* memory_;
  std::uint64_t size_;
};

}  // namespace heddle::engine
