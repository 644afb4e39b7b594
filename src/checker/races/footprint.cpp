// SPDX-License-Identifier: Apache-2.0
#include "checker/races/footprint.h"

#include <algorithm>

#include "checker/races/reach.h"

namespace heddle::checker::races {

void Spans::tidy() {
  std::ranges::sort(all_, {}, &Span::begin);
  std::size_t kept = 0;
  for (const auto& span : all_) {
    if (kept != 0 && span.begin <= all_[kept - 1].end) {
      all_[kept - 1].end = std::max(all_[kept - 1].end, span.end);
    } else {
      all_[kept++] = span;
    }
  }
  all_.resize(kept);
  look_at_ = std::max<std::size_t>(1024, 2 * kept);
}

void Spans::remove(std::uint64_t begin, std::uint64_t end) {
  std::vector<Span> rest;
  for (const auto& span : all_) {
    if (span.end <= begin || span.begin >= end) {
      rest.push_back(span);
      continue;
    }
    if (span.begin < begin) rest.push_back({span.begin, begin});
    if (span.end > end) rest.push_back({end, span.end});
  }
  all_ = std::move(rest);
}

std::optional<Spans::Common> Spans::common(const Spans& other) const {
  std::optional<Common> result;
  std::uint64_t last_word = ~std::uint64_t{0};
  auto a = all_.begin();
  auto b = other.all_.begin();
  while (a != all_.end() && b != other.all_.end()) {
    const auto begin = std::max(a->begin, b->begin);
    const auto end = std::min(a->end, b->end);
    if (begin < end) {
      if (!result) result = {begin, 0};
      result->words += (end - 1) / 4 - begin / 4 + (begin / 4 == last_word ? 0 : 1);
      last_word = (end - 1) / 4;
    }
    // Whichever ends first; far behind the other one, many at once.
    if (a->end <= b->end) {
      ++a;
      if (a != all_.end() && a->end <= b->begin) {
        a = std::ranges::upper_bound(a, all_.end(), b->begin, {}, &Span::end);
      }
    } else {
      ++b;
      if (b != other.all_.end() && b->end <= a->begin) {
        b = std::ranges::upper_bound(b, other.all_.end(), a->begin, {}, &Span::end);
      }
    }
  }
  return result;
}

WorkUse Footprint::use_of(const probes::Site& site, bool fenced) {
  using probes::Order;
  WorkUse use;
  use.site = &site;
  use.writes = site.is_store();
  use.strong = reach(site) == Level::kDevice;
  const bool both = site.order == Order::kAcquireRelease || site.order == Order::kSequential;
  use.publishes = use.strong && use.writes && (fenced || both || site.order == Order::kRelease);
  use.learns = use.strong && site.access != probes::AccessKind::kStore &&
               (fenced || both || site.order == Order::kAcquire);
  return use;
}

void Footprint::tidy() {
  begin_ = ~std::uint64_t{0};
  end_ = 0;
  for (auto& use : uses) use.spans.tidy();
  std::erase_if(uses, [](const WorkUse& use) { return use.spans.empty(); });
  for (const auto& use : uses) {
    begin_ = std::min(begin_, use.spans.begin());
    end_ = std::max(end_, use.spans.end());
  }
}

void Footprint::remove(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end_ || end <= begin_) return;
  for (auto& use : uses) use.spans.remove(begin, end);
  tidy();
}

std::size_t Footprint::spans() const {
  std::size_t sum = 0;
  for (const auto& use : uses) sum += use.spans.size();
  return sum;
}

}  // namespace heddle::checker::races
