// SPDX-License-Identifier: Apache-2.0
#include "cufft/fftw/plan.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "cufft/execute.h"
#include "cufft/fftw/real.h"
#include "cufft/kernel.h"

namespace heddle::cufft::fftw {
namespace {

Plan* refuse(const Request& request, const char* why) {
  library::say_once(fmt::format("{}: {} is not supported", request.name, why));
  return nullptr;
}

// `half`: the last axis has the half (plus one) that describes real data.
Layout layout_of(std::span<const Dim> axes, i64 Dim::* stride, bool half) {
  Layout layout;
  for (const Dim& axis : axes) {
    layout.shape[layout.dims] = static_cast<std::uint64_t>(axis.n);
    layout.stride[layout.dims++] = axis.*stride;
  }
  std::uint64_t& last = layout.shape[layout.dims - 1];
  if (half) last = last / 2 + 1;
  return layout;
}

}  // namespace

bool is_of_device(const void* at) {
  cudaPointerAttributes attributes{};
  return cudaPointerGetAttributes(&attributes, at) == cudaSuccess &&
         attributes.type != cudaMemoryTypeUnregistered;
}

bool is_transform(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch) {
  if (dims.empty() || !request.in || !request.out) return false;
  for (const auto& axes : {dims, batch})
    if (std::any_of(axes.begin(), axes.end(), [](const Dim& axis) { return axis.n < 1; }))
      return false;
  return true;
}

std::vector<Dim> dims_of(const Request& request, int rank, const int* n, const int* inembed,
                         int istride, const int* onembed, int ostride) {
  if (rank < 1 || !n) return {};
  const bool in_place = request.in == request.out;
  std::vector<Dim> dims(static_cast<std::size_t>(rank));
  i64 in = istride, out = ostride;
  for (std::size_t i = dims.size(); i-- > 0;) {
    dims[i] = {n[i], in, out};
    // Rows of complex numbers are half as long (plus one); in place, rows of real ones have room
    // for them.
    const bool last = i + 1 == dims.size();
    const i64 half = n[i] / 2 + 1;
    const i64 complex = request.kind != Kind::kComplex && last ? half : n[i];
    const i64 real = request.kind != Kind::kComplex && last && in_place ? 2 * half : n[i];
    in *= inembed ? inembed[i] : request.kind == Kind::kToComplex ? real : complex;
    out *= onembed ? onembed[i] : request.kind == Kind::kToReal ? real : complex;
  }
  return dims;
}

Plan* make(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch) {
  if (!is_transform(request, dims, batch)) return nullptr;
  if (request.kind == Kind::kComplex && std::abs(request.sign) != 1) return nullptr;
  if (dims.size() > 3) return refuse(request, "a transform of more than three dimensions");
  auto plan = std::make_unique<Plan>();
  Transform& transform = plan->transform;
  transform.kind = request.kind;
  transform.number = request.is_double ? Number::kDouble : Number::kFloat;
  transform.rank = static_cast<int>(dims.size());
  for (std::size_t i = 0; i < dims.size(); ++i) transform.n[i] = dims[i].n;
  std::vector<Dim> axes;
  if (!batch.empty()) {
    // The longest is what threads share.
    const auto longest = std::ranges::max_element(batch, {}, &Dim::n);
    for (auto it = batch.begin(); it != batch.end(); ++it)
      if (it != longest && it->n > 1) plan->outer.push_back(*it);
    transform.batch = longest->n;
    if (longest->n > 1) axes.push_back(*longest);
  }
  if (request.in == request.out && !plan->outer.empty()) {
    // One part's result must not lie where another's input still is.
    const bool to_complex = request.kind == Kind::kToComplex;
    const i64 in_parts = to_complex ? 1 : 2, out_parts = request.kind == Kind::kToReal ? 1 : 2;
    for (const Dim& axis : batch)
      if (axis.in * in_parts != axis.out * out_parts)
        return refuse(request, "a batch of several dimensions that moves in place");
  }
  axes.insert(axes.end(), dims.begin(), dims.end());
  plan->layouts = {layout_of(axes, &Dim::in, request.kind == Kind::kToReal),
                   layout_of(axes, &Dim::out, request.kind == Kind::kToComplex)};
  plan->forward = request.sign == CUFFT_FORWARD;
  plan->in = request.in;
  plan->out = request.out;
  const Functions* const functions = kernel();
  plan->factors = functions ? make_factors(*functions) : nullptr;
  return plan->factors ? plan.release() : nullptr;
}

namespace {

cufftResult run_dft(const Plan& plan, const char* name, const void* in, void* out) {
  Work work{name,
            plan.transform,
            plan.factors,
            nullptr,
            in,
            out,
            plan.layouts,
            plan.forward,
            is_of_device(in) && is_of_device(out)};
  const auto in_size =
      static_cast<i64>(element(plan.transform.kind != Kind::kToComplex, plan.transform.number));
  const auto out_size =
      static_cast<i64>(element(plan.transform.kind != Kind::kToReal, plan.transform.number));
  const i64 count = std::accumulate(plan.outer.begin(), plan.outer.end(), i64{1},
                                    [](i64 n, const Dim& axis) { return n * axis.n; });
  cufftResult status = CUFFT_SUCCESS;
  for (i64 part = 0; part < count && status == CUFFT_SUCCESS; ++part) {
    i64 rest = part, from = 0, to = 0;
    for (const Dim& axis : plan.outer) {
      from += rest % axis.n * axis.in;
      to += rest % axis.n * axis.out;
      rest /= axis.n;
    }
    work.in = static_cast<const std::byte*>(in) + from * in_size;
    work.out = static_cast<std::byte*>(out) + to * out_size;
    status = execute(work);
  }
  return status;
}

// The lengths of a plan's transform, and how many there are of it.
struct Size {
  std::vector<i64> lengths;
  double points = 1, count = 1;
  explicit Size(const Plan& plan) {
    const Transform& transform = plan.transform;
    count = static_cast<double>(transform.batch);
    lengths.assign(transform.n.begin(), transform.n.begin() + transform.rank);
    for (const Dim& axis : plan.outer) count *= static_cast<double>(axis.n);
    for (const RealAxis& axis : plan.real) {
      if (axis.kind == RealKind::kNone)
        count *= static_cast<double>(axis.n);
      else
        lengths.push_back(axis.n);
    }
    for (const i64 n : lengths) points *= static_cast<double>(n);
  }
};

}  // namespace

void run(const Plan& plan, const char* name, const void* in, void* out) {
  const cufftResult status =
      plan.real.empty() ? run_dft(plan, name, in, out) : run_real(plan, name, in, out);
  if (status == CUFFT_SUCCESS && cudaStreamSynchronize(nullptr) == cudaSuccess) return;
  // FFTW has no status for it.
  library::say_once(fmt::format("{} failed: {}", name, cudaGetErrorString(cudaGetLastError())));
}

double operations(const Plan& plan) {
  const Size size(plan);
  const bool complex = plan.real.empty() && plan.transform.kind == Kind::kComplex;
  return 5 * size.points * std::log2(size.points) * (complex ? 1 : 0.5) * size.count;
}

std::string text_of(const Plan& plan) {
  const char* const kinds[] = {"dft", "rdft2-r2hc", "rdft2-hc2r"};
  const Size size(plan);
  std::string text = fmt::format(
      "(heddle-{}", plan.real.empty() ? kinds[static_cast<int>(plan.transform.kind)] : "r2r");
  for (std::size_t i = 0; i < size.lengths.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "-" : "x", size.lengths[i]);
  return text + (size.count > 1 ? fmt::format("-x{})", size.count) : ")");
}

}  // namespace heddle::cufft::fftw
