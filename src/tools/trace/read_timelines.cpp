// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/read_timelines.h"

#include <algorithm>
#include <map>

#include "support/option_words.h"
#include "tools/record_file.h"

namespace heddle::tools {

using profiler::NamedRange;
using profiler::Span;
using profiler::Timeline;
using profiler::Work;
using profiler::WorkKind;

namespace {

// What the lines of one process say, until all of them are read: work is told of before and after
// the stream that it was given to.
class Reader {
 public:
  explicit Reader(Timeline& timeline) : t_(timeline) {}

  void read(const Json& line) {
    const auto only = line.begin();
    const auto& kind = only.key();
    const auto& said = only.value();
    if (kind == "call") {
      t_.calls.push_back({said[0], said[1], {said[2], said[3]}, said[4]});
    } else if (kind == "range") {
      t_.ranges.push_back(range(said));
    } else if (kind == "span") {
      t_.spans.push_back(range(said));
    } else if (kind == "mark") {
      t_.marks.push_back(range(said));
    } else if (kind == "counter") {
      auto& sample = t_.samples.emplace_back();
      sample = {said[0], said[1], said[2], said[3], {}};
      for (const auto& value : said[4]) {
        sample.values.emplace_back(value.at(0).get<std::string>(), value.at(1).get<double>());
      }
    } else if (kind == "left_out") {
      t_.samples_left_out[said[0]] += said[1].get<std::uint64_t>();
    } else if (kind == "thread") {
      t_.threads[said[0]] = said[1];
    } else if (kind == "stream") {
      t_.streams.try_emplace(said[0], profiler::NamedStream{said[1], said[2]});
    } else if (kind == "name_stream") {
      names_[said[0]] = said[1];
    } else if (kind == "given") {
      t_.given.push_back({said[0], said[3], said[4]});
      stream_of_[said[0]] = said[1];
      t_.streams.try_emplace(said[1], profiler::NamedStream{said[2], said[5]});
    } else if (kind == "graph") {
      graphs_[said[0]] = said[1];
    } else if (kind == "kernel") {
      read_kernel(said);
    } else if (kind == "copy") {
      auto& work = add(said.at("set") ? WorkKind::kSet : WorkKind::kCopy, said.at("work"),
                       {said.at("begin"), said.at("end")});
      work.name = said.at("name");
      work.device = said.at("device");
      work.bytes = said.at("bytes");
    } else if (kind == "host") {
      add(WorkKind::kHostFunction, said[0], {said[1], said[2]}).name = "host function";
    } else if (kind == "graph_run") {
      add(WorkKind::kGraph, said[0], {said[1], said[2]}).name = "graph";
    }
  }

  void finish() {
    for (auto& [stream, name] : names_) {
      const auto it = t_.streams.find(stream);
      if (it != t_.streams.end()) it->second.name = name;
    }
    for (auto& work : t_.works) {
      place_in_graph(work);
      const auto it = stream_of_.find(work.graph ? work.graph : work.number);
      if (it == stream_of_.end()) continue;
      work.stream = it->second;
      work.device = t_.streams[it->second].device;
    }
  }

 private:
  static NamedRange range(const Json& said) {
    NamedRange range;
    range.name = said.at("name");
    range.domain = said.at("domain");
    range.category = said.at("category");
    range.payload = said.at("payload");
    for (const auto& field : said.at("fields")) {
      range.fields.emplace_back(field.at(0).get<std::string>(), field.at(1).get<std::string>());
    }
    if (!said.at("colour").is_null()) range.colour = said.at("colour");
    range.thread = said.at("thread");
    range.time = {said.at("begin"), said.at("end")};
    range.open = said.at("open");
    return range;
  }

  Work& add(WorkKind kind, std::uint64_t number, Span time) {
    auto& work = t_.works.emplace_back();
    work.kind = kind;
    work.number = number;
    work.time = time;
    return work;
  }

  void read_kernel(const Json& said) {
    auto& work = add(WorkKind::kKernel, said.at("work"), {said.at("begin"), said.at("end")});
    work.name = said.at("name");
    work.device = said.at("device");
    work.grid = said.at("grid");
    work.block = said.at("block");
    work.faulted = said.at("faulted");
  }

  void place_in_graph(Work& work) {
    auto it = graphs_.lower_bound(work.number);
    if (it == graphs_.begin()) return;
    const auto& [launch, nodes] = *--it;
    if (work.number > launch + nodes) return;
    work.graph = launch;
    work.node = work.number - launch - 1;
  }

  Timeline& t_;
  std::map<std::uint64_t, std::string> names_;
  std::map<std::uint64_t, std::uint64_t> stream_of_;
  std::map<std::uint64_t, std::uint64_t> graphs_;  // first number, nodes
};

}  // namespace

std::vector<Timeline> read_timelines(const std::string& folder) {
  // The calls of a process and what its streams do are told in two files.
  std::map<std::uint64_t, Timeline> by_process;
  std::map<std::uint64_t, Reader> readers;
  for (const auto& record : read_record_files(folder)) {
    auto& timeline = by_process[record.process];
    timeline.process = record.process;
    timeline.command = support::join_words(record.command);
    auto& reader = readers.try_emplace(record.process, timeline).first->second;
    bool has_end = false;
    for (const auto& line : record.lines) {
      if (line.contains("end")) {
        has_end = true;
      } else {
        reader.read(line);
      }
    }
    timeline.ended &= has_end;
  }
  std::vector<Timeline> timelines;
  for (auto& [process, reader] : readers) reader.finish();
  for (auto& [process, timeline] : by_process) timelines.push_back(std::move(timeline));
  return timelines;
}

}  // namespace heddle::tools
