// SPDX-License-Identifier: Apache-2.0
// PTX in pieces, to be linked.
#pragma once

#include <string>

inline const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

// out[i] = weigh(i, i) + offsets[i], neither of which is here.
inline const std::string kCaller = kHead + R"(
.extern .func (.param .b32 result) weigh (.param .b32 value, .param .b32 lane);
.extern .global .align 4 .b8 offsets[160];
.visible .entry of_ptx(.param .u64 out) {
  .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  { .param .b32 p0; .param .b32 p1; .param .b32 back;
    st.param.f32 [p0+0], %f1;
    st.param.b32 [p1+0], %r1;
    call.uni (back), weigh, (p0, p1);
    ld.param.f32 %f2, [back+0]; }
  mul.wide.u32 %rd2, %r1, 4;
  mov.u64 %rd3, offsets;
  add.s64 %rd4, %rd3, %rd2;
  ld.global.f32 %f3, [%rd4];
  add.f32 %f2, %f2, %f3;
  add.s64 %rd5, %rd1, %rd2;
  st.global.f32 [%rd5], %f2;
  ret;
}
)";

// value * lane, offsets of 7, 9, 11, and 0.
inline const std::string kCallee = kHead + R"(
.visible .global .align 4 .f32 offsets[40] = {0f40E00000, 0f41100000, 0f41300000};
.visible .func (.param .b32 result) weigh(.param .b32 value, .param .b32 lane) {
  .reg .b32 %r<2>; .reg .f32 %f<4>;
  ld.param.f32 %f1, [value];
  ld.param.b32 %r1, [lane];
  cvt.rn.f32.s32 %f2, %r1;
  mul.f32 %f3, %f1, %f2;
  st.param.f32 [result+0], %f3;
  ret;
}
)";

// value * by, which of_cuda of linker.cu calls.
inline const std::string kScaled = kHead + R"(
.visible .func (.param .b32 result) scaled(.param .b32 value, .param .b32 by) {
  .reg .b32 %r<2>; .reg .f32 %f<4>;
  ld.param.f32 %f1, [value];
  ld.param.b32 %r1, [by];
  cvt.rn.f32.s32 %f2, %r1;
  mul.f32 %f3, %f1, %f2;
  st.param.f32 [result+0], %f3;
  ret;
}
)";

constexpr int kLanes = 40;

inline float offset_of_ptx(int i) {
  return i < 3 ? 7.0f + 2 * i : 0.0f;
}
inline float offset_of_cuda(int i) {
  return i < 10 ? 100.0f + i : 0.0f;
}

// A kernel that has 60 values of eight bytes at once.
inline std::string ptx_of_many_registers() {
  std::string text = kHead + R"(
.visible .entry many(.param .u64 out) {
  .reg .b64 %rd<70>;
  ld.param.u64 %rd0, [out];
)";
  const auto value = [](int i) { return "%rd" + std::to_string(i); };
  const auto place = [](int i) { return "[%rd0+" + std::to_string(8 * i) + "]"; };
  for (int i = 1; i <= 60; ++i) text += "  ld.global.u64 " + value(i) + ", " + place(i) + ";\n";
  for (int i = 1; i <= 60; ++i) {
    text += "  st.global.u64 " + place((i * 7) % 61) + ", " + value(i) + ";\n";
  }
  return text + "  ret;\n}\n";
}
inline int registers_of_many(CUmodule module) {
  CUfunction many = nullptr;
  OK(cuModuleGetFunction(&many, module, "many"));
  int registers = 0;
  OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, many));
  return registers;
}
