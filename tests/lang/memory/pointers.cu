// SPDX-License-Identifier: Apache-2.0
// Pointer arithmetic and pointers chosen per lane: negative steps, differences, comparisons,
// pointers to pointers, byte walks, linked lists, casts through integers.
#include "../check.h"

struct Node {
  unsigned value;
  Node* next;
};

HD unsigned arithmetic(unsigned i, const unsigned* in) {
  const unsigned* p = in + i + 40;
  const unsigned* q = p - in[i] % 41;
  unsigned r = p[-3] + *(q + 2) + q[in[i] % 4] + (unsigned)(p - q);
  const unsigned* end = q + in[i + 1] % 9;
  while (q < end) r = r * 3 + *q++;
  int back = -(int)(in[i] % 7);
  r += p[back];
  long long far = (long long)(in[i] % 5) - 2;
  return r + p[far] + (p == q ? 1 : 2) + (p > q ? 10 : 20);
}

HD unsigned bytes(unsigned i, const unsigned* in) {
  const unsigned char* b = reinterpret_cast<const unsigned char*>(in + i);
  const unsigned short* s = reinterpret_cast<const unsigned short*>(b + 2 * (in[i] % 9));
  unsigned r = *s;
  for (unsigned k = 0; k < in[i] % 13; ++k) r = r * 3 + b[k] + (signed char)b[k + 5];
  return r + (unsigned)((unsigned long long)(b + 12) - (unsigned long long)(in + i));
}

HD unsigned levels(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1], c = 5;
  unsigned* one[3] = {&a, &b, &c};
  unsigned** two = one + in[i] % 2;
  unsigned*** three = &two;
  **two += 3;
  if (in[i] % 3) *three += 1;
  ***three ^= 9;
  return a + b * 3 + c * 5 + (unsigned)(two - one);
}

HD unsigned list_on_stack(unsigned i, const unsigned* in) {
  Node nodes[8];
  Node* head = nullptr;
  for (unsigned k = 0; k < 8; ++k) {
    nodes[k].value = in[i + k];
    if (in[i + k] % 3 || !head) {
      nodes[k].next = head;
      head = &nodes[k];
    } else {
      nodes[k].next = head->next;
      head->next = &nodes[k];
    }
  }
  unsigned r = 0;
  for (Node* n = head; n && n->value % 31; n = n->next) r = r * 5 + n->value;
  return r;
}

__global__ void link(const unsigned* in, Node* nodes) {
  unsigned t = check::tid(), n = check::block_threads(), first = blockIdx.x * n;
  nodes[first + t].value = in[first + t];
  nodes[first + t].next = in[first + t] % 8 == 0 ? nullptr : &nodes[first + in[first + t] % n];
}

__global__ void walk(unsigned* out, Node* nodes) {
  unsigned i = check::gid(), r = 0, steps = 0;
  for (Node* n = &nodes[i]; n && steps < 20; n = n->next, ++steps) r = r * 3 + n->value;
  out[i] = r + steps;
}

int main() {
  check::each<arithmetic>("arithmetic");
  check::each<bytes>("bytes");
  check::each<levels>("pointers to pointers");
  check::each<list_on_stack>("list on the stack");
  check::run<unsigned>(
      "list in global memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        Node* nodes = check::device_array<Node>(g.x * b.x * b.y * b.z);
        link<<<g, b>>>(in, nodes);
        walk<<<g, b>>>(out, nodes);
        check::cuda(cudaDeviceSynchronize(), "walk");
        cudaFree(nodes);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned r = 0, steps = 0, at = t.global;
        for (bool more = true; more && steps < 20; ++steps) {
          r = r * 3 + in[at];
          more = in[at] % 8 != 0;
          at = t.block_first + in[at] % t.block_threads;
        }
        return r + steps;
      });
  return check::result();
}
