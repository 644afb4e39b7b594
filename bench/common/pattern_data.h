// SPDX-License-Identifier: Apache-2.0
// Data of the patterns: inputs, the first values of the output, numbers and extents, made from n
// and values that look random. And the reference: the pattern's function, in a loop without
// vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bench/common/patterns.h"
#include "bench/common/workload.h"

namespace bench {

template <typename T>
std::vector<T> random_words(std::int64_t count, std::uint32_t seed) {
  std::vector<T> out(count);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (auto& word : out) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto z = (state ^ state >> 31) * 0xbf58476d1ce4e5b9u;
    word = static_cast<T>(z ^ z >> 29);
  }
  return out;
}

// Multiples of 2^-12 in [low, high): sums of a few of them are exact.
std::vector<float> short_values(std::int64_t count, std::uint32_t seed, float low, float high);
// Begins of n rows of 0 to 9 entries, the last one's end behind them.
std::vector<int> row_begins(std::int64_t n);

template <typename Out, typename Inputs, typename Numbers = std::tuple<>>
struct PatternData {
  int nx, ny, nz;
  std::vector<Out> out;
  Inputs inputs;  // a tuple of vectors
  Numbers numbers;
};

template <typename Pattern>
auto data_of(std::int64_t n) {
  using std::make_tuple;
  const int m = static_cast<int>(n);
  const auto one_row = [&](auto out, auto inputs, auto... numbers) {
    return PatternData<typename decltype(out)::value_type, decltype(inputs),
                       std::tuple<decltype(numbers)...>>{
        m, 1, 1, std::move(out), std::move(inputs), {numbers...}};
  };
  if constexpr (std::is_same_v<Pattern, CipherTables>) {
    return one_row(std::vector<Word>(4 * n),
                   make_tuple(random_words<Word>(4 * n, 1), random_words<Word>(44, 2)));
  } else if constexpr (std::is_same_v<Pattern, CipherBytes>) {
    return one_row(std::vector<Byte>(16 * n),
                   make_tuple(random_words<Byte>(16 * n, 1), random_words<Byte>(176, 2)));
  } else if constexpr (std::is_same_v<Pattern, Xtea>) {
    return one_row(std::vector<Word>(2 * n),
                   make_tuple(random_words<Word>(2 * n, 1), random_words<Word>(4, 2)));
  } else if constexpr (std::is_same_v<Pattern, Resample>) {
    const int width = m * 2 / 3, height = m / 2;  // to m x m
    using Numbers = std::tuple<int, int, int, float, float>;
    return PatternData<Byte, std::tuple<std::vector<Byte>>, Numbers>{
        m,
        m,
        1,
        std::vector<Byte>(3 * n * n),
        make_tuple(random_words<Byte>(3L * width * height, 1)),
        Numbers(width, height, m, 0.66f, 0.49f)};
  } else if constexpr (std::is_same_v<Pattern, Filter>) {
    return PatternData<Byte, std::tuple<std::vector<Byte>>, std::tuple<int, int>>{
        m, m, 1, std::vector<Byte>(n * n), make_tuple(random_words<Byte>(n * n, 1)), {m, m}};
  } else if constexpr (std::is_same_v<Pattern, BitsByShifts> ||
                       std::is_same_v<Pattern, BitsByTable>) {
    return one_row(std::vector<int>(n), make_tuple(random_words<Word64>(n, 1)));
  } else if constexpr (std::is_same_v<Pattern, Rows>) {
    const int k = 29, count = 5;
    return one_row(std::vector<float>(n), make_tuple(values(n * k, 1), values(count * k, 2)), k,
                   count);
  } else if constexpr (std::is_same_v<Pattern, SparseRows>) {
    auto begins = row_begins(n);
    auto columns = random_words<int>(begins.back(), 2);
    for (auto& c : columns)
      c = static_cast<int>(static_cast<unsigned>(c) % static_cast<unsigned>(m));
    auto entries = values(begins.back(), 3);
    return one_row(std::vector<float>(n), make_tuple(std::move(begins), std::move(columns),
                                                     std::move(entries), values(n, 4)));
  } else if constexpr (std::is_same_v<Pattern, Particles>) {
    return one_row(std::vector<float>(2 * n), make_tuple(short_values(2 * n, 1, 0, 4),
                                                         short_values(2 * n, 2, -0.125f, 0.125f)));
  } else if constexpr (std::is_same_v<Pattern, Stencil3d>) {
    return PatternData<float, std::tuple<std::vector<float>>, std::tuple<int, int, int>>{
        m, m, m, std::vector<float>(n * n * n), make_tuple(values(n * n * n, 1)), {m, m, m}};
  } else if constexpr (std::is_same_v<Pattern, Torus>) {
    constexpr int kWidth = 1500;
    auto data =
        one_row(std::vector<float>(n * kWidth), make_tuple(values(n * kWidth, 1)), kWidth, m);
    data.nx = m * kWidth;
    return data;
  } else if constexpr (std::is_same_v<Pattern, Bodies>) {
    return one_row(std::vector<float>(3 * n),
                   make_tuple(values(3 * n, 1), values(3 * n, 2), random_words<int>(n, 3)));
  } else if constexpr (std::is_same_v<Pattern, Matrices>) {
    return one_row(std::vector<float>(16 * n), make_tuple(values(16 * n, 1), values(16 * n, 2)));
  } else if constexpr (std::is_same_v<Pattern, Crosses>) {
    return one_row(std::vector<float>(3 * n), make_tuple(values(3 * n, 1), values(3 * n, 2)));
  } else if constexpr (std::is_same_v<Pattern, TableRows>) {
    return one_row(std::vector<float>(16 * n), make_tuple(values(16 * n, 1)), m);
  } else {
    static_assert(std::is_same_v<Pattern, Polynomial>);
    return one_row(std::vector<float>(n), make_tuple(values(n, 1)));
  }
}

template <typename T>
double distance(T want, T got) {
  if constexpr (std::is_integral_v<T>) return want != got;
  const double far = std::abs(static_cast<double>(want) - static_cast<double>(got));
  return std::isnan(far) ? 1e30 : far / std::max(1.0, std::abs(static_cast<double>(want)));
}

// Whole numbers must be the same, but for a resampled byte, which one may round otherwise.
template <typename Pattern, typename Out>
constexpr double pattern_bound() {
  return std::is_integral_v<Out> ? 0 : 2e-5;
}

template <typename Pattern>
auto reference_of(std::int64_t n) {
  auto data = data_of<Pattern>(n);
  std::apply(
      [&](const auto&... inputs) {
        std::apply(
            [&](auto... numbers) {
              for (int z = 0; z < data.nz; ++z) {
                for (int y = 0; y < data.ny; ++y) {
                  for (int x = 0; x < data.nx; ++x) {
                    Pattern::element(x, y, z, data.out.data(), inputs.data()..., numbers...);
                  }
                }
              }
            },
            data.numbers);
      },
      data.inputs);
  return std::move(data.out);
}

// The largest distance; of the bytes of a resampled image, which may be rounded otherwise where
// products are joined with sums, the number that are more than 1 apart.
template <typename Pattern, typename Out>
double pattern_error(std::int64_t n, const std::vector<Out>& got) {
  const auto want = reference_of<Pattern>(n);
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (std::is_same_v<Pattern, Resample> && std::abs(int(want[i]) - int(got[i])) <= 1) continue;
    worst = std::max(worst, distance(want[i], got[i]));
  }
  return worst;
}

}  // namespace bench
