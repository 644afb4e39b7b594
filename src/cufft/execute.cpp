// SPDX-License-Identifier: Apache-2.0
// How a transform is shared among threads. With a batch, each takes some of it. Otherwise a
// transform of two or three dimensions is done in two works, one behind the other in the stream:
// all axes but the first, of some planes a thread, and the first axis, of some columns a thread.
#include "cufft/execute.h"

#include <bit>
#include <cmath>
#include <new>

#include "cufft/kernel.h"
#include "cufft/layouts.h"
#include "cufft/long.h"
#include "cufft/narrow.h"
#include "cufft/work.h"

namespace heddle::cufft {
namespace {

// What a thread would take for all of it; from measurements of ducc0 with AVX2.
library::Cost cost_of(const Transform& transform) {
  const double points = static_cast<double>(transform.points()) * transform.batch;
  const double stages = std::log2(std::max<double>(2, transform.points()));
  const double half = transform.kind == Kind::kComplex ? 1 : 0.6;
  return {.operations = 18 * half * points * stages,
          .bytes = 2.0 * half * points * element(true, transform.number)};
}

// A transform in a stream, and what it needs while it runs.
struct Run {
  const Functions* kernel;
  std::shared_ptr<Factors> factors;

  // There is no status for it when work runs; a process that is out of memory is told so.
  void operator()(const Task& task) const {
    if (!kernel->run(factors.get(), task)) throw std::bad_alloc();
  }
  void turn(const Turn& task) const {
    if (!kernel->turn(factors.get(), task)) throw std::bad_alloc();
  }
};

// The part [begin, end) of an axis.
Task part_of(Task task, unsigned axis, i64 begin, i64 end) {
  const auto size = [&](bool complex) {
    return complex ? (task.is_double ? 16 : 8) : (task.is_double ? 8 : 4);
  };
  task.in = static_cast<const std::byte*>(task.in) +
            begin * task.in_layout.stride[axis] * size(task.kind != Kind::kToComplex);
  task.out = static_cast<std::byte*>(task.out) +
             begin * task.out_layout.stride[axis] * size(task.kind != Kind::kToReal);
  task.in_layout.shape[axis] = task.out_layout.shape[axis] = end - begin;
  return task;
}

// What fits into a core's own cache beside the result.
constexpr i64 kCached = i64{1} << 18;
// Long transforms of a batch, each by itself.
constexpr i64 kLong = i64{1} << 17;
Task without_batch(Task task) {
  for (Layout* layout : {&task.in_layout, &task.out_layout}) {
    for (unsigned i = 1; i < layout->dims; ++i) {
      layout->shape[i - 1] = layout->shape[i];
      layout->stride[i - 1] = layout->stride[i];
    }
    --layout->dims;
  }
  task.axes >>= 1;
  return task;
}

}  // namespace

Work work_of(const Plan& plan, const char* name, const void* in, void* out, bool forward) {
  return {name,
          plan.transform,
          plan.factors,
          plan.stream,
          in,
          out,
          layouts_of(plan.transform, in == out),
          forward};
}

cufftResult execute(const Work& work) {
  const Functions* const functions = kernel();
  if (!functions) return CUFFT_INTERNAL_ERROR;
  const Transform& transform = work.transform;
  const Layouts& layouts = work.layouts;
  const char* const name = work.name;
  const void* const in = work.in;
  void* const out = work.out;
  const bool in_place = in == out;
  const library::Cost cost = cost_of(transform);
  const Run run{functions, work.factors};

  Task task;
  task.kind = transform.kind;
  task.is_double = transform.number == Number::kDouble;
  task.forward =
      transform.kind == Kind::kToComplex || (transform.kind == Kind::kComplex && work.forward);
  task.in = in;
  task.out = out;
  task.in_layout = layouts.in;
  task.out_layout = layouts.out;
  const unsigned first = first_axis(transform);
  for (int i = 0; i < transform.rank; ++i) task.axes |= 1u << (first + i);

  const std::uint64_t in_size = element(task.kind != Kind::kToComplex, transform.number);
  const std::uint64_t out_size = element(task.kind != Kind::kToReal, transform.number);
  const auto with_uses = [&](Call& call, const void* from, void* to) -> Call& {
    if (!work.told) return call;
    return call.late_uses([=, layouts = work.layouts](library::Uses::List& uses) {
      if (from) add_uses(uses, from, layouts.in, in_size, false);
      if (to) add_uses(uses, to, layouts.out, out_size, true);
    });
  };
  Call call(work.stream, name, false);

  // Rows that move, and types that are not computed with, are computed elsewhere.
  const bool narrow = transform.number == Number::kHalf || transform.number == Number::kBFloat16;
  if (narrow || (in_place && !rows_stay(task.kind, layouts))) {
    return with_uses(call, in, out).once(cost, [=, number = transform.number] {
      run_elsewhere(task, number, run);
    });
  }

  const i64 threads = library::threads_for(cost, i64{1} << 20);
  const i64 rows = static_cast<i64>(layouts.out.shape[first]);
  if (transform.batch > 1 && (transform.batch >= threads || transform.rank == 1)) {
    // All axes of some, so that they stay in the cache from one axis to the next.
    const i64 bytes = transform.points() * static_cast<i64>(element(true, transform.number));
    const i64 at_once = transform.rank == 1 ? transform.batch : std::max<i64>(1, kCached / bytes);
    const bool one_by_one = transform.rank == 1 && transform.n[0] >= kLong;
    return with_uses(call, in, out).ranges(transform.batch, cost, 1, [=](i64 begin, i64 end) {
      if (one_by_one) {
        for (i64 i = begin; i < end; ++i) run(without_batch(part_of(task, 0, i, i + 1)));
        return;
      }
      for (i64 i = begin; i < end; i += at_once)
        run(part_of(task, 0, i, std::min(end, i + at_once)));
    });
  }
  if (threads > 1 && transform.rank == 1 && task.kind == Kind::kComplex) {
    if (const i64 first_half = long_rows(transform.n[0])) {
      const Matrix matrix(transform.n[0], first_half, task.is_double);
      if (!matrix) return CUFFT_ALLOC_FAILED;
      const library::Cost half = {.operations = cost.operations / 2, .bytes = cost.bytes};
      const Task columns = matrix.columns(task), rows_of_it = matrix.rows(task);
      const cufftResult status =
          with_uses(call, in, nullptr).ranges(matrix.width(), half, 16, [=](i64 begin, i64 end) {
            run(part_of(columns, 1, begin, end));
            run.turn(matrix.turn(task, begin, end));
          });
      if (status) return status;
      Call second(work.stream, name, false);
      return with_uses(second, nullptr, out).ranges(first_half, half, 16, [=](i64 begin, i64 end) {
        static_cast<void>(matrix);
        run(part_of(rows_of_it, 0, begin, end));
      });
    }
  }
  if (threads == 1 || transform.rank == 1 || rows == 1) {
    return with_uses(call, in, out).once(cost, [=] { run(task); });
  }

  // In two works.
  const unsigned last = first + transform.rank - 1;
  Task planes = task, columns = task;
  planes.axes &= ~(1u << first);
  columns.axes = 1u << first;
  columns.kind = Kind::kComplex;
  const library::Cost half = {.operations = cost.operations / 2, .bytes = cost.bytes};
  // The boundaries are those of cache lines.
  const auto run_columns = [&](Call& each, const Task& what) {
    const i64 width = static_cast<i64>(what.in_layout.shape[last]);
    return each.ranges(width, half, 16,
                       [=](i64 begin, i64 end) { run(part_of(what, last, begin, end)); });
  };
  const auto run_planes = [&](Call& each, const Task& what) {
    return each.ranges(rows, half, 1,
                       [=](i64 begin, i64 end) { run(part_of(what, first, begin, end)); });
  };
  Call second(work.stream, name, false);
  if (task.kind != Kind::kToReal) {
    columns.in = out;
    columns.in_layout = layouts.out;
    const cufftResult status = run_planes(with_uses(call, in, out), planes);
    return status ? status : run_columns(with_uses(second, nullptr, out), columns);
  }
  // To real data: the columns come first, elsewhere if the input is to stay as it is.
  std::shared_ptr<std::byte[]> between;
  columns.forward = false;
  columns.out_layout = layouts.in;
  columns.out = out;
  if (!in_place) {
    columns.out_layout = packed(layouts.in);
    std::uint64_t bytes = in_size;
    for (unsigned i = 0; i < layouts.in.dims; ++i) bytes *= layouts.in.shape[i];
    between.reset(new (std::nothrow) std::byte[bytes]);
    if (!between) return CUFFT_ALLOC_FAILED;
    columns.out = between.get();
  }
  planes.in = columns.out;
  planes.in_layout = columns.out_layout;
  const i64 width = static_cast<i64>(layouts.in.shape[last]);
  const cufftResult status =
      with_uses(call, in, nullptr).ranges(width, half, 16, [=](i64 begin, i64 end) {
        static_cast<void>(between);  // lives as long
        run(part_of(columns, last, begin, end));
      });
  if (status) return status;
  return with_uses(second, nullptr, out).ranges(rows, half, 1, [=](i64 begin, i64 end) {
    static_cast<void>(between);
    run(part_of(planes, first, begin, end));
  });
}

bool prepare(const Plan& plan) {
  const Functions* const functions = kernel();
  Task task;
  task.kind = plan.transform.kind;
  task.is_double = plan.transform.number == Number::kDouble;
  const Layouts layouts = layouts_of(plan.transform, false);
  task.in_layout = layouts.in;
  task.out_layout = layouts.out;
  const unsigned first = first_axis(plan.transform);
  for (int i = 0; i < plan.transform.rank; ++i) task.axes |= 1u << (first + i);
  return functions && functions->prepare(plan.factors.get(), task);
}

}  // namespace heddle::cufft
