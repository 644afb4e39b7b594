// SPDX-License-Identifier: Apache-2.0
// Where a generator is in what it generates. Works in a stream fill memory from it, one behind the
// other, and move it on: also those of a graph, each time it is launched.
#pragma once

#include <memory>

#include "curand/generator.h"
#include "curand/lanes/fill.h"

namespace heddle::curand {

// What a call asks for.
struct Request {
  const char* name;
  Numbers numbers;
  void* out;
  i64 count;
  double mean = 0, deviation = 1;

  bool is_normal() const { return numbers >= Numbers::normals; }
  bool is_double() const {
    return numbers == Numbers::doubles || numbers == Numbers::normal_doubles ||
           numbers == Numbers::log_normal_doubles;
  }
  i64 size() const { return is_double() || numbers == Numbers::longs ? 8 : 4; }
};

class Sequence {
 public:
  virtual ~Sequence() = default;
  virtual Status check(const Request& request) const = 0;
  // On the host's thread, before the work is given away.
  virtual void prepare(const Request& request) {}
  // The work is a row of units, each of which may be done by another thread; whole grains of them.
  virtual i64 units(const Request& request) const = 0;
  virtual i64 grain() const = 0;
  // How far it moves on.
  virtual i64 items(const Request& request) const { return request.count; }
  virtual void fill(const Request& request, i64 begin, i64 end) = 0;
  // All of it is filled.
  virtual void move_on(const Request& request) = 0;
};

// Null, with a sentence: what is not supported.
std::shared_ptr<Sequence> make_sequence(const Generator& generator);

}  // namespace heddle::curand
