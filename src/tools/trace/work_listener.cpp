// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/work_listener.h"

#include <fmt/format.h>

#include "support/demangle.h"

namespace heddle::tools {

using probes::OrderChange;

namespace {

std::string triple(const std::uint32_t (&of)[3]) {
  return fmt::format("({}, {}, {})", of[0], of[1], of[2]);
}

const char* name_of(probes::StreamKind kind) {
  return kind == probes::StreamKind::kLegacyDefault ? "default stream" : "stream";
}

}  // namespace

void WorkListener::kernel_begin(const probes::Launch& launch) {
  const std::lock_guard lock(mutex_);
  kernels_[launch.id] = now();
}

void WorkListener::kernel_end(const probes::Launch& launch, bool faulted) {
  const auto end = now();
  std::int64_t begin = end;
  std::string name;
  {
    const std::lock_guard lock(mutex_);
    const auto it = kernels_.find(launch.id);
    if (it != kernels_.end()) begin = it->second;
    kernels_.erase(launch.id);
    auto& known = names_[std::string(launch.kernel)];
    if (known.empty()) known = json_string(support::demangle(std::string(launch.kernel)));
    name = known;
  }
  lines_.add(fmt::format(
      R"({{"kernel":{{"name":{},"work":{},"device":{},"begin":{},"end":{},"grid":"{}","block":"{}","faulted":{}}}}})",
      name, launch.work, launch.device, begin, end, triple(launch.grid), triple(launch.block),
      faulted));
}

// A copy that a kernel asks for has no number, and is a part of the kernel.
void WorkListener::transfer(const probes::Transfer& event) {
  if (event.refused || event.work == 0 || event.kind == probes::TransferKind::kRead) return;
  auto members = fmt::format(R"("name":{},"set":{},"device":{},"bytes":{})",
                             json_string(event.name), event.kind == probes::TransferKind::kSet,
                             event.device, event.width * event.height * event.depth);
  const std::lock_guard lock(mutex_);
  works_[event.work] = {now(), std::move(members)};
}

void WorkListener::work_time(const probes::WorkTime& event) {
  const auto time = now();
  std::string line;
  {
    const std::lock_guard lock(mutex_);
    if (!event.ended) {
      works_[event.work] = {time, {}};
      return;
    }
    const auto it = works_.find(event.work);
    if (it == works_.end()) return;
    const auto& [begin, copy] = it->second;
    if (copy.empty()) {
      const char* what = graphs_.erase(event.work) != 0 ? "graph_run" : "host";
      line = fmt::format(R"({{"{}":[{},{},{}]}})", what, event.work, begin, time);
    } else {
      line = fmt::format(R"({{"copy":{{{},"work":{},"begin":{},"end":{}}}}})", copy, event.work,
                         begin, time);
    }
    works_.erase(it);
  }
  lines_.add(line);
}

void WorkListener::work_order(const probes::WorkOrder& event) {
  switch (event.change) {
    case OrderChange::kStreamMade:
      lines_.add(fmt::format(R"({{"stream":[{},{},"{}"]}})", event.stream, event.device,
                             name_of(event.kind)));
      break;
    case OrderChange::kGiven:
      lines_.add(fmt::format(R"({{"given":[{},{},{},{},{},"{}"]}})", event.work, event.stream,
                             event.device, thread_number(), now(), name_of(event.kind)));
      break;
    case OrderChange::kGraph: {
      {
        const std::lock_guard lock(mutex_);
        graphs_.insert(event.work);
      }
      lines_.add(fmt::format(R"({{"graph":[{},{}]}})", event.work, event.nodes));
      break;
    }
    default:
      break;
  }
}

}  // namespace heddle::tools
