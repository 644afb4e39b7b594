// SPDX-License-Identifier: Apache-2.0
// Which closures are those of extended lambdas (CUDA C++ Programming Guide, "Extended Lambda Type
// Traits"). A __device__ lambda is one that cannot be called from a host function; it keeps its
// result type, written down or not. That a lambda is __host__ __device__ cannot be told: one
// without annotation is both, too.
#pragma once

namespace heddle_lambda {

// The compiler's name of a closure type is "(lambda at FILE:LINE:COLUMN)".
__host__ __device__ constexpr bool begins(const char* text, const char* with) {
  return !*with || (*text == *with && begins(text + 1, with + 1));
}
__host__ __device__ constexpr const char* bracket(const char* text) {
  return *text == '[' ? text : bracket(text + 1);
}
template <class F_>
__host__ __device__ constexpr bool has_name_of_closure() {
  return __is_class(F_) && begins(bracket(__PRETTY_FUNCTION__), "[F_ = (lambda at ");
}

template <class T>
__host__ __device__ T&& make();
struct Other {};
template <class T>
struct IsOther {
  static constexpr bool value = false;
};
template <>
struct IsOther<Other> {
  static constexpr bool value = true;
};

// Calls what F_ has, or the other where that must not be called.
template <class F_>
struct Callee : F_ {
  using F_::operator();
  template <class = void>
  __host__ __device__ Other operator()(...) const;
};
template <class F_, class... A_>
struct Call {
  static __host__ constexpr bool from_host() {
    return !IsOther<decltype(make<Callee<F_>&>().operator()(make<A_>()...))>::value;
  }
};

template <class F_, class Operator>
struct Signature;
template <class F_, class R_, class... A_>
struct Signature<F_, R_ (F_::*)(A_...)> : Call<F_, A_...> {};
template <class F_, class R_, class... A_>
struct Signature<F_, R_ (F_::*)(A_...) const> : Call<F_, A_...> {};
#if __cplusplus >= 201703L
template <class F_, class R_, class... A_>
struct Signature<F_, R_ (F_::*)(A_...) noexcept> : Call<F_, A_...> {};
template <class F_, class R_, class... A_>
struct Signature<F_, R_ (F_::*)(A_...) const noexcept> : Call<F_, A_...> {};
#endif

// A generic lambda has no one signature: nothing is known of it.
template <class Known, class F_>
struct IsDeviceClosure {
  static constexpr bool value = false;
};
template <class F_>
struct IsDeviceClosure<decltype(void(sizeof(Signature<F_, decltype(&F_::operator())>))), F_> {
  static constexpr bool value = !Signature<F_, decltype(&F_::operator())>::from_host();
};

template <class F_, bool = has_name_of_closure<F_>()>
struct IsDevice {
  static constexpr bool value = false;
};
template <class F_>
struct IsDevice<F_, true> : IsDeviceClosure<void, F_> {};

template <class T>
struct NotConst {
  using Type = T;
};
template <class T>
struct NotConst<const T> {
  using Type = T;
};

}  // namespace heddle_lambda

#define __nv_is_extended_device_lambda_closure_type(...) \
  (::heddle_lambda::IsDevice<typename ::heddle_lambda::NotConst<__VA_ARGS__>::Type>::value)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
  __nv_is_extended_device_lambda_closure_type(__VA_ARGS__)
#define __nv_is_extended_host_device_lambda_closure_type(...) false
