// SPDX-License-Identifier: Apache-2.0
// Every operation, with every type and operator, beside a plain loop over the ranks; in place and
// not, of one element and of more than a slot holds.
#include <cmath>
#include <type_traits>

#include "ranks.h"

namespace {

// What rank `rank` has at `i`: small, so that each sum and product is a number of every type.
int value(int rank, std::size_t i, bool product) {
  const auto mixed = static_cast<unsigned>(i * 7 + static_cast<std::size_t>(rank) * 3 + i / 5);
  return product ? 1 + static_cast<int>(mixed % 2) : static_cast<int>(mixed % 3);
}

template <class T>
T number(double from) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(from);
  else
    return T(static_cast<float>(from));
}
template <class T>
double as_double(T from) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(from);
  else
    return static_cast<float>(from);
}

double combined(ncclRedOp_t op, int ranks, std::size_t i) {
  double all = value(0, i, op == ncclProd);
  for (int rank = 1; rank < ranks; ++rank) {
    const double next = value(rank, i, op == ncclProd);
    if (op == ncclSum || op == ncclAvg) all += next;
    if (op == ncclProd) all *= next;
    if (op == ncclMax) all = std::fmax(all, next);
    if (op == ncclMin) all = std::fmin(all, next);
  }
  return op == ncclAvg ? all / ranks : all;
}

template <class T>
std::vector<T> contribution(int rank, std::size_t count, bool product) {
  std::vector<T> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = number<T>(value(rank, i, product));
  return made;
}

// A third of a small number has more digits than some types.
template <class T>
bool is_right(T got, double wanted, ncclRedOp_t op) {
  if constexpr (std::is_integral_v<T>) return got == static_cast<T>(wanted);
  const double error = std::fabs(as_double(got) - wanted);
  if (op != ncclAvg) return error == 0;
  return error <= 0.5 * std::pow(2.0, sizeof(T) == 1 ? -1 : sizeof(T) == 2 ? -6 : -20);
}

template <class T>
void reductions(Rank& r, ncclDataType_t type, ncclRedOp_t op, std::size_t count) {
  const auto own = contribution<T>(r.rank, count, op == ncclProd);
  const OnDevice<T> in(own), out{std::vector<T>(count)}, in_place(own);
  OK(ncclAllReduce(in.at, out.at, count, type, op, r.comm, r.stream));
  OK(ncclAllReduce(in_place.at, in_place.at, count, type, op, r.comm, r.stream));
  const auto a = out.data(r.stream), b = in_place.data(r.stream);
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(is_right(a[i], combined(op, r.ranks, i), op));
    CHECK(is_right(b[i], combined(op, r.ranks, i), op));
  }
  const int root = r.ranks - 1;
  const OnDevice<T> at_root{std::vector<T>(r.rank == root ? count : 0)};
  OK(ncclReduce(in.at, r.rank == root ? at_root.at : nullptr, count, type, op, root, r.comm,
                r.stream));
  const auto c = at_root.data(r.stream);
  for (std::size_t i = 0; i < c.size(); ++i) CHECK(is_right(c[i], combined(op, r.ranks, i), op));

  const auto all = static_cast<std::size_t>(r.ranks), me = static_cast<std::size_t>(r.rank);
  const OnDevice<T> wide(contribution<T>(r.rank, count * all, op == ncclProd));
  OK(ncclReduceScatter(wide.at, out.at, count, type, op, r.comm, r.stream));
  const auto d = out.data(r.stream);
  OK(ncclReduceScatter(wide.at, wide.at + me * count, count, type, op, r.comm, r.stream));
  const auto e = wide.data(r.stream);
  for (std::size_t i = 0; i < count; ++i) {
    const double wanted = combined(op, r.ranks, me * count + i);
    CHECK(is_right(d[i], wanted, op));
    CHECK(is_right(e[me * count + i], wanted, op));
  }
}

template <class T>
void of_type(Rank& r, ncclDataType_t type, std::initializer_list<std::size_t> counts) {
  for (const std::size_t count : counts)
    for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg})
      reductions<T>(r, type, op, count);
}

// Numbers whose place says where they come from.
int mark(int rank, std::size_t i) {
  return rank * 10000019 + static_cast<int>(i);
}
std::vector<int> marks(int rank, std::size_t first, std::size_t count) {
  std::vector<int> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = mark(rank, first + i);
  return made;
}

void copies(Rank& r, std::size_t count) {
  const auto all = static_cast<std::size_t>(r.ranks), me = static_cast<std::size_t>(r.rank);
  const OnDevice<int> own(marks(r.rank, 0, count)), wide(marks(r.rank, 0, count * all));
  for (int root = 0; root < r.ranks; ++root) {
    const OnDevice<int> got{std::vector<int>(count, -1)};
    OK(ncclBroadcast(r.rank == root ? own.at : nullptr, got.at, count, ncclInt32, root, r.comm,
                     r.stream));
    CHECK(got.data(r.stream) == marks(root, 0, count));
    const OnDevice<int> cast(marks(r.rank, 0, count));
    OK(ncclBcast(cast.at, count, ncclInt32, root, r.comm, r.stream));
    CHECK(cast.data(r.stream) == marks(root, 0, count));

    const OnDevice<int> gathered(std::vector<int>(r.rank == root ? count * all : 0, -1));
    OK(ncclGather(own.at, gathered.at, count, ncclInt32, root, r.comm, r.stream));
    const auto at_root = gathered.data(r.stream);
    for (std::size_t i = 0; i < at_root.size(); ++i)
      CHECK(at_root[i] == mark(static_cast<int>(i / count), i % count));
    OK(ncclScatter(wide.at, got.at, count, ncclInt32, root, r.comm, r.stream));
    CHECK(got.data(r.stream) == marks(root, me * count, count));
  }
  const OnDevice<int> gathered(std::vector<int>(count * all, -1));
  OK(ncclAllGather(own.at, gathered.at, count, ncclInt32, r.comm, r.stream));
  const auto a = gathered.data(r.stream);
  OK(ncclAllGather(wide.at + me * count, wide.at, count, ncclInt32, r.comm, r.stream));
  const auto b = wide.data(r.stream);
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i] == mark(static_cast<int>(i / count), i % count));
    CHECK(b[i] == mark(static_cast<int>(i / count), i));
  }
  const OnDevice<int> sent(marks(r.rank, 0, count * all));
  OK(ncclAlltoAll(sent.at, gathered.at, count, ncclInt32, r.comm, r.stream));
  const auto c = gathered.data(r.stream);
  OK(ncclAlltoAll(sent.at, sent.at, count, ncclInt32, r.comm, r.stream));
  CHECK(c == sent.data(r.stream));
  for (std::size_t i = 0; i < c.size(); ++i)
    CHECK(c[i] == mark(static_cast<int>(i / count), me * count + i % count));
}

void premultiplied(Rank& r) {
  const std::size_t count = 1000;
  float factor = 0.5f + static_cast<float>(r.rank);
  const OnDevice<float> in(contribution<float>(r.rank, count, false)),
      out{std::vector<float>(count)}, by(std::vector<float>{factor});
  ncclRedOp_t host, device;
  OK(ncclRedOpCreatePreMulSum(&host, &factor, ncclFloat, ncclScalarHostImmediate, r.comm));
  OK(ncclRedOpCreatePreMulSum(&device, by.at, ncclFloat, ncclScalarDevice, r.comm));
  factor = -1;  // it was read
  for (const ncclRedOp_t op : {host, device}) {
    for (const bool scatters : {false, true}) {
      const std::size_t each = scatters ? count / static_cast<std::size_t>(r.ranks) : count;
      if (scatters)
        OK(ncclReduceScatter(in.at, out.at, each, ncclFloat, op, r.comm, r.stream));
      else
        OK(ncclAllReduce(in.at, out.at, each, ncclFloat, op, r.comm, r.stream));
      const auto got = out.data(r.stream);
      for (std::size_t i = 0; i < each; ++i) {
        float wanted = 0;
        const std::size_t at = scatters ? each * static_cast<std::size_t>(r.rank) + i : i;
        for (int rank = 0; rank < r.ranks; ++rank)
          wanted += (0.5f + static_cast<float>(rank)) * static_cast<float>(value(rank, at, false));
        CHECK(got[i] == wanted);
      }
    }
    OK(ncclRedOpDestroy(op, r.comm));
    ANSWERS(ncclAllReduce(in.at, out.at, 1, ncclFloat, op, r.comm, r.stream), ncclInvalidArgument);
  }
}

// Each to each, itself too, of sizes that differ, some of nothing.
void point_to_point(Rank& r) {
  const auto bytes = [&](int from, int to) {
    return static_cast<std::size_t>((from * 5 + to * 3) % 4) * 40000;
  };
  std::vector<OnDevice<int>*> in, out;
  OK(ncclGroupStart());
  for (int peer = 0; peer < r.ranks; ++peer) {
    in.push_back(new OnDevice<int>(marks(r.rank * 8 + peer, 0, bytes(r.rank, peer))));
    out.push_back(new OnDevice<int>(std::vector<int>(bytes(peer, r.rank), -1)));
    OK(ncclSend(in.back()->at, in.back()->count, ncclInt32, peer, r.comm, r.stream));
    OK(ncclRecv(out.back()->at, out.back()->count, ncclInt32, peer, r.comm, r.stream));
  }
  OK(ncclGroupEnd());
  for (int peer = 0; peer < r.ranks; ++peer) {
    CHECK(out[static_cast<std::size_t>(peer)]->data(r.stream) ==
          marks(peer * 8 + r.rank, 0, bytes(peer, r.rank)));
  }
  // Two messages to the same rank come in order, and one larger than all slots; around the circle.
  const int next = (r.rank + 1) % r.ranks, previous = (r.rank + r.ranks - 1) % r.ranks;
  const OnDevice<int> a(marks(r.rank, 0, 300)), b(marks(r.rank, 7, 200000));
  const OnDevice<int> c(std::vector<int>(300, -1)), d(std::vector<int>(200000, -1));
  OK(ncclGroupStart());
  OK(ncclRecv(c.at, c.count, ncclInt32, previous, r.comm, r.stream));
  OK(ncclRecv(d.at, d.count, ncclInt32, previous, r.comm, r.stream));
  OK(ncclSend(a.at, a.count, ncclInt32, next, r.comm, r.stream));
  OK(ncclSend(b.at, b.count, ncclInt32, next, r.comm, r.stream));
  OK(ncclGroupEnd());
  CHECK(c.data(r.stream) == marks(previous, 0, 300));
  CHECK(d.data(r.stream) == marks(previous, 7, 200000));
  for (auto* each : in) delete each;
  for (auto* each : out) delete each;
}

void body(Rank& r) {
  r.begin();
  int ranks = 0, rank = -1, device = -1;
  OK(ncclCommCount(r.comm, &ranks));
  OK(ncclCommUserRank(r.comm, &rank));
  OK(ncclCommCuDevice(r.comm, &device));
  CHECK(ranks == r.ranks && rank == r.rank && device == r.rank);
  of_type<signed char>(r, ncclInt8, {5, 3001});
  of_type<unsigned char>(r, ncclUint8, {3001});
  of_type<int>(r, ncclInt32, {1, 20000});
  of_type<unsigned>(r, ncclUint32, {3001});
  of_type<long long>(r, ncclInt64, {3001});
  of_type<unsigned long long>(r, ncclUint64, {3001});
  of_type<__half>(r, ncclFloat16, {7, 40001});
  of_type<float>(r, ncclFloat32, {3, 250001});
  of_type<double>(r, ncclFloat64, {3001});
  of_type<__nv_bfloat16>(r, ncclBfloat16, {40001});
  of_type<__nv_fp8_e4m3>(r, ncclFloat8e4m3, {40001});
  of_type<__nv_fp8_e5m2>(r, ncclFloat8e5m2, {3001});
  for (const std::size_t count : {1, 1000, 100003}) copies(r, count);
  premultiplied(r);
  point_to_point(r);
  r.end();
}

}  // namespace

int main(int count, char** words) {
  return run_ranks(count, words, body);
}
