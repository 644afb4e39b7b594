// SPDX-License-Identifier: Apache-2.0
// What cudaGraphDebugDotPrint writes is a graph of the DOT language with every node and edge,
// whatever is to be told of them.
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "graphs.h"

namespace {

// graph: digraph ID { statement* }; statement: subgraph ID { ... } | ID = ID | ID attributes? |
// ID -> ID attributes?; attributes: [ (ID = ID)* ]
class Parser {
 public:
  explicit Parser(std::string text) : text_(std::move(text)) { advance(); }
  bool parse() { return take("digraph") && id() && block() && token_.empty(); }
  std::set<std::string> nodes;
  unsigned edges = 0;

 private:
  void advance() {
    while (at_ < text_.size() && std::isspace((unsigned char)text_[at_])) ++at_;
    token_.clear();
    if (at_ == text_.size()) return;
    if (text_[at_] == '"') {
      token_ = "\"";
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\') token_ += text_[at_++];
        token_ += text_[at_];
      }
      ++at_;
    } else if (text_.compare(at_, 2, "->") == 0) {
      token_ = "->";
      at_ += 2;
    } else if (std::isalnum((unsigned char)text_[at_]) || text_[at_] == '_') {
      while (std::isalnum((unsigned char)text_[at_]) || text_[at_] == '_') token_ += text_[at_++];
    } else {
      token_ = text_[at_++];
    }
  }
  bool take(const char* want) {
    if (token_ != want) return false;
    advance();
    return true;
  }
  bool id() {
    if (token_.empty() || !(token_[0] == '"' || std::isalnum((unsigned char)token_[0])))
      return false;
    last_ = token_;
    advance();
    return true;
  }
  bool block() {
    if (!take("{")) return false;
    while (!take("}")) {
      if (!statement()) return false;
    }
    return true;
  }
  bool statement() {
    if (take("subgraph")) return id() && block();
    if (!id()) return false;
    const std::string first = last_;
    if (take("=")) return id();
    nodes.insert(first);
    if (take("->")) {
      if (!id()) return false;
      nodes.insert(last_);
      ++edges;
    }
    return token_ != "[" || attributes();
  }
  bool attributes() {
    take("[");
    while (!take("]")) {
      if (!id() || !take("=") || !id()) return false;
      take(",");
    }
    return true;
  }

  std::string text_, token_, last_;
  size_t at_ = 0;
};

}  // namespace

int main() {
  auto* out = gate::pinned<unsigned>(4);
  cudaGraph_t inner = graphs::create(), graph = graphs::create();
  const auto a = graphs::add(inner, {}, gate::write, 1, 1, out, 1u);
  graphs::add(inner, {a}, gate::write, 1, 1, out, 2u);
  const auto first = graphs::add(graph, {}, gate::write, dim3(2, 3), 32, out, 3u);
  cudaGraphNode_t child, copy, fill, call, event_node;
  gate::ok(cudaGraphAddChildGraphNode(&child, graph, &first, 1, inner), "a child graph");
  gate::ok(cudaGraphAddMemcpyNode1D(&copy, graph, &child, 1, out, out + 1, 4, cudaMemcpyDefault),
           "a copy");
  const cudaMemsetParams params{out, 0, 1, 4, 1, 1};
  gate::ok(cudaGraphAddMemsetNode(&fill, graph, &child, 1, &params), "a fill");
  const cudaHostNodeParams function{[](void*) {}, nullptr};
  gate::ok(cudaGraphAddHostNode(&call, graph, &fill, 1, &function), "a host function");
  cudaEvent_t event;
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");
  gate::ok(cudaGraphAddEventRecordNode(&event_node, graph, &call, 1, event), "an event");
  char path[] = "/tmp/heddle_dot_XXXXXX";
  gate::that(mkstemp(path) >= 0, "a file");
  size_t plain = 0, verbose = 0;
  for (unsigned bit = 0; bit <= 16; ++bit) {
    const unsigned flags = bit == 0 ? 0 : 1u << (bit - 1);
    gate::ok(cudaGraphDebugDotPrint(graph, path, flags), "cudaGraphDebugDotPrint");
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    Parser parser(text.str());
    gate::that(parser.parse(), "a graph of the language");
    // Beside the edges one from the child graph's node to its first one.
    gate::that(parser.nodes.size() == 8 && parser.edges == 1 + 5 + 1, "all nodes and edges");
    if (flags == 0) plain = text.str().size();
    if (flags == cudaGraphDebugDotFlagsVerbose) verbose = text.str().size();
  }
  gate::that(verbose > plain, "more of it");
  std::remove(path);
  graphs::run(graphs::instantiate(graph), graphs::stream(), "it runs all the same");
  gate::that(out[0] == 1 && out[1] == 0, "what it does");
  return gate::result();
}
