// SPDX-License-Identifier: Apache-2.0
#include "cufft/ducc/transform.h"

#include <map>
#include <memory>
#include <new>
#include <shared_mutex>
#include <span>
#include <tuple>
#include <typeinfo>

#include "ducc0/fft/fftnd_impl.h"
#include "ducc0/infra/mav.cc"
#include "ducc0/infra/string_utils.cc"
#include "ducc0/infra/threading.cc"

namespace heddle::cufft {

// By type, length and whether one transform is to fill the vectors by itself.
class Factors {
 public:
  template <class Plan>
  std::shared_ptr<Plan> find(std::size_t length, bool vectorize) {
    const Key key{typeid(Plan).hash_code(), length, vectorize};
    {
      const std::shared_lock lock(mutex_);
      const auto it = kept_.find(key);
      if (it != kept_.end()) return std::static_pointer_cast<Plan>(it->second);
    }
    const std::unique_lock lock(mutex_);
    std::shared_ptr<void>& kept = kept_[key];
    if (!kept) kept = std::make_shared<Plan>(length, vectorize);
    return std::static_pointer_cast<Plan>(kept);
  }

 private:
  using Key = std::tuple<std::size_t, std::size_t, bool>;
  std::shared_mutex mutex_;
  std::map<Key, std::shared_ptr<void>> kept_;
};

namespace {

thread_local Factors* current = nullptr;

}  // namespace
}  // namespace heddle::cufft

// ducc0 itself keeps the factors of ten short lengths in a process, and computes those of long ones
// in each transform.
namespace DUCC0_NAMESPACE::detail_fft {
namespace {
#define HEDDLE_KEPT(Plan)                                                    \
  template <>                                                                \
  std::shared_ptr<Plan> get_plan<Plan>(std::size_t length, bool vectorize) { \
    return heddle::cufft::current->find<Plan>(length, vectorize);            \
  }
HEDDLE_KEPT(pocketfft_c<float>)
HEDDLE_KEPT(pocketfft_c<double>)
HEDDLE_KEPT(pocketfft_r<float>)
HEDDLE_KEPT(pocketfft_r<double>)
HEDDLE_KEPT(Long1dPlan<float>)
HEDDLE_KEPT(Long1dPlan<double>)
HEDDLE_KEPT(pocketfft_fftw<float>)
HEDDLE_KEPT(pocketfft_fftw<double>)
HEDDLE_KEPT(pocketfft_fht<float>)
HEDDLE_KEPT(pocketfft_fht<double>)
HEDDLE_KEPT(T_dct1<float>)
HEDDLE_KEPT(T_dct1<double>)
HEDDLE_KEPT(T_dst1<float>)
HEDDLE_KEPT(T_dst1<double>)
HEDDLE_KEPT(T_dcst23<float>)
HEDDLE_KEPT(T_dcst23<double>)
HEDDLE_KEPT(T_dcst4<float>)
HEDDLE_KEPT(T_dcst4<double>)
#undef HEDDLE_KEPT
}  // namespace
}  // namespace DUCC0_NAMESPACE::detail_fft

namespace heddle::cufft {
namespace {

using Shape = ducc0::detail_fft::shape_t;
using Stride = ducc0::detail_fft::stride_t;

Shape shape_of(const Layout& layout) {
  return {layout.shape.begin(), layout.shape.begin() + layout.dims};
}
Stride stride_of(const Layout& layout) {
  return {layout.stride.begin(), layout.stride.begin() + layout.dims};
}
Shape axes_of(const Task& task) {
  Shape axes;
  for (unsigned i = 0; i < task.in_layout.dims; ++i)
    if (task.axes >> i & 1) axes.push_back(i);
  return axes;
}

template <class From, class To>
struct Arrays {
  ducc0::cfmav<From> in;
  ducc0::vfmav<To> out;
  explicit Arrays(const Task& task)
      : in(static_cast<const From*>(task.in), shape_of(task.in_layout), stride_of(task.in_layout)),
        out(static_cast<To*>(task.out), shape_of(task.out_layout), stride_of(task.out_layout)) {}
};

template <class T>
void run_as(const Task& task) {
  using Complex = std::complex<T>;
  const Shape axes = axes_of(task);
  switch (task.kind) {
    case Kind::kComplex: {
      const Arrays<Complex, Complex> arrays(task);
      return ducc0::detail_fft::c2c(arrays.in, arrays.out, axes, task.forward, T(1), 1);
    }
    case Kind::kToComplex: {
      const Arrays<T, Complex> arrays(task);
      return ducc0::detail_fft::r2c(arrays.in, arrays.out, axes, task.forward, T(1), 1);
    }
    case Kind::kToReal: {
      const Arrays<Complex, T> arrays(task);
      return ducc0::detail_fft::c2r(arrays.in, arrays.out, axes, task.forward, T(1), 1);
    }
  }
}

template <class T>
void prepare_for(const Task& task) {
  const bool alone = task.in_layout.dims == 1;
  const Shape axes = axes_of(task);
  const Layout& reals = task.kind == Kind::kToReal ? task.out_layout : task.in_layout;
  for (const std::size_t axis : axes) {
    const std::size_t length = reals.shape[axis];
    if (task.kind != Kind::kComplex && axis == axes.back()) {
      current->find<ducc0::detail_fft::pocketfft_r<T>>(length, alone);
    } else {
      // As general_nd() chooses.
      current->find<ducc0::detail_fft::pocketfft_c<T>>(length, alone);
      if (length >= 300 && length % 4 == 0)
        current->find<ducc0::detail_fft::pocketfft_c<T>>(length, true);
    }
  }
}

template <class T>
void turn_as(const Turn& turn) {
  const auto roots = current->find<ducc0::detail_fft::Long1dPlan<T>>(turn.length, false);
  for (std::uint64_t row = 0; row < turn.rows; ++row) {
    std::complex<T>* const numbers = static_cast<std::complex<T>*>(turn.at) + row * turn.row_stride;
    for (std::uint64_t i = 0; i < turn.columns; ++i) {
      const std::complex<T> root = (*roots)[row * (turn.first_column + i)];
      const T re = root.real(), im = turn.forward ? -root.imag() : root.imag();
      const std::complex<T> x = numbers[i];
      numbers[i] = {x.real() * re - x.imag() * im, x.real() * im + x.imag() * re};
    }
  }
}

template <class T>
void run_real_as(const RealTask& task) {
  Shape shape;
  Stride in_stride, out_stride;
  for (const RealAxis& axis : std::span(task.axes, task.count)) {
    shape.push_back(static_cast<std::size_t>(axis.n));
    in_stride.push_back(axis.in);
    out_stride.push_back(axis.out);
  }
  const ducc0::cfmav<T> first(static_cast<const T*>(task.in), shape, in_stride);
  const ducc0::vfmav<T> out(static_cast<T*>(task.out), shape, out_stride);
  const ducc0::cfmav<T>* from = &first;
  for (unsigned i = 0; i < task.count; ++i) {
    const RealKind kind = task.axes[i].kind;
    const auto type_from = [&](RealKind first) {
      return 1 + static_cast<int>(kind) - static_cast<int>(first);
    };
    if (kind == RealKind::kNone) continue;
    const ducc0::cfmav<T>& in = *from;
    if (kind == RealKind::kToHalfComplex || kind == RealKind::kFromHalfComplex)
      ducc0::detail_fft::r2r_fftw(in, out, {i}, kind == RealKind::kToHalfComplex, T(1), 1);
    else if (kind == RealKind::kHartley)
      ducc0::detail_fft::r2r_separable_fht(in, out, {i}, T(1), 1);
    else if (kind < RealKind::kSine1)
      ducc0::detail_fft::dct(in, out, {i}, type_from(RealKind::kCosine1), T(1), false, 1);
    else
      ducc0::detail_fft::dst(in, out, {i}, type_from(RealKind::kSine1), T(1), false, 1);
    from = &out;
  }
}

template <class Body>
bool with(Factors* factors, Body body) {
  current = factors;
  try {
    body();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool run(Factors* factors, const Task& task) {
  return with(factors, [&] { task.is_double ? run_as<double>(task) : run_as<float>(task); });
}
bool prepare(Factors* factors, const Task& task) {
  return with(factors,
              [&] { task.is_double ? prepare_for<double>(task) : prepare_for<float>(task); });
}
bool turn(Factors* factors, const Turn& task) {
  return with(factors, [&] { task.is_double ? turn_as<double>(task) : turn_as<float>(task); });
}
bool run_real(Factors* factors, const RealTask& task) {
  return with(factors,
              [&] { task.is_double ? run_real_as<double>(task) : run_real_as<float>(task); });
}
Factors* make_factors() {
  return new (std::nothrow) Factors;
}
void drop_factors(Factors* factors) {
  delete factors;
}

}  // namespace
}  // namespace heddle::cufft

heddle::cufft::Functions heddle_fft_functions() {
  using namespace heddle::cufft;
  return {make_factors, drop_factors, prepare, run, turn, run_real};
}
