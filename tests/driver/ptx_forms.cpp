// SPDX-License-Identifier: Apache-2.0
// What PTX allows and compilers rarely write: parameters in registers, prototypes, tables of
// labels, guards on calls and returns, initial values of all kinds, names that hide others.
#include "driver.h"

namespace {

constexpr const char* kText = R"(
// a comment before the version
/* and another */
.version 8.0
.target sm_80, texmode_independent
.address_size 64

.visible .global .align 16 .v4 .b32 quad = {10, 20, 30, 40};
.global .f32 fractions[3] = {0f3FC00000, 0.25, -2.0};
.const .align 8 .b32 grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
.global .u64 links[2] = {quad, generic(grid) + 12};
.global .align 8 .b8 packed[12] = {7, 0, 0, 0, 0xFF(quad+8), 0xFF00(quad+8), 0xFF0000(quad+8), 0xFF000000(quad+8),
                                   0xFF00000000(quad+8), 0xFF0000000000(quad+8), 0xFF000000000000(quad+8),
                                   0xFF00000000000000(quad+8)};
.global .s16 small = -5;
.extern .shared .align 4 .b8 room[];

// Its own, though the device library has one of that name.
.func (.param .b32 r) sinf(.param .b32 x);
.func (.reg .b32 r) triple(.reg .b32 a)
{
  mad.lo.s32 r, a, 3, 1;
  ret;
}
.func (.param .b32 r) halves(.param .b32 a)
{
  .reg .b32 %x;
  ld.param.b32 %x, [a];
  shr.s32 %x, %x, 1;
  st.param.b32 [r+0], %x;
  ret;
}
.func (.param .align 8 .b8 r[16]) turn(.param .align 8 .b8 p[16], .param .b32 k)
{
  .reg .b64 %a, %b;
  .reg .b32 %k;
  ld.param.v2.b64 {%a, %b}, [p];
  ld.param.b32 %k, [k];
  cvt.s64.s32 %a, %k;
  st.param.b64 [r], %b;
  st.param.b64 [r+8], %a;
}

.func (.param .b32 r) sinf(.param .b32 x)
{
  .reg .b32 %x;
  ld.param.b32 %x, [x];
  add.s32 %x, %x, 6;
  st.param.b32 [r], %x;
}

.visible .entry forms(.param .u64 .ptr .global .align 4 out, .param .u64 in, .param .u32 n) .reqntid 96
{
  .reg .pred %p<4>;
  .reg .b16 %h;
  .reg .b32 %r<20>, %i, %n, %sum;
  .reg .f32 %f<4>;
  .reg .b64 %rd<12>, %out, %in, %fn;
  .local .align 8 .b8 stack[16];
  .shared .b32 mine[96];

  ld.param.u64 %out, [out];
  ld.param.u64 %in, [in];
  ld.param.u32 %n, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %i, %r1, 96, %r2;
  setp.ge.u32 %p1, %i, %n;
  @%p1 exit;
  mul.wide.u32 %rd1, %i, 4;
  add.u64 %rd2, %in, %rd1;
  ld.global.u32 %r3, [%rd2];
  mov.u32 %sum, 0;

  // calls
  call.uni (%r4), triple, (%r3);
  add.s32 %sum, %sum, %r4;
  setp.lt.s32 %p2, %r3, 0;
  @%p2 call (%r5), triple, (7);
  @!%p2 mov.u32 %r5, 100;
  add.s32 %sum, %sum, %r5;
  and.b32 %r6, %i, 1;
  setp.eq.u32 %p3, %r6, 0;
  mov.u64 %rd3, halves;
  {
    .param .b32 a;
    .param .b32 r;
    .reg .b32 %sum;  // hides the other
    mov.u32 %sum, 5;
    st.param.b32 [a], %r3;
    call (r), %rd3, (a), shape;
    ld.param.b32 %r7, [r];
  }
shape: .callprototype (.param .b32 _) _ (.param .b32 _);
  add.s32 %sum, %sum, %r7;
  {
    .param .align 8 .b8 p[16];
    .param .b32 k;
    .param .align 8 .b8 q[16];
    cvt.u64.u32 %rd4, %r3;
    st.param.b64 [p], 1;
    st.param.b64 [p+8], %rd4;
    st.param.b32 [k], -3;
    call (q), turn, (p, k);
    ld.param.b64 %rd4, [q];
    ld.param.b32 %r8, [q+8];
  }
  cvt.u32.u64 %r9, %rd4;
  add.s32 %sum, %sum, %r8;
  xor.b32 %sum, %sum, %r9;

  {
    .param .b32 x;
    .param .b32 y;
    st.param.b32 [x], %i;
    call (y), sinf, (x);
    ld.param.b32 %r8, [y];
  }
  add.s32 %sum, %sum, %r8;

  // a table of labels
  and.b32 %r10, %i, 3;
table: .branchtargets zero, one, two, zero;
  brx.idx %r10, table;
two:
  add.s32 %sum, %sum, 2000;
  bra.uni done;
one:
  add.s32 %sum, %sum, 1000;
zero:
  add.s32 %sum, %sum, 1;
done:

  // labels of the function in a table of a scope; one was named before it
  @%p1 bra high;
  {
    inner: .branchtargets low, high;
    brx.idx %r6, inner;
  }
high:
  add.s32 %sum, %sum, 500000;
low:

  // variables
  rem.u32 %r11, %i, 3;
  mul.lo.u32 %r11, %r11, 4;
  cvt.u64.u32 %rd5, %r11;
  mov.u64 %rd6, grid;
  add.u64 %rd6, %rd6, %rd5;
  ld.const.b32 %r12, [%rd6+12];
  add.s32 %sum, %sum, %r12;
  ld.global.u64 %rd7, [links+8];
  ld.u32 %r13, [%rd7];
  add.s32 %sum, %sum, %r13;
  ld.global.b32 %r14, [packed+4];
  ld.global.b32 %r15, [packed+8];
  mov.b64 %rd8, {%r14, %r15};
  ld.global.u32 %r16, [%rd8+-4];
  add.s32 %sum, %sum, %r16;
  ld.global.s16 %r17, [small];
  add.s32 %sum, %sum, %r17;
  mov.u64 %rd9, fractions;
  add.u64 %rd9, %rd9, %rd5;
  ld.global.f32 %f1, [%rd9];
  mul.f32 %f1, %f1, 0f42C80000;
  cvt.rzi.s32.f32 %r18, %f1;
  add.s32 %sum, %sum, %r18;

  // memory of the thread and of the block
  mov.u64 %rd10, stack;
  cvta.local.u64 %rd10, %rd10;
  st.local.u32 [stack+4], %i;
  st.u32 [%rd10], %sum;
  ld.local.v2.u32 {%sum, %r19}, [stack];
  add.s32 %sum, %sum, %r19;
  mov.u32 %r19, mine;
  shl.b32 %r2, %r2, 2;
  add.u32 %r19, %r19, %r2;
  st.shared.u32 [%r19], %sum;
  ld.shared.u32 %sum, [%r19];
  mov.u32 %r19, room;
  add.u32 %r19, %r19, %r2;
  st.shared.u32 [%r19+4], %sum;
  ld.shared.u32 %sum, [%r19+4];

  add.u64 %rd11, %out, %rd1;
  st.global.u32 [%rd11], %sum;
}

// What is loaded is a pointer on one way and an index on the other.
.visible .entry either(.param .u64 where)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [where];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 8;
  add.u64 %rd2, %rd1, %rd2;
  ld.global.u64 %rd3, [%rd2];
  and.b32 %r2, %r1, 1;
  setp.ne.u32 %p, %r2, 0;
  @%p bra direct;
  add.u64 %rd4, %rd3, %rd1;
  bra.uni store;
direct:
  mov.u64 %rd4, %rd3;
store:
  add.s32 %r3, %r1, 7;
  st.global.u32 [%rd4], %r3;
}
)";

int wanted(int i, int x) {
  int sum = 3 * x + 1;
  sum += x < 0 ? 22 : 100;
  sum += x >> 1;
  sum += -3;
  sum ^= x;
  sum += i + 6;
  sum += i % 4 == 2 ? 2000 : i % 4 == 1 ? 1001 : 1;
  sum += i % 2 == 1 ? 500000 : 0;
  sum += 4 + i % 3;
  sum += 4;
  sum += 20;
  sum -= 5;
  sum += i % 3 == 0 ? 150 : i % 3 == 1 ? 25 : -200;
  return sum + i;
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  std::vector<char> errors(1000);
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {errors.data(), reinterpret_cast<void*>(errors.size())};
  CUmodule module = nullptr;
  if (cuModuleLoadDataEx(&module, kText, 2, options, values) != CUDA_SUCCESS) {
    std::printf("FAIL: %s\n", errors.data());
    return 1;
  }
  CUfunction forms = function(module, "forms");
  int most = 0;
  OK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, forms));
  THAT(most == 96);
  constexpr int kCount = 200;
  std::vector<int> in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = (i * 7919 - 600000) ^ (i << 3);
  CUdeviceptr from, to;
  OK(cuMemAlloc(&from, kCount * 4));
  OK(cuMemAlloc(&to, kCount * 4));
  OK(cuMemcpyHtoD(from, in.data(), kCount * 4));
  OK(cuMemsetD32(to, 0xdeadbeef, kCount));
  int n = kCount - 1;
  void* arguments[] = {&to, &from, &n};
  OK(cuLaunchKernel(forms, 3, 1, 1, 96, 1, 1, 100 * 4, nullptr, arguments, nullptr));
  const auto out = read<int>(to, kCount);
  for (int i = 0; i < n; ++i) {
    if (out[i] == wanted(i, in[i])) continue;
    std::printf("FAIL thread %d: %d, not %d\n", i, out[i], wanted(i, in[i]));
    return 1;
  }
  THAT(static_cast<unsigned>(out[n]) == 0xdeadbeef);
  constexpr int kEither = 70;
  CUdeviceptr where;
  OK(cuMemAlloc(&where, kEither * 12));
  std::vector<CUdeviceptr> places(kEither);
  for (int i = 0; i < kEither; ++i) {
    places[i] = kEither * 8 + 4 * i + (i % 2 ? where : 0);
  }
  OK(cuMemcpyHtoD(where, places.data(), kEither * 8));
  OK(cuMemsetD32(where + kEither * 8, 0, kEither));
  void* place[] = {&where};
  OK(cuLaunchKernel(function(module, "either"), 1, 1, 1, kEither, 1, 1, 0, nullptr, place,
                    nullptr));
  const auto stored = read<int>(where + kEither * 8, kEither);
  for (int i = 0; i < kEither; ++i) THAT(stored[i] == i + 7);
  CUdeviceptr quad;
  std::size_t bytes = 0;
  OK(cuModuleGetGlobal(&quad, &bytes, module, "quad"));
  THAT(bytes == 16);
  THAT(read<int>(quad, 4)[3] == 40);
  std::puts("PASS");
}
