// SPDX-License-Identifier: Apache-2.0
// Work as a description: what a node of a graph does, and what a call asks of a stream that is
// captured (CUDA C++ Programming Guide, "CUDA Graphs").
#pragma once

#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "engine/base/types.h"
#include "engine/memory/transfer.h"
#include "probes/events.h"

namespace heddle::image {
struct KernelRecord;
}

namespace heddle::engine {

class Device;
class Graph;
class UpdatableKernel;
struct Conditional;
struct Event;
struct Function;
struct GraphMemoryBlock;
struct Launch;
struct Partition;
class LibraryWork;

// A kernel's parameters, copied.
class Parameters {
 public:
  Parameters(const image::KernelRecord& record, void* const* values);
  // The same with other bytes from `offset` on; all within size().
  Parameters(const Parameters& other, std::size_t offset, const void* bytes, std::size_t size);
  Parameters(const Parameters&) = delete;
  Parameters& operator=(const Parameters&) = delete;
  // One pointer per parameter.
  void** values() const { return values_.data(); }
  std::size_t size() const { return size_; }  // in bytes

 private:
  std::size_t size_;
  std::vector<std::max_align_t> bytes_;
  mutable std::vector<void*> values_;
};

struct EmptyWork {};

// What a kernel node keeps when its parameters change.
struct KernelAttributes {
  bool cooperative = false;
  Dim3 cluster{0, 0, 0};
  int priority = 0;
  int asked_priority = 0;  // before it was brought into the device's range
  probes::AccessPolicyWindow window;
  const Partition* partition = nullptr;
  std::shared_ptr<UpdatableKernel> updatable;  // set: device code may change the node
  // Attributes of the API by their numbers, those included that only tune.
  std::map<int, std::array<std::byte, 64>> attributes;
};

struct KernelWork : KernelAttributes {
  Function* function = nullptr;
  Device* device = nullptr;
  Dim3 grid, block;
  std::size_t dynamic_shared = 0;
  std::shared_ptr<const Parameters> parameters;
};

// With a copy of the parameters.
KernelWork describe(const Launch& launch, const image::KernelRecord& record);
// In the default stream of the device.
Launch launch_of(const KernelWork& work);

struct CopyWork {
  Box to, from;
  Extent extent;
  Direction direction = Direction::kDefault;
  std::any spelling;  // as the API was given it, to be given back
};

struct FillWork {
  Box to;
  Extent extent;
  std::uint32_t value = 0;
  std::uint32_t element = 1;  // bytes: 1, 2 or 4
};

struct HostWork {
  void (*function)(void*) = nullptr;
  void* data = nullptr;
  void (*call)(const HostWork&) = nullptr;  // how the API layer calls it
  std::shared_ptr<void> owned;              // what `data` points at, if it is not the program's
  // Set: the work of a library of Heddle's own, and no function of the program's.
  std::shared_ptr<const LibraryWork> library;
};

// The graph belongs to the node.
struct ChildWork {
  std::shared_ptr<Graph> graph;
};

struct EventRecordWork {
  std::shared_ptr<Event> event;
};

struct EventWaitWork {
  std::shared_ptr<Event> event;
};

struct AllocWork {
  std::shared_ptr<GraphMemoryBlock> block;
  std::any spelling;
};

struct FreeWork {
  std::shared_ptr<GraphMemoryBlock> block;
};

enum class Condition : int { kIf, kWhile, kSwitch };  // cudaGraphConditionalNodeType

struct ConditionalWork {
  std::shared_ptr<Conditional> conditional;
  Condition condition = Condition::kIf;
  std::vector<std::shared_ptr<Graph>> bodies;
  std::vector<Graph*> handles;  // of the bodies, as the API gives them
};

// A value in memory or a semaphore: waits for it, or changes it.
struct ValueStep {
  // Of a wait: whether what it waits for is there, which it then takes; may be asked often, in any
  // thread. Else does the step; true.
  std::function<bool()> take;
  Box written{};  // of a write to memory, for tools
  std::size_t bytes = 0;
};
struct ValueWork {
  std::shared_ptr<const std::vector<ValueStep>> steps;  // one after the other
  std::any spelling;
};
struct MemoryOperationsWork : ValueWork {};
struct SemaphoreSignalWork : ValueWork {};
struct SemaphoreWaitWork : ValueWork {};

// In the order of NodeKind.
using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork,
                          EventWaitWork, EventRecordWork, AllocWork, FreeWork, ConditionalWork,
                          MemoryOperationsWork, SemaphoreSignalWork, SemaphoreWaitWork>;

enum class NodeKind : std::uint8_t {
  kKernel,
  kCopy,
  kFill,
  kHost,
  kChild,
  kEmpty,
  kEventWait,
  kEventRecord,
  kAlloc,
  kFree,
  kConditional,
  kMemoryOperations,
  kSemaphoreSignal,
  kSemaphoreWait
};

inline NodeKind kind_of(const Work& work) {
  return static_cast<NodeKind>(work.index());
}

// Null: it is of another kind.
const ValueWork* value_work_of(const Work& work);

// The value that a conditional node looks at. Kernels write it: a handle is its address.
struct Conditional {
  std::uint32_t value = 0;
  std::uint32_t initial = 0;
  bool assigned_at_launch = false;
  const Graph* graph = nullptr;
  bool has_node = false;
  std::shared_ptr<void> told;  // to tools, as memory that kernels may use; ends with the value
};

}  // namespace heddle::engine
