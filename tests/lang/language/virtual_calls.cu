// SPDX-License-Identifier: Apache-2.0
// Virtual calls on objects whose dynamic type differs from lane to lane; objects on the stack, in
// shared memory, and in global memory made by one kernel and used by another.
#include <new>

#include "../check.h"

struct Shape {
  unsigned id;
  HD explicit Shape(unsigned id) : id(id) {}
  HD virtual unsigned area(unsigned scale) const = 0;
  HD virtual unsigned sides() const { return 1; }
  HD virtual ~Shape() {}
};
struct Square : Shape {
  unsigned side;
  HD explicit Square(unsigned s) : Shape(1), side(s) {}
  HD unsigned area(unsigned scale) const override { return side * side * scale; }
  HD unsigned sides() const override { return 4; }
};
struct Disk : Shape {
  float radius;
  HD explicit Disk(unsigned r) : Shape(2), radius(r % 100 * 0.5f) {}
  HD unsigned area(unsigned scale) const override { return (unsigned)(radius * 8) + scale; }
};
struct Polygon : Square {
  unsigned count;
  HD Polygon(unsigned s, unsigned n) : Square(s), count(n) {}
  HD unsigned area(unsigned scale) const override { return Square::area(scale) + count; }
  HD unsigned sides() const override {
    unsigned n = 0;
    for (unsigned k = 0; k < count; ++k) n += k % 3;
    return n;
  }
};
constexpr unsigned kSlot = 64;
static_assert(sizeof(Polygon) <= kSlot && sizeof(Disk) <= kSlot);

HD Shape* make(void* at, unsigned v) {
  if (v % 3 == 0) return new (at) Square(v % 50);
  if (v % 3 == 1) return new (at) Disk(v);
  return new (at) Polygon(v % 20, v % 9);
}
HD unsigned use(const Shape* s, unsigned v) {
  return s->area(v % 13) * 3 + s->sides() + s->id;
}

HD unsigned on_stack(unsigned i, const unsigned* in) {
  alignas(16) unsigned char slot[kSlot];
  Shape* s = make(slot, in[i]);
  unsigned r = use(s, in[i + 1]);
  if (in[i] % 7 == 0) {
    s->~Shape();
    s = make(slot, in[i + 2]);
    r += use(s, i);
  }
  return r;
}

__global__ void build(const unsigned* in, unsigned char* slots, Shape** shapes) {
  unsigned i = check::gid();
  shapes[i] = make(slots + (size_t)i * kSlot, in[i]);
}

__global__ void visit(const unsigned* in, unsigned* out, Shape** shapes) {
  unsigned t = check::tid(), n = check::block_threads(), first = blockIdx.x * n;
  const Shape* other = shapes[first + (t * 5 + 3) % n];
  out[first + t] = use(other, in[first + t]);
}

__global__ void in_shared(const unsigned* in, unsigned* out) {
  __shared__ alignas(16) unsigned char slots[1024 * 32];
  unsigned t = check::tid(), n = check::block_threads();
  static_assert(sizeof(Polygon) <= 32);
  make(slots + t * 32, in[check::gid()]);
  __syncthreads();
  const Shape* other = reinterpret_cast<const Shape*>(slots + (t + 1) % n * 32);
  out[check::gid()] = use(other, t);
}

// A table of a class with a virtual base holds its offset, a number among addresses.
struct Base {
  unsigned a;
  HD Base(unsigned x) : a(x) {}
  HD virtual unsigned f(unsigned x) const { return a + x; }
};
struct Left : virtual Base {
  unsigned b;
  HD Left(unsigned x) : Base(x), b(2 * x) {}
  HD unsigned f(unsigned x) const override { return b * x + a; }
};
struct Right : virtual Base {
  unsigned c;
  HD Right(unsigned x) : Base(x), c(x + 9) {}
};
struct Bottom : Left, Right {
  HD Bottom(unsigned x) : Base(x), Left(x + 1), Right(x + 2) {}
  HD unsigned f(unsigned x) const override { return Left::f(x) + c; }
};

HD unsigned virtual_base(unsigned i, const unsigned* in) {
  const Left left(in[i]);
  const Bottom bottom(in[i]);
  const Base* chosen = in[i] % 3 ? static_cast<const Base*>(&left) : &bottom;
  return chosen->f(i);
}

int main() {
  check::each<on_stack>("objects on the stack");
  check::each<virtual_base>("virtual bases");
  check::run<unsigned>(
      "objects in global memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned n = g.x * b.x * b.y * b.z;
        unsigned char* slots = check::device_array<unsigned char>((size_t)n * kSlot);
        Shape** shapes = check::device_array<Shape*>(n);
        build<<<g, b>>>(in, slots, shapes);
        visit<<<g, b>>>(in, out, shapes);
        check::cuda(cudaDeviceSynchronize(), "visit");
        cudaFree(slots);
        cudaFree(shapes);
      },
      [](const check::Thread& t, const unsigned* in) {
        alignas(16) unsigned char slot[kSlot];
        unsigned other = t.block_first + (t.linear * 5 + 3) % t.block_threads;
        return use(make(slot, in[other]), in[t.global]);
      });
  check::run<unsigned>(
      "objects in shared memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { in_shared<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        alignas(16) unsigned char slot[kSlot];
        return use(make(slot, in[t.block_first + (t.linear + 1) % t.block_threads]), t.linear);
      });
  return check::result();
}
