// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/capture.h"

#include <algorithm>
#include <unordered_set>

#include "engine/graph/graph.h"
#include "engine/stream/event.h"
#include "engine/stream/stream.h"

namespace heddle::engine {
namespace {

void add_missing(std::vector<Node*>& nodes, const std::vector<Node*>& more) {
  for (Node* node : more) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
}

}  // namespace

Error Captures::begin(Stream& stream, CaptureMode mode, std::shared_ptr<Graph> graph,
                      std::span<Node* const> last) {
  const std::lock_guard lock(mutex_);
  if (stream.kind == Stream::Kind::kLegacyDefault) return Error::kStreamCaptureUnsupported;
  if (stream.capture()) return Error::kIllegalState;
  auto made = std::make_shared<Capture>();
  made->id = ++last_id_;
  made->mode = mode;
  made->thread = std::this_thread::get_id();
  made->origin = &stream;
  made->graph = std::move(graph);
  all_.push_back(made);
  ++count_;
  join(stream, made);
  made->last[&stream].assign(last.begin(), last.end());
  return Error::kSuccess;
}

void Captures::join(Stream& stream, const std::shared_ptr<Capture>& capture) {
  stream.set_capture(capture);
  capture->last.try_emplace(&stream);
}

void Captures::leave(Stream& stream) {
  stream.capture()->last.erase(&stream);
  stream.set_capture(nullptr);
}

void Captures::close(const std::shared_ptr<Capture>& capture) {
  capture->over = true;
  while (!capture->last.empty()) leave(*capture->last.begin()->first);
  std::erase(all_, capture);
  --count_;
}

void Captures::stream_ends(Stream& stream) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Capture> capture = stream.capture();
  if (!capture) return;
  if (capture->origin == &stream) {
    capture->invalidated = true;
    close(capture);
  } else {
    add_missing(capture->last_of_gone, capture->last.at(&stream));
    leave(stream);
  }
}

bool Captures::all_joined(const Capture& capture) const {
  std::vector<Node*> open = living(capture.last.at(capture.origin));
  std::unordered_set<const Node*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    for (Node* dependency : node->dependencies) {
      if (seen.insert(dependency).second) open.push_back(dependency);
    }
  }
  std::vector<Node*> ends = capture.last_of_gone;
  for (const auto& [stream, last] : capture.last) add_missing(ends, last);
  ends = living(ends);
  return std::all_of(ends.begin(), ends.end(),
                     [&](const Node* node) { return seen.contains(node); });
}

Error Captures::end(Stream& stream, std::shared_ptr<Graph>* out) {
  const std::lock_guard lock(mutex_);
  out->reset();
  const std::shared_ptr<Capture> capture = stream.capture();
  if (!capture) return Error::kIllegalState;
  if (capture->origin != &stream) {
    capture->invalidated = true;
    return Error::kStreamCaptureUnmatched;
  }
  if (capture->mode != CaptureMode::kRelaxed && capture->thread != std::this_thread::get_id()) {
    return Error::kStreamCaptureWrongThread;
  }
  const bool joined = all_joined(*capture);
  close(capture);
  if (capture->invalidated) return Error::kStreamCaptureInvalidated;
  if (!joined) return Error::kStreamCaptureUnjoined;
  *out = std::move(capture->graph);
  return Error::kSuccess;
}

// The program may take nodes away from the graph while it is captured.
std::vector<Node*> Captures::living(const std::vector<Node*>& nodes) const {
  std::vector<Node*> living;
  for (Node* node : nodes) {
    if (table_.nodes.has(node)) living.push_back(node);
  }
  return living;
}

void Captures::invalidate_blocking(const Device& device) {
  for (const auto& capture : all_) {
    for (const auto& [stream, last] : capture->last) {
      if (stream->kind == Stream::Kind::kBlocking && &stream->device == &device) {
        capture->invalidated = true;
      }
    }
  }
}

// Whether work of the stream can be captured.
Error Captures::check(Stream& stream) {
  if (!stream.capture()) {
    invalidate_blocking(stream.device);
    return Error::kStreamCaptureImplicit;
  }
  return stream.capture()->invalidated ? Error::kStreamCaptureInvalidated : Error::kSuccess;
}

Error Captures::add(Stream& stream, Work work) {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(check(stream));
  Capture& capture = *stream.capture();
  std::vector<Node*>& last = capture.last[&stream];
  Node* node = nullptr;
  const Error error = capture.graph->add(std::move(work), living(last), &node);
  if (ok(error)) last.assign(1, node);
  return error;
}

Error Captures::record(Stream& stream, Event& event) {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(check(stream));
  auto point = std::make_shared<CapturedPoint>();
  point->capture = stream.capture();
  point->nodes = stream.capture()->last[&stream];
  event.set_captured(std::move(point));
  return Error::kSuccess;
}

Error Captures::wait(Stream& stream, const std::shared_ptr<Event>& event, bool external,
                     bool* captured) {
  const std::lock_guard lock(mutex_);
  const auto point = event->captured();
  const bool legacy = stream.kind == Stream::Kind::kLegacyDefault;
  *captured = point || stream.capture() || (legacy && stream.is_capturing());
  if (!*captured) return Error::kSuccess;
  if (stream.capture() && stream.capture()->invalidated) return Error::kStreamCaptureInvalidated;
  if (!point) {
    // What was never recorded is complete.
    if (stream.capture() && !external && !event->last()) return Error::kSuccess;
    HEDDLE_RETURN_IF_ERROR(check(stream));
    Capture& capture = *stream.capture();
    if (!external) {
      capture.invalidated = true;
      return Error::kStreamCaptureIsolation;
    }
    std::vector<Node*>& last = capture.last[&stream];
    Node* node = nullptr;
    const Error error = capture.graph->add(EventWaitWork{event}, living(last), &node);
    if (ok(error)) last.assign(1, node);
    return error;
  }
  Capture& from = *point->capture;
  if (from.over) return Error::kInvalidValue;
  if (from.invalidated) return Error::kStreamCaptureInvalidated;
  if (legacy) {
    from.invalidated = true;
    return Error::kStreamCaptureImplicit;
  }
  if (stream.capture() && stream.capture() != point->capture) {
    from.invalidated = stream.capture()->invalidated = true;
    return Error::kStreamCaptureMerge;
  }
  if (!stream.capture()) join(stream, point->capture);
  add_missing(from.last[&stream], point->nodes);
  return Error::kSuccess;
}

CaptureInfo Captures::info(Stream& stream) {
  const std::lock_guard lock(mutex_);
  if (!stream.capture()) return {};
  Capture& capture = *stream.capture();
  CaptureInfo info;
  info.status = capture.invalidated ? CaptureStatus::kInvalidated : CaptureStatus::kActive;
  info.id = capture.id;
  info.graph = capture.graph.get();
  std::vector<Node*>& last = capture.last[&stream];
  last = living(last);
  info.last = last;
  return info;
}

Error Captures::update(Stream& stream, std::span<Node* const> nodes, bool more) {
  const std::lock_guard lock(mutex_);
  if (!stream.capture()) return Error::kIllegalState;
  Capture& capture = *stream.capture();
  if (capture.invalidated) return Error::kStreamCaptureInvalidated;
  for (const Node* node : nodes) {
    if (&node->graph != capture.graph.get()) return Error::kInvalidValue;
  }
  std::vector<Node*>& last = capture.last[&stream];
  if (!more) last.clear();
  add_missing(last, {nodes.begin(), nodes.end()});
  return Error::kSuccess;
}

Error Captures::refuse(Stream& stream) {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(check(stream));
  stream.capture()->invalidated = true;
  return Error::kStreamCaptureUnsupported;
}

Error Captures::refuse(const Device& device) {
  if (!any()) return Error::kSuccess;
  const std::lock_guard lock(mutex_);
  Error error = Error::kSuccess;
  for (const auto& capture : all_) {
    for (const auto& [stream, last] : capture->last) {
      if (&stream->device != &device) continue;
      capture->invalidated = true;
      error = Error::kStreamCaptureUnsupported;
    }
  }
  return error;
}

Error Captures::refuse(const Event& event) {
  const auto point = event.captured();
  if (!point) return Error::kSuccess;
  const std::lock_guard lock(mutex_);
  if (point->capture->over) return Error::kInvalidValue;
  point->capture->invalidated = true;
  return Error::kCapturedEvent;
}

Error Captures::state_of(const Event& event) {
  const auto point = event.captured();
  if (!point) return Error::kSuccess;
  const std::lock_guard lock(mutex_);
  return point->capture->over ? Error::kInvalidValue : Error::kCapturedEvent;
}

Error Captures::refuse_unsafe(CaptureMode thread_mode) {
  if (!any() || thread_mode == CaptureMode::kRelaxed) return Error::kSuccess;
  const std::lock_guard lock(mutex_);
  Error error = Error::kSuccess;
  for (const auto& capture : all_) {
    const bool own = capture->thread == std::this_thread::get_id();
    const bool forbids =
        own ? capture->mode != CaptureMode::kRelaxed
            : capture->mode == CaptureMode::kGlobal && thread_mode == CaptureMode::kGlobal;
    if (!forbids) continue;
    capture->invalidated = true;
    error = Error::kStreamCaptureUnsupported;
  }
  return error;
}

}  // namespace heddle::engine
