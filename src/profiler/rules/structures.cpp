// SPDX-License-Identifier: Apache-2.0
#include "profiler/rules/structures.h"

#include <algorithm>
#include <cctype>

namespace heddle::profiler {
namespace {

struct Member {
  std::string structure, name;
};

// Of "p[i].x" or "p->x": the last member. Nothing where there is none.
std::optional<Member> member_of(const Access& access) {
  const auto text = expression_of(access);
  auto begin = text.size();
  const auto is_name = [&](std::size_t k) {
    return std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_';
  };
  while (begin > 0 && is_name(begin - 1)) --begin;
  if (begin == text.size()) return std::nullopt;
  const auto name = text.substr(begin);
  if (begin >= 2 && text[begin - 1] == '.') return Member{text.substr(0, begin - 1), name};
  if (begin >= 3 && text.compare(begin - 2, 2, "->") == 0) {
    return Member{text.substr(0, begin - 2), name};
  }
  return std::nullopt;
}

bool is_alike(const Access& a, const Access& b) {
  const auto& at = a.places.front();
  const auto& other = b.places.front();
  return at.file == other.file && at.function == other.function &&
         stride_of(a.costly) == stride_of(b.costly);
}

// Of "p[i + 1]": "p".
std::string array_of(const Access& access) {
  const auto text = expression_of(access);
  return text.substr(0, text.find('['));
}

bool is_of_one_line(const Access& a, const Access& b) {
  return is_alike(a, b) && a.places.front().line == b.places.front().line && a.kind == b.kind &&
         a.bytes == b.bytes && array_of(a) == array_of(b);
}

void add(Accesses& group, const Access& access, const std::optional<Member>& member) {
  const auto& sums = access.sums;
  group.all.push_back(&access);
  group.requests += sums.global_requests;
  group.costly_requests += sums.costly_requests;
  group.sectors += sums.global_sectors;
  group.ideal_sectors += sums.global_ideal_sectors;
  if (!member || std::ranges::find(group.members, member->name) != group.members.end()) return;
  group.structure = member->structure;
  group.members.push_back(member->name);
  group.member_bytes += access.bytes;
}

}  // namespace

std::vector<Accesses> by_structure(const std::vector<const Access*>& accesses) {
  std::vector<Accesses> groups;
  for (const auto* access : accesses) {
    const bool is_row = !access->places.empty() && stride_of(access->costly);
    const auto member = is_row ? member_of(*access) : std::nullopt;
    const auto is_same = [&](const Accesses& group) {
      const auto& first = group.most_costly();
      if (member) return group.structure == member->structure && is_alike(first, *access);
      return group.structure.empty() && !access->places.empty() && !first.places.empty() &&
             is_of_one_line(first, *access);
    };
    auto same = std::ranges::find_if(groups, is_same);
    if (same == groups.end()) same = groups.emplace(same);
    add(*same, *access, member);
  }
  const auto saved = [](const Access* access) {
    return access->sums.global_sectors - access->sums.global_ideal_sectors;
  };
  for (auto& group : groups) {
    // The first of those that cost most.
    std::iter_swap(group.all.begin(), std::ranges::max_element(group.all, {}, saved));
    if (group.all.size() == 1) group.structure.clear();
    if (group.is_of_array()) group.array = array_of(*group.all.front());
  }
  return groups;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k != 0) text += k + 1 == words.size() ? " and " : ", ";
    text += words[k];
  }
  return text;
}

}  // namespace heddle::profiler
