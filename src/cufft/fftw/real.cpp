// SPDX-License-Identifier: Apache-2.0
#include "cufft/fftw/real.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <optional>

#include "cufft/fftw/axes.h"
#include "cufft/kernel.h"
#include "cufft/layouts.h"
#include "cufft/work.h"

namespace heddle::cufft::fftw {
namespace {

std::optional<RealKind> kind_of(fftw_r2r_kind kind) {
  switch (kind) {
    case FFTW_R2HC:
      return RealKind::kToHalfComplex;
    case FFTW_HC2R:
      return RealKind::kFromHalfComplex;
    case FFTW_DHT:
      return RealKind::kHartley;
    case FFTW_REDFT00:
      return RealKind::kCosine1;
    case FFTW_REDFT10:
      return RealKind::kCosine2;
    case FFTW_REDFT01:
      return RealKind::kCosine3;
    case FFTW_REDFT11:
      return RealKind::kCosine4;
    case FFTW_RODFT00:
      return RealKind::kSine1;
    case FFTW_RODFT10:
      return RealKind::kSine2;
    case FFTW_RODFT01:
      return RealKind::kSine3;
    case FFTW_RODFT11:
      return RealKind::kSine4;
  }
  return std::nullopt;
}

// One behind the other.
std::vector<RealAxis> packed(std::vector<RealAxis> axes) {
  i64 step = 1;
  for (std::size_t i = axes.size(); i-- > 0; step *= axes[i].n) axes[i].out = step;
  return axes;
}

// From a packed array to where its numbers belong.
template <class T>
void spread(std::vector<RealAxis> axes, const void* from, void* to) {
  const std::vector<RealAxis> between = packed(axes);
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i].in = between[i].out;
  for_each_number(axes, [&](i64 at, i64 place) {
    static_cast<T*>(to)[place] = static_cast<const T*>(from)[at];
  });
}

// The part [begin, end) of an axis.
struct Part {
  std::vector<RealAxis> axes;
  RealTask task;
  Part(const RealTask& whole, std::vector<RealAxis> all, std::size_t axis, i64 begin, i64 end)
      : axes(std::move(all)), task(whole) {
    const i64 size = task.is_double ? sizeof(double) : sizeof(float);
    axes[axis].n = end - begin;
    task.in = static_cast<const std::byte*>(task.in) + begin * axes[axis].in * size;
    task.out = static_cast<std::byte*>(task.out) + begin * axes[axis].out * size;
    task.axes = axes.data();
    task.count = static_cast<unsigned>(axes.size());
  }
};

}  // namespace

Plan* make_real(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch,
                const fftw_r2r_kind* kinds) {
  if (!is_transform(request, dims, batch) || !kinds) return nullptr;
  auto plan = std::make_unique<Plan>();
  for (const Dim& axis : batch) plan->real.push_back({axis.n, axis.in, axis.out, RealKind::kNone});
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const std::optional<RealKind> kind = kind_of(kinds[i]);
    // A cosine transform of the first type has n - 1 in its angles.
    if (!kind || (*kind == RealKind::kCosine1 && dims[i].n < 2)) return nullptr;
    plan->real.push_back({dims[i].n, dims[i].in, dims[i].out, *kind});
  }
  plan->transform.number = request.is_double ? Number::kDouble : Number::kFloat;
  plan->in = request.in;
  plan->out = request.out;
  const Functions* const functions = kernel();
  plan->factors = functions ? make_factors(*functions) : nullptr;
  return plan->factors ? plan.release() : nullptr;
}

cufftResult run_real(const Plan& plan, const char* name, const void* in, void* out) {
  const Functions* const functions = kernel();
  RealTask task{.is_double = plan.is_double(), .in = in, .out = out};
  std::vector<RealAxis> axes = plan.real;
  const bool stays = std::ranges::all_of(
      axes, [](const RealAxis& axis) { return axis.n == 1 || axis.in == axis.out; });
  for (RealAxis& axis : axes)
    if (axis.n == 1) axis.in = axis.out;
  const auto run = [functions, factors = plan.factors](const Part& part) {
    if (!functions->run_real(factors.get(), part.task)) throw std::bad_alloc();
  };
  const i64 size = task.is_double ? sizeof(double) : sizeof(float);
  double count = 1;
  for (const RealAxis& axis : axes) count *= static_cast<double>(axis.n);
  const library::Cost cost{.operations = operations(plan) * 4,
                           .bytes = 2.0 * count * static_cast<double>(size)};
  const auto with_uses = [&](Call& call) -> Call& {
    if (!is_of_device(in) || !is_of_device(out)) return call;
    return call.late_uses([=](library::Uses::List& uses) {
      add_uses(uses, axes, &RealAxis::in, in, size, false);
      add_uses(uses, axes, &RealAxis::out, out, size, true);
    });
  };
  Call call(nullptr, name, false);
  if (in == out && !stays) {
    return with_uses(call).once(cost, [=] {
      const std::vector<RealAxis> between = packed(axes);
      const auto memory = std::make_unique<std::byte[]>(static_cast<std::size_t>(count) *
                                                        static_cast<std::size_t>(size));
      RealTask to = task;
      to.out = memory.get();
      run(Part(to, between, 0, 0, between[0].n));
      task.is_double ? spread<double>(axes, memory.get(), out)
                     : spread<float>(axes, memory.get(), out);
    });
  }
  // Threads share the longest axis of the batch, all of them transform what each has whole.
  std::size_t longest = axes.size();
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].kind == RealKind::kNone && (longest == axes.size() || axes[i].n > axes[longest].n))
      longest = i;
  if (longest == axes.size())
    return with_uses(call).once(cost, [=] { run(Part(task, axes, 0, 0, axes[0].n)); });
  return with_uses(call).ranges(axes[longest].n, cost, 1, [=](i64 begin, i64 end) {
    run(Part(task, axes, longest, begin, end));
  });
}

}  // namespace heddle::cufft::fftw
