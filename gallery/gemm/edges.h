// SPDX-License-Identifier: Apache-2.0
// What a product must get right beside its numbers: views of larger matrices, operands at any
// address, sizes and factors of 0, a workspace that others have used, and errors that are returned.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "attempt.h"

namespace gemm {

// Which groups are wanted, and how many cases of each.
struct Selection {
  std::string only;
  bool few;
  bool wants(const std::string& group) const { return only == "all" || only == group; }
};

inline const std::vector<std::string> kAllOrders = {"rrr", "ccc", "rcr", "crr",
                                                    "rrc", "ccr", "rcc", "crc"};

template <class In, class Out>
class Edges {
 public:
  using Test = Attempt<In, Out>;
  using Numbers = gemm::Numbers<In, Out>;
  using Function = gemm::Function<In, Out>;

  Edges(gallery::Program& program, const Selection& selection, Precision precision,
        gallery::DeviceArray<float>& workspace)
      : program_(program), selection_(selection), precision_(precision), workspace_(workspace) {}

  // Views of larger matrices, with NaN between the lines of A and B; C's are dense, or padded to 16
  // elements, by 16 more, to odd and to even distances; then A's and B's.
  struct Size {
    int m, n, k;
  };
  static std::vector<Size> sizes_of_views() {
    return {{3, 13, 64}, {13, 3, 64}, {5, 8, 43}, {128, 256, 64}, {129, 131, 70}, {67, 68, 1100}};
  }
  // For kernels that want a short k.
  static std::vector<Size> sizes_of_short_k() {
    return {{3, 13, 1},     {13, 4, 3},    {5, 8, 4},     {300, 36, 7},  {131, 268, 16},
            {67, 1030, 11}, {67, 132, 30}, {130, 67, 29}, {67, 132, 47}, {500, 700, 5}};
  }
  void views(const Function& f, std::vector<std::string> orders,
             const std::vector<Size>& sizes = sizes_of_views()) {
    if (!selection_.wants("views")) return;
    if (selection_.few && orders.size() > 2) orders.resize(2);
    Tally tally;
    for (const auto& [m, n, k] : sizes) {
      if (selection_.few && m == 128) continue;
      const Numbers numbers(program_, m, n, k);
      for (const std::string& order : orders)
        for (const float beta : {0.0f, -0.5f})
          for (int padding = 0; padding < 7; ++padding) {
            Test test = at_multiples_of_16(numbers, order, beta);
            const int paddings_of_c[] = {0, test.c.padding + 16, 1, 2};
            if (padding < 4) test.c.padding = paddings_of_c[padding];
            if (padding == 5) test.a.padding += 16, test.b.padding += 16;
            if (padding == 6) test.a.padding += 1, test.b.padding += 2;
            tally.add(text(numbers, order), run(test, numbers, f));
          }
    }
    tally.row(program_, name(f), "views");
  }

  // A, B, C, or all of them so many elements behind a multiple of 256 bytes.
  void offsets(const Function& f, std::vector<std::string> orders) {
    if (!selection_.wants("offsets")) return;
    if (selection_.few && orders.size() > 2) orders.resize(2);
    Tally tally;
    for (const auto& [m, n, k] : {Size{3, 14, 64}, {64, 136, 72}, {130, 132, 70}}) {
      if (selection_.few && m == 130) continue;
      const Numbers numbers(program_, m, n, k);
      for (const std::string& order : orders)
        for (const float beta : {0.0f, -0.5f})
          for (const int offset : {1, 2, 3, 4, 8})
            for (int which = 0; which < 4; ++which) {
              Test test = at_multiples_of_16(numbers, order, beta);
              if (which == 0 || which == 3) test.a.offset = offset;
              if (which == 1 || which == 3) test.b.offset = offset;
              if (which == 2 || which == 3) test.c.offset = offset;
              tally.add(text(numbers, order), run(test, numbers, f));
            }
    }
    tally.row(program_, name(f), "offsets");
  }

  // Nothing to write, or nothing to add: C = beta C, whatever A and B are.
  void zeros(const Function& f) {
    if (!selection_.wants("zeros")) return;
    Tally tally;
    for (const auto& [m, n, k] :
         {Size{0, 7, 6}, {5, 0, 6}, {0, 0, 0}, {0, 7, 0}, {5, 0, 0}, {5, 7, 0}, {33, 300, 17}}) {
      const Numbers numbers(program_, m, n, k);
      for (const float beta : {0.0f, 0.5f, 1.0f}) {
        Test test = at_multiples_of_16(numbers, "rrr", beta);
        test.c.offset = 1;
        test.alpha = k == 17 ? Factor<Out>(0) : factor<Out>(1.5f);
        test.operands_exist = k != 17;
        tally.add(text(numbers, "rrr"), run(test, numbers, f));
      }
    }
    tally.row(program_, name(f), "zeros");
  }

  // What a function that chooses its kernel has to pass.
  void front(const Function& f, const std::vector<std::string>& orders = kAllOrders) {
    views(f, orders);
    offsets(f, orders);
    zeros(f);
    errors(f);
    workspace(f);
  }

  // Parts of k in memory that holds NaN, small numbers, or what was there; of any size and address.
  void workspace(const Function& f) {
    if (!selection_.wants("workspace")) return;
    Tally tally;
    const Numbers numbers(program_, 136, 260, 1100);
    for (const int fill : {0xff, 0x01, -1})
      for (const size_t room : {~size_t(0), size_t(0), size_t(1), size_t(5000), size_t(100003)})
        for (const int offset : {0, 1, 3}) {
          if (selection_.few && (room == 5000 || offset == 1)) continue;
          if (fill >= 0) CUDA_CHECK(cudaMemset(workspace_.get(), fill, workspace_.bytes()));
          Test test = at_multiples_of_16(numbers, "rrr", 0.0f);
          test.room = room;
          test.workspace_offset = offset;
          tally.add(text(numbers, "rrr"), run(test, numbers, f));
          workspace_.check_guard();
        }
    tally.row(program_, name(f), "workspace");
  }

  // What makes no problem is refused and changes nothing; the next product is right. An error of
  // the caller's own, which he has not asked for yet, is not taken for one of the product. (Whether
  // it is still there afterwards is the library's affair: on an H200, a cudaFuncSetAttribute that
  // succeeds forgets it.)
  void errors(const Function& f) {
    if (!selection_.wants("errors")) return;
    Tally tally;
    const Numbers numbers(program_, 16, 24, 8);
    using P = Problem<In, Out>;
    const std::function<void(P&)> ways[] = {[](P& p) { p.m = -1; },    [](P& p) { p.n = -1; },
                                            [](P& p) { p.k = -1; },    [](P& p) { p.a.ld = 7; },
                                            [](P& p) { p.b.ld = 23; }, [](P& p) { p.c.ld = 23; },
                                            [](P& p) { p.a.ld = -8; }, [](P& p) { p.b.ld = 0; }};
    for (const auto& way : ways) {
      Test test;
      test.spoil = way;
      tally.add("refused", run(test, numbers, f));
      tally.add("after an error", run({}, numbers, f));
    }
    cudaSetDevice(-1);
    tally.add("with an error before it", run({}, numbers, f));
    cudaGetLastError();
    tally.row(program_, name(f), "errors");
  }

 private:
  static Test at_multiples_of_16(const Numbers& x, const std::string& order, float beta) {
    const auto layout = [](char letter, int rows, int columns) {
      const int length = letter == 'r' ? columns : rows;
      return Layout{letter == 'r' ? Order::kRow : Order::kColumn, 0,
                    tiles(length, 16) * 16 - length};
    };
    Test test;
    test.a = layout(order[0], x.m, x.k);
    test.b = layout(order[1], x.k, x.n);
    test.c = layout(order[2], x.m, x.n);
    test.alpha = beta == 0.0f ? factor<Out>(1.0f) : factor<Out>(1.5f);
    test.beta = factor<Out>(beta);
    return test;
  }
  std::string run(const Test& test, const Numbers& numbers, const Function& f) {
    return test.run(numbers, f, precision_, workspace_);
  }
  std::string name(const Function& f) const { return f.name + " (" + precision_.name + ")"; }
  static std::string text(const Numbers& x, const std::string& order) {
    return gallery::by(x.m, x.n, x.k) + " " + order;
  }

  gallery::Program& program_;
  const Selection& selection_;
  Precision precision_;
  gallery::DeviceArray<float>& workspace_;
};

}  // namespace gemm
