// SPDX-License-Identifier: Apache-2.0
// A batch of random products for batches.cu, a step apart and by pointers, and what is wrong with
// its results: every element, and every element between the matrices.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../common/gallery.h"
#include "batch_problem.h"
#include "precision.h"

namespace gemm {

struct BatchSize {
  int count, m, n, k;
  std::string orders;
  float beta;
  int line_padding, padding;  // elements between the lines, and between the matrices
};

// The matrices of a batch, random, as what is between them.
template <class T>
struct Matrices {
  int count, ld;
  Order order;
  size_t step;
  std::vector<T> host;
  gallery::DeviceArray<T> device;

  Matrices(const BatchSize& s, int rows, int columns, char letter, std::uint64_t seed)
      : count(s.count),
        ld(std::max(letter == 'r' ? columns : rows, 1) + s.line_padding),
        order(letter == 'r' ? Order::kRow : Order::kColumn),
        step(size_t(letter == 'r' ? rows : columns) * ld + s.padding),
        host(step * count),
        device(host.size()) {
    for (size_t i = 0; i < host.size(); ++i)
      host[i] = from_unit<T>(gallery::random_float(seed, i, -1.0f, 1.0f));
    device.from_host(host);
  }
  size_t place(int number, int row, int column) const {
    const size_t line = order == Order::kRow ? row : column;
    return number * step + line * ld + (order == Order::kRow ? column : row);
  }
  double operator()(int number, int row, int column) const {
    return as_double(host[place(number, row, column)]);
  }
};

// Where the matrices of a batch begin, the last one first: no step leads from one to the next.
template <class T>
std::vector<T*> pointers_of(const Matrices<std::remove_const_t<T>>& matrices) {
  std::vector<T*> begins;
  for (int i = matrices.count - 1; i >= 0; --i)
    begins.push_back(matrices.device.get() + i * matrices.step);
  return begins;
}

template <class In, class Out>
struct BatchData {
  BatchSize s;
  Matrices<InA<In>> a;
  Matrices<InB<In>> b;
  Matrices<Out> c;

  BatchData(gallery::Program& program, const BatchSize& size)
      : s(size),
        a(s, s.m, s.k, s.orders[0], program.seed(1)),
        b(s, s.k, s.n, s.orders[1], program.seed(2)),
        c(s, s.m, s.n, s.orders[2], program.seed(3)) {}

  Batch<In, Out> batch() const {
    Batch<In, Out> all{
        {s.m, s.n, s.k, 1, Factor<Out>(s.beta), {}, {}, {}}, s.count, a.step, b.step};
    all.first.a = {a.device.get(), a.ld, a.order};
    all.first.b = {b.device.get(), b.ld, b.order};
    all.first.c = {c.device.get(), c.ld, c.order};
    all.first.step_c = c.step;
    return all;
  }
  // The same by pointers, the last product first.
  struct Pointers {
    gallery::DeviceArray<const InA<In>*> a;
    gallery::DeviceArray<const InB<In>*> b;
    gallery::DeviceArray<Out*> c;
    PointerBatch<In, Out> batch;
    explicit Pointers(const BatchData& data)
        : a(pointers_of<const InA<In>>(data.a)),
          b(pointers_of<const InB<In>>(data.b)),
          c(pointers_of<Out>(data.c)),
          batch{data.batch().first, data.s.count, a.get(), b.get(), c.get()} {
      batch.first.a.data = nullptr, batch.first.b.data = nullptr, batch.first.c.data = nullptr;
      if (data.batch().steps_are_aligned()) batch.alignment = 16;
    }
  };
  // What is wrong with the result; "" when nothing is.
  std::string compare(Precision precision) const {
    const std::vector<Out> got = c.device.to_host();
    std::vector<bool> written(got.size());
    for (int number = 0; number < s.count; ++number)
      for (int i = 0; i < s.m; ++i)
        for (int j = 0; j < s.n; ++j) {
          double sum = 0, size = 0;
          for (int l = 0; l < s.k; ++l) {
            const double product = a(number, i, l) * b(number, l, j);
            sum += product, size += std::fabs(product);
          }
          const double old = double(s.beta) * c(number, i, j), expected = sum + old;
          const size_t place = c.place(number, i, j);
          written[place] = true;
          const double allowed = precision.output * std::fabs(expected) +
                                 precision.bound(s.k) * (size + std::fabs(old));
          if (std::fabs(as_double(got[place]) - expected) <= allowed) continue;
          return "product " + std::to_string(number) + ", row " + std::to_string(i) + ", column " +
                 std::to_string(j) + ": " + std::to_string(as_double(got[place])) + " instead of " +
                 std::to_string(expected);
        }
    for (size_t i = 0; i < got.size(); ++i)
      if (!written[i] && as_double(got[i]) != as_double(c.host[i]))
        return "wrote between the matrices, at element " + std::to_string(i);
    return "";
  }
};

}  // namespace gemm
