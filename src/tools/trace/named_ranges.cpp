// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/named_ranges.h"

#include <fmt/format.h>

namespace heddle::tools {
namespace {

std::string fields_as_json(const PayloadFields& fields) {
  std::string json;
  for (const auto& [name, text] : fields) {
    json += fmt::format("{}[{},{}]", json.empty() ? "" : ",", json_string(name), json_string(text));
  }
  return "[" + json + "]";
}

void extend(RangeName& name, const ReadPayload& more) {
  if (!more.message.empty()) name.name = more.message;
  name.fields.insert(name.fields.end(), more.fields.begin(), more.fields.end());
}

}  // namespace

NamedDomain* NamedRanges::domain(std::string name) {
  const std::lock_guard lock(mutex_);
  auto& domain = domains_[name];
  domain.name = std::move(name);
  return &domain;
}

const std::string* NamedRanges::string(std::string text) {
  const std::lock_guard lock(mutex_);
  return &*strings_.insert(std::move(text)).first;
}

void NamedRanges::name_category(NamedDomain* domain, std::uint32_t category, std::string name) {
  const std::lock_guard lock(mutex_);
  known(domain).categories[category] = std::move(name);
}

void NamedRanges::write(const char* kind, const Open& range, std::int64_t end, bool is_open) {
  const auto& domain = known(range.domain);
  const auto it = domain.categories.find(range.name.category);
  std::string category = it != domain.categories.end() ? it->second : "";
  if (category.empty() && range.name.category != 0) {
    category = fmt::format("{}", range.name.category);
  }
  lines_.add(fmt::format(
      R"({{"{}":{{"name":{},"domain":{},"category":{},"payload":{},"fields":{},"colour":{},"thread":{},"begin":{},"end":{},"open":{}}}}})",
      kind, json_string(range.name.name), json_string(domain.name), json_string(category),
      json_string(range.name.payload), fields_as_json(range.name.fields),
      range.name.colour ? fmt::format("{}", *range.name.colour) : std::string("null"), range.thread,
      range.begin, end, is_open));
}

void NamedRanges::mark(NamedDomain* domain, const RangeName& name) {
  const std::lock_guard lock(mutex_);
  const auto time = now();
  write("mark", {domain, name, thread_number(), time}, time, false);
}

int NamedRanges::push(NamedDomain* domain, RangeName name) {
  const std::lock_guard lock(mutex_);
  auto& stack = pushed_[{thread_number(), domain}];
  stack.push_back({domain, std::move(name), thread_number(), now()});
  return static_cast<int>(stack.size()) - 1;
}

int NamedRanges::pop(NamedDomain* domain, const ReadPayload& more) {
  const auto end = now();
  const std::lock_guard lock(mutex_);
  auto& stack = pushed_[{thread_number(), domain}];
  if (stack.empty()) return -1;
  extend(stack.back().name, more);
  write("range", stack.back(), end, false);
  stack.pop_back();
  return static_cast<int>(stack.size());
}

std::uint64_t NamedRanges::start(NamedDomain* domain, RangeName name) {
  const std::lock_guard lock(mutex_);
  started_[++last_] = {domain, std::move(name), thread_number(), now()};
  return last_;
}

void NamedRanges::stop(std::uint64_t number, const ReadPayload& more) {
  const auto end = now();
  const std::lock_guard lock(mutex_);
  const auto it = started_.find(number);
  if (it == started_.end()) return;
  extend(it->second.name, more);
  write("span", it->second, end, false);
  started_.erase(it);
}

void NamedRanges::end_all() {
  const auto end = now();
  const std::lock_guard lock(mutex_);
  for (auto& [whose, stack] : pushed_) {
    for (; !stack.empty(); stack.pop_back()) write("range", stack.back(), end, true);
  }
  for (const auto& [number, range] : started_) write("span", range, end, true);
  started_.clear();
}

}  // namespace heddle::tools
