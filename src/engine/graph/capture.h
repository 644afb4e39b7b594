// SPDX-License-Identifier: Apache-2.0
// Stream capture (CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture"): what
// streams are given becomes nodes. A capture begins in one stream; others join it when they wait
// for an event that was recorded in it, and leave when it ends. What a capture may not have
// invalidates it: it then answers errors until it is ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/graph_table.h"
#include "engine/graph/work.h"
#include "engine/stream/streams.h"

namespace heddle::engine {

class Stream;

enum class CaptureMode : int { kGlobal, kThreadLocal, kRelaxed };  // cudaStreamCaptureMode
enum class CaptureStatus : int { kNone, kActive, kInvalidated };   // cudaStreamCaptureStatus

// One capture. Under the captures' lock.
class Capture {
 public:
  std::uint64_t id = 0;
  CaptureMode mode = CaptureMode::kGlobal;
  std::thread::id thread;
  Stream* origin = nullptr;
  std::shared_ptr<Graph> graph;
  bool invalidated = false, over = false;
  // What the next node of each stream comes after.
  std::map<Stream*, std::vector<Node*>> last;
  std::vector<Node*> last_of_gone;  // of streams that were destroyed
};

// Where an event was recorded.
struct CapturedPoint {
  std::shared_ptr<Capture> capture;
  std::vector<Node*> nodes;
};

struct CaptureInfo {
  CaptureStatus status = CaptureStatus::kNone;
  std::uint64_t id = 0;
  Graph* graph = nullptr;
  std::span<Node* const> last;  // until the stream is used again
};

class Captures : public StreamObserver {
 public:
  explicit Captures(GraphTable& table) : table_(table) {}

  // The nodes go into `graph`, after `last`. kStreamCaptureUnsupported: the legacy default stream;
  // kIllegalState: it is captured already.
  Error begin(Stream& stream, CaptureMode mode, std::shared_ptr<Graph> graph,
              std::span<Node* const> last);
  // `out` is null unless it is a success. kIllegalState: nothing is captured;
  // kStreamCaptureUnmatched: it began in another stream; kStreamCaptureWrongThread,
  // kStreamCaptureInvalidated, kStreamCaptureUnjoined.
  Error end(Stream& stream, std::shared_ptr<Graph>* out);

  // For streams that heed captures. Work becomes a node; kStreamCaptureImplicit in the legacy
  // default stream, kStreamCaptureInvalidated.
  Error add(Stream& stream, Work work);
  // Remembers where the stream is; outside captures the caller records.
  Error record(Stream& stream, Event& event);
  // Lets the stream come after the event, if either of them has to do with a capture. `external`:
  // as a node. kStreamCaptureMerge, kStreamCaptureIsolation, kInvalidValue and those of add().
  Error wait(Stream& stream, const std::shared_ptr<Event>& event, bool external, bool* captured);

  CaptureInfo info(Stream& stream);
  // Other nodes that the next one comes after; `more`: besides those before.
  Error update(Stream& stream, std::span<Node* const> nodes, bool more);

  // For calls that a stream that heeds captures cannot have: the error, and all that it spoils is
  // invalid.
  Error refuse(Stream& stream);
  // For calls that wait for all of a device.
  Error refuse(const Device& device);
  // For calls that query or wait for an event: kCapturedEvent if it was recorded in a capture,
  // kInvalidValue if that is over.
  Error refuse(const Event& event);
  // The same, without spoiling the capture.
  Error state_of(const Event& event);
  // For potentially unsafe calls (cudaThreadExchangeStreamCaptureMode says which captures forbid
  // them in a thread of this mode).
  Error refuse_unsafe(CaptureMode thread_mode);
  bool any() const { return count_.load(std::memory_order_acquire) != 0; }

  void stream_ends(Stream& stream) override;

 private:
  Error check(Stream& stream);
  void join(Stream& stream, const std::shared_ptr<Capture>& capture);
  void leave(Stream& stream);
  void close(const std::shared_ptr<Capture>& capture);
  void invalidate_blocking(const Device& device);
  bool all_joined(const Capture& capture) const;
  std::vector<Node*> living(const std::vector<Node*>& nodes) const;

  GraphTable& table_;
  std::atomic<int> count_{0};
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Capture>> all_;  // not ended
  std::uint64_t last_id_ = 0;
};

}  // namespace heddle::engine
