// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "report/trace.h"
#include "report/trace_rows.h"

namespace heddle::report {

using Json = nlohmann::ordered_json;
using profiler::NamedRange;
using profiler::Span;
using profiler::Timeline;
using profiler::Work;
using profiler::WorkKind;

namespace {

// Larger than any process id of Linux: devices are shown as processes of their own.
constexpr std::uint64_t kDeviceProcesses = std::uint64_t{1} << 22;

const char* category_of(WorkKind kind) {
  switch (kind) {
    case WorkKind::kKernel:
      return "kernel";
    case WorkKind::kCopy:
      return "copy";
    case WorkKind::kSet:
      return "set";
    case WorkKind::kHostFunction:
      return "host function";
    case WorkKind::kGraph:
      return "graph";
  }
  return "";
}

// A row of the picture.
struct Track {
  std::uint64_t process, thread;
};

class Events {
 public:
  explicit Events(std::int64_t zero) : zero_(zero) {}

  // Microseconds, as the format has them. Nanoseconds are exact in a double for a hundred days.
  double microseconds(std::int64_t time) const { return static_cast<double>(time - zero_) / 1000; }

  Json& add(const char* phase, const std::string& name, Track track) {
    return events_.emplace_back(
        Json{{"ph", phase}, {"name", name}, {"pid", track.process}, {"tid", track.thread}});
  }
  Json& at(const char* phase, const std::string& name, Track track, std::int64_t time) {
    auto& event = add(phase, name, track);
    event["ts"] = microseconds(time);
    return event;
  }
  Json& slice(const std::string& name, const char* category, Track track, Span time) {
    auto& event = at("X", name, track, time.begin);
    event["dur"] = static_cast<double>(time.end - time.begin) / 1000;
    event["cat"] = category;
    return event;
  }
  void name_process(std::uint64_t process, const std::string& name, std::uint64_t order) {
    add("M", "process_name", {process, 0})["args"] = {{"name", name}};
    add("M", "process_sort_index", {process, 0})["args"] = {{"sort_index", order}};
  }
  void name_track(Track track, const std::string& name) {
    add("M", "thread_name", track)["args"] = {{"name", name}};
    add("M", "thread_sort_index", track)["args"] = {{"sort_index", track.thread}};
  }
  std::uint64_t next_id() { return ++last_id_; }
  Json take() { return std::move(events_); }

 private:
  const std::int64_t zero_;
  std::uint64_t last_id_ = 0;
  Json events_ = Json::array();
};

Json args_of(const NamedRange& range) {
  Json args = Json::object();
  if (!range.domain.empty()) args["domain"] = range.domain;
  if (!range.category.empty()) args["category"] = range.category;
  if (!range.payload.empty() && range.fields.empty()) {
    args["payload"] = range.payload;
  } else if (!range.payload.empty()) {
    args["payload"]["value"] = range.payload;
  }
  std::map<std::string, int> seen;  // several payloads of an event may have fields of one name
  for (const auto& [name, text] : range.fields) {
    const auto nth = ++seen[name];
    args["payload"][nth == 1 ? name : fmt::format("{} ({})", name, nth)] = text;
  }
  if (range.colour) args["colour"] = fmt::format("#{:06x}", *range.colour & 0xffffff);
  if (range.open) args["ended_by"] = "the end of the process";
  return args;
}

Json args_of(const Work& work) {
  Json args = Json::object();
  if (!work.grid.empty()) args = {{"grid", work.grid}, {"block", work.block}};
  if (work.kind == WorkKind::kCopy || work.kind == WorkKind::kSet) args["bytes"] = work.bytes;
  if (work.node) args["graph_node"] = *work.node;
  if (work.faulted) args["faulted"] = true;
  return args;
}

// One process: its threads, then its devices.
class ProcessWriter {
 public:
  ProcessWriter(const Timeline& timeline, const TraceReport& report, Events& events)
      : t_(timeline), report_(report), events_(events) {}

  void write(std::uint64_t order) {
    events_.name_process(t_.process, fmt::format("{} ({})", t_.command, t_.process), order);
    write_threads();
    write_spans();
    write_samples();
    write_devices(order);
    write_flows();
  }

 private:
  // Calls and ranges of a thread are in one row; ranges of several domains may overlap.
  void write_threads() {
    std::set<std::uint64_t> threads;
    for (const auto& call : t_.calls) threads.insert(call.thread);
    for (const auto* all : {&t_.ranges, &t_.marks, &t_.spans}) {
      for (const auto& range : *all) threads.insert(range.thread);
    }
    for (const auto& given : t_.given) threads.insert(given.thread);
    for (const auto thread : threads) write_thread(thread);
  }

  void write_thread(std::uint64_t thread) {
    std::vector<Span> spans;
    std::vector<const NamedRange*> ranges;
    for (const auto& range : t_.ranges) {
      if (range.thread != thread) continue;
      ranges.push_back(&range);
      spans.push_back(range.time);
    }
    std::vector<const profiler::HostCall*> calls;
    for (const auto& call : t_.calls) {
      if (call.thread != thread) continue;
      calls.push_back(&call);
      spans.push_back(call.time);
    }
    const auto named = t_.threads.find(thread);
    const auto name = named != t_.threads.end() ? named->second
                      : thread == t_.process    ? std::string("main thread")
                                                : fmt::format("thread {}", thread);
    const auto rows = rows_of(spans);
    const auto track = [&](std::size_t k) { return Track{t_.process, track_of(thread, rows[k])}; };
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      auto& event = events_.slice(ranges[k]->name, "nvtx", track(k), ranges[k]->time);
      event["args"] = args_of(*ranges[k]);
    }
    for (std::size_t k = 0; k < calls.size(); ++k) {
      auto& event = events_.slice(calls[k]->name, "call", track(ranges.size() + k), calls[k]->time);
      if (calls[k]->error != 0) event["args"] = {{"error", calls[k]->error}};
    }
    for (const auto& mark : t_.marks) {
      if (mark.thread != thread) continue;
      auto& event = events_.at("i", mark.name, {t_.process, thread}, mark.time.begin);
      event["s"] = "t";
      event["cat"] = "nvtx";
      event["args"] = args_of(mark);
    }
    const unsigned most = rows.empty() ? 0 : std::ranges::max(rows);
    for (unsigned row = 0; row <= most; ++row) {
      events_.name_track({t_.process, track_of(thread, row)},
                         row == 0 ? name : fmt::format("{}, ranges that overlap", name));
    }
  }

  // Other rows of a thread have numbers that no thread has.
  static std::uint64_t track_of(std::uint64_t thread, unsigned row) {
    return thread + row * kDeviceProcesses;
  }

  // Ranges that may end in another thread.
  void write_spans() {
    for (const auto& span : t_.spans) {
      const auto id = events_.next_id();
      for (const bool begins : {true, false}) {
        auto& event = events_.at(begins ? "b" : "e", span.name, {t_.process, span.thread},
                                 begins ? span.time.begin : span.time.end);
        event["cat"] = "nvtx";
        event["id"] = id;
        if (begins) event["args"] = args_of(span);
      }
    }
  }

  // A row for each counter; in it a line for each value of a group.
  void write_samples() {
    for (const auto& sample : t_.samples) {
      auto name = sample.domain.empty() ? sample.name : sample.domain + ": " + sample.name;
      if (!sample.unit.empty()) name += " (" + sample.unit + ")";
      auto& values = events_.at("C", name, {t_.process, 0}, sample.time)["args"];
      for (const auto& [field, value] : sample.values) values[field] = value;
    }
  }

  std::uint64_t device_process(int device) const {
    return t_.process + kDeviceProcesses * (static_cast<std::uint64_t>(device) + 1);
  }

  void write_devices(std::uint64_t order) {
    std::map<int, std::map<std::uint64_t, std::vector<const Work*>>> devices;
    for (const auto& work : t_.works) devices[work.device][work.stream].push_back(&work);
    for (const auto& [device, streams] : devices) {
      const auto process = device_process(device);
      const auto index = static_cast<std::size_t>(device);
      const auto gpu = index < report_.gpus.size() ? report_.gpus[index] : std::string();
      events_.name_process(process, fmt::format("device {} of {} ({})", device, t_.process, gpu),
                           order + 1);
      std::uint64_t next_track = 1;
      for (const auto& [stream, works] : streams) write_stream(process, stream, works, next_track);
      write_counters(process, device);
    }
  }

  void write_stream(std::uint64_t process, std::uint64_t stream,
                    const std::vector<const Work*>& works, std::uint64_t& next_track) {
    std::vector<Span> spans;
    for (const auto* work : works) spans.push_back(work->time);
    const auto rows = rows_of(spans);
    const auto it = t_.streams.find(stream);
    const auto name = it == t_.streams.end()        ? std::string("work of no stream")
                      : it->second.name == "stream" ? fmt::format("stream {}", stream)
                                                    : it->second.name;
    for (std::size_t k = 0; k < works.size(); ++k) {
      const auto& work = *works[k];
      const Track track{process, next_track + rows[k]};
      auto& event = events_.slice(work.name, category_of(work.kind), track, work.time);
      event["args"] = args_of(work);
      track_of_work_[work.number] = {track, work.time.begin};
    }
    for (unsigned row = 0; row <= std::ranges::max(rows); ++row) {
      events_.name_track(
          {process, next_track + row},
          row == 0 ? name : fmt::format("{}, nodes of graphs that overlap {}", name, row));
    }
    next_track += std::ranges::max(rows) + 1;
  }

  // Of a device: how many kernels run, and how many bytes are being copied or set.
  void write_counters(std::uint64_t process, int device) {
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> changes;
    for (const auto& work : t_.works) {
      if (work.device != device) continue;
      const std::int64_t kernels = work.kind == WorkKind::kKernel ? 1 : 0;
      const auto bytes = static_cast<std::int64_t>(work.bytes);
      changes[work.time.begin].first += kernels;
      changes[work.time.end].first -= kernels;
      changes[work.time.begin].second += bytes;
      changes[work.time.end].second -= bytes;
    }
    std::int64_t kernels = 0, bytes = 0;
    for (const auto& [time, change] : changes) {
      kernels += change.first;
      bytes += change.second;
      if (change.first != 0) {
        events_.at("C", "kernels running", {process, 0}, time)["args"] = {{"kernels", kernels}};
      }
      if (change.second != 0) {
        events_.at("C", "bytes in flight", {process, 0}, time)["args"] = {{"bytes", bytes}};
      }
    }
  }

  // From the call that gives work to a stream to where it is done.
  void write_flows() {
    for (const auto& given : t_.given) {
      const auto it = track_of_work_.find(given.work);
      if (it == track_of_work_.end()) continue;
      const auto id = events_.next_id();
      auto& from = events_.at("s", "given", {t_.process, given.thread}, given.time);
      from["cat"] = "order";
      from["id"] = id;
      auto& to = events_.at("f", "given", it->second.first, it->second.second);
      to["cat"] = "order";
      to["id"] = id;
      to["bp"] = "e";
    }
  }

  const Timeline& t_;
  const TraceReport& report_;
  Events& events_;
  std::map<std::uint64_t, std::pair<Track, std::int64_t>> track_of_work_;
};

std::int64_t first_time(const std::vector<Timeline>& timelines) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  const auto see = [&](const auto& all) {
    for (const auto& one : all) first = std::min(first, one.time.begin);
  };
  for (const auto& timeline : timelines) {
    see(timeline.calls);
    see(timeline.ranges);
    see(timeline.spans);
    see(timeline.marks);
    see(timeline.works);
    for (const auto& sample : timeline.samples) first = std::min(first, sample.time);
  }
  return first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
}

}  // namespace

std::string trace_as_json(const TraceReport& report) {
  Events events(first_time(report.timelines));
  std::uint64_t order = 0;
  Json incomplete = Json::array(), left_out = Json::object();
  for (const auto& timeline : report.timelines) {
    ProcessWriter(timeline, report, events).write(order);
    order += 2;
    if (!timeline.ended) incomplete.push_back(timeline.process);
    for (const auto& [counter, samples] : timeline.samples_left_out) {
      left_out[counter] = left_out.value(counter, std::uint64_t{0}) + samples;
    }
  }
  Json json;
  json["displayTimeUnit"] = "ns";
  json["otherData"] = {
      {"tool", "heddle profile --trace"},
      {"version", report.version},
      {"command", report.command},
      {"clock",
       "Times are of this run of Heddle on the host's CPUs (CLOCK_MONOTONIC, from the first event "
       "on). They are not those of a GPU: what is long here may be short there."},
      {"processes_without_an_end", incomplete}};
  // Their times are by a clock that this one cannot be told from.
  if (!left_out.empty()) json["otherData"]["samples_left_out"] = left_out;
  json["traceEvents"] = events.take();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
