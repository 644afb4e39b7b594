// SPDX-License-Identifier: Apache-2.0
// Which of the machine's addresses others are told: NCCL User Guide, "NCCL_SOCKET_IFNAME".
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "nccl/socket.h"
#include "support/environment.h"

namespace heddle::nccl {
namespace {

// "eth,ib": prefixes; "=eth0": exactly; "^docker": all but these.
class Filter {
 public:
  explicit Filter(const char* text) {
    std::string_view rest = text ? text : "";
    excludes_ = rest.starts_with('^');
    if (excludes_) rest.remove_prefix(1);
    exact_ = rest.starts_with('=');
    if (exact_) rest.remove_prefix(1);
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      if (comma > 0) names_.push_back(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  bool empty() const { return names_.empty(); }
  bool takes(std::string_view name) const {
    const bool named = std::any_of(names_.begin(), names_.end(), [&](std::string_view wanted) {
      return exact_ ? name == wanted : name.starts_with(wanted);
    });
    return named != excludes_;
  }

 private:
  bool excludes_ = false, exact_ = false;
  std::vector<std::string_view> names_;
};

// The lower the better; -1: not at all.
int rank_of(const ifaddrs& interface, const Filter& filter) {
  if (!interface.ifa_addr || !(interface.ifa_flags & IFF_UP)) return -1;
  const int family = interface.ifa_addr->sa_family;
  if (family != AF_INET && family != AF_INET6) return -1;
  const bool loopback = interface.ifa_flags & IFF_LOOPBACK;
  const std::string_view name = interface.ifa_name;
  if (!filter.empty() && !filter.takes(name)) return -1;
  int rank = family == AF_INET ? 0 : 1;
  if (filter.empty() && name.starts_with("docker")) rank += 2;
  if (loopback) rank += 4;
  return rank;
}

}  // namespace

std::optional<Address> own_address() {
  const Filter filter(support::variable("NCCL_SOCKET_IFNAME"));
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return std::nullopt;
  const ifaddrs* best = nullptr;
  for (const ifaddrs* at = all; at; at = at->ifa_next) {
    const int rank = rank_of(*at, filter);
    if (rank >= 0 && (!best || rank < rank_of(*best, filter))) best = at;
  }
  std::optional<Address> made;
  if (best) {
    made.emplace();
    made->family = best->ifa_addr->sa_family;
    if (made->family == AF_INET6) {
      const auto& from = reinterpret_cast<const sockaddr_in6&>(*best->ifa_addr);
      made->scope = from.sin6_scope_id;
      std::memcpy(made->ip, &from.sin6_addr, 16);
    } else {
      const auto& from = reinterpret_cast<const sockaddr_in&>(*best->ifa_addr);
      std::memcpy(made->ip, &from.sin_addr, 4);
    }
  }
  freeifaddrs(all);
  return made;
}

}  // namespace heddle::nccl
