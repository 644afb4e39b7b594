// SPDX-License-Identifier: Apache-2.0
// What a program that calls the runtime at random knows of it: which handles are good, what memory
// holds, and so what each call has to answer.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace fuzz {

using Bytes = std::vector<unsigned char>;

struct StreamState {
  bool non_blocking = false;
  int priority = 0;
};
struct EventState {
  bool timed = true;
  bool recorded = false;
};
// Device memory is used in one stream at a time, so that what it holds is known whenever that
// stream has been waited for.
struct Buffer {
  Bytes holds;
  cudaStream_t owner = nullptr;
  bool ordered = false;          // of a pool
  cudaMemPool_t pool = nullptr;  // the one that it counts for, if the model made it
};
struct PoolState {
  std::uint64_t most = 0, threshold = 0;
  int reuse = 1;
  bool on_host = false;
};
// Elements of one byte.
struct ArrayState {
  std::size_t width = 0, height = 1, depth = 1;
  Bytes holds;
  cudaStream_t owner = nullptr;
};

// What graphs work on: words of device memory, and counters of host functions. Nodes that use the
// same words come one after the other.
constexpr unsigned kWords = 12;
struct Words {
  unsigned* at = nullptr;
  unsigned holds[kWords] = {};
  cudaStream_t owner = nullptr;
  unsigned calls[kWords] = {}, calls_wanted[kWords] = {};
};
enum class Does { kNothing, kKernel, kFill, kCopy, kHost, kChild, kMemory };
struct NodeState {
  cudaGraphNode_t handle = nullptr;
  std::uint64_t id = 0;
  Does does = Does::kNothing;
  unsigned word = 0, from = 0, value = 0;
  bool enabled = true;
  std::vector<NodeState> child;
  std::vector<std::uint64_t> after, also_after;  // by their words; by choice
};
struct GraphState {
  std::vector<NodeState> nodes;    // each after those that it depends on
  std::uint64_t version = 0;       // of two graphs of one version, one can update the other
  bool memory = false;             // allocates
  bool open = true;                // the nodes' handles are known
  cudaGraphExec_t only = nullptr;  // its one executable graph, if it allocates
};
struct ExecState {
  std::vector<NodeState> nodes;
  std::uint64_t version = 0;
  std::size_t node_count = 0;
};

// Random choices, the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed * 2654435761u + 17) {}
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <class Container>
  auto any_of(const Container& from) {
    auto it = from.begin();
    std::advance(it, below(from.size()));
    return *it;
  }

 private:
  std::mt19937_64 engine_;
};

class Model {
 public:
  // `with_others`: other threads run sequences at the same time. What dies here may be born there.
  Model(std::uint64_t seed, bool with_others) : dice(seed), others(with_others), seed_(seed) {}

  Dice dice;
  const bool others;
  std::map<cudaStream_t, StreamState> streams;
  std::map<cudaEvent_t, EventState> events;
  std::map<unsigned char*, Buffer> buffers;
  std::map<unsigned char*, Bytes> pinned;
  std::map<cudaMemPool_t, PoolState> pools;
  cudaMemPool_t current_pool = nullptr;  // null: the default one
  std::map<cudaArray_t, ArrayState> arrays;
  std::map<cudaGraph_t, GraphState> graphs;
  std::map<cudaGraphExec_t, ExecState> execs;
  Words words;
  std::set<void*> dead;  // handles and addresses that were good once

  // The call's answer must be one of these, and the last error what CUDA makes of it.
  void expect(const char* call, cudaError_t got, std::initializer_list<cudaError_t> wanted);
  void expect(const char* call, cudaError_t got, cudaError_t wanted) {
    expect(call, got, {wanted});
  }
  void that(const char* what, bool right) {
    if (!right) fail(what);
  }
  std::uint64_t next_id() { return ++last_id_; }
  int failures() const { return failures_; }
  const std::string& history() const { return history_; }

  // No longer dead when the address is given out again.
  template <class Handle>
  Handle born(Handle handle) {
    dead.erase(reinterpret_cast<void*>(handle));
    return handle;
  }
  template <class Handle>
  void died(Handle handle) {
    if (!others) dead.insert(reinterpret_cast<void*>(handle));
  }

  // A handle for a call: mostly a good one, at times a dead or a foreign one, or null.
  template <class Handle, class State>
  Handle handle_of(const std::map<Handle, State>& good) {
    if (!good.empty() && !dice.one_in(8)) return dice.any_of(good).first;
    if (!dead.empty() && dice.one_in(2)) return reinterpret_cast<Handle>(dice.any_of(dead));
    return dice.one_in(2) ? Handle{} : reinterpret_cast<Handle>(foreign_);
  }

 private:
  void fail(const std::string& what);

  const std::uint64_t seed_;
  int failures_ = 0;
  std::uint64_t last_id_ = 0;
  std::string history_;
  unsigned char foreign_[256] = {};
};

inline void Model::fail(const std::string& what) {
  ++failures_;
  std::printf("seed %llu: %s\n%s", static_cast<unsigned long long>(seed_), what.c_str(),
              failures_ == 1 ? history_.c_str() : "");
}

inline void Model::expect(const char* call, cudaError_t got,
                          std::initializer_list<cudaError_t> wanted) {
  history_ += std::string("  ") + call + " = " + cudaGetErrorName(got) + "\n";
  bool known = false;
  std::string names;
  for (cudaError_t one : wanted) {
    known |= got == one;
    names += std::string(" ") + cudaGetErrorName(one);
  }
  if (!known) fail(std::string(call) + " = " + cudaGetErrorName(got) + ", not" + names);
  // That something is not ready yet is no error.
  const cudaError_t last = cudaGetLastError();
  if (last != (got == cudaErrorNotReady ? cudaSuccess : got))
    fail(std::string(call) + ": cudaGetLastError says " + cudaGetErrorName(last));
  if (cudaPeekAtLastError() != cudaSuccess) fail("cudaGetLastError does not clear the error");
}

using Call = void (*)(Model&);
constexpr auto kBadHandle = cudaErrorInvalidResourceHandle;

inline bool is_stream(Model& m, cudaStream_t stream) {
  return !stream || m.streams.count(stream);
}
// The stream in which what `owner` owns may be used: that one, or another one after an event.
cudaStream_t own(Model& m, cudaStream_t& owner);
// What was in the stream is done, and what it owned is the default stream's.
void stream_gone(Model& m, cudaStream_t stream);

// Families of calls, one a file.
extern const std::vector<Call> kPoolCalls, kArrayCalls, kGraphCalls, kExecCalls;
void capture(Model& m);
// Some nodes, so that a sequence has something to do with graphs from its beginning.
void begin_graph(Model& m);
void remove_arrays(Model& m);
void remove_graphs(Model& m);
// The device is reset: those that have something on it are gone.
void forget_graphs(Model& m);
void remove_pools(Model& m);
// The nodes work on m.words: what they make of them in a launch.
void run_nodes(Model& m, const std::vector<NodeState>& nodes);
void make_words(Model& m);
// What was dead at the addresses of a graph and of what it holds is alive.
void all_born(Model& m, cudaGraph_t graph);
void count_call(void* counter);
// A kernel (unsigned* word, unsigned value): *word = *word * 3 + value.
void* step_kernel();

// One sequence of `calls` calls; leaves nothing behind.
void run_sequence(Model& model, int calls);

}  // namespace fuzz
