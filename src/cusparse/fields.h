// SPDX-License-Identifier: Apache-2.0
// What the calls that make and read descriptors share.
#pragma once

#include <new>

#include "cusparse/call.h"
#include "cusparse/descriptors.h"

namespace heddle::cusparse {

// Makes *out of `fields`, if what they say is valid.
template <class Descriptor, class Fields>
Status make(Descriptor** out, bool valid, const Fields& fields) {
  if (!out || !valid) return CUSPARSE_STATUS_INVALID_VALUE;
  *out = new (std::nothrow) Descriptor{fields};
  return *out ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
template <class Descriptor, class Fields>
Status make(const Descriptor** out, bool valid, const Fields& fields) {
  return make(const_cast<Descriptor**>(out), valid, fields);
}
template <class Descriptor>
Status destroy(const Descriptor* descriptor) {
  delete descriptor;  // also of none, as on a GPU
  return CUSPARSE_STATUS_SUCCESS;
}

// A value and where the program wants it.
template <class To, class From>
struct Told {
  To* to;
  From from;
};
template <class To, class From>
Told(To*, From) -> Told<To, From>;

// Tells all of them, unless the descriptor or a place is null.
template <class... To, class... From>
Status tell(const void* descriptor, Told<To, From>... told) {
  if (!descriptor || !(... && told.to)) return CUSPARSE_STATUS_INVALID_VALUE;
  (..., void(*told.to = static_cast<To>(told.from)));
  return CUSPARSE_STATUS_SUCCESS;
}

// What a descriptor says; of none: nothing.
template <class Fields>
Fields fields_of(const Fields* descriptor) {
  return descriptor ? *descriptor : Fields{};
}

inline void* mutable_of(const void* at) {
  return const_cast<void*>(at);
}

}  // namespace heddle::cusparse
