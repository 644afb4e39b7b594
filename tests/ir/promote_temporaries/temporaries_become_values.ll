; SPDX-License-Identifier: Apache-2.0
; What no variable names becomes a value. Accesses of variables and of the program's memory are volatile; a structure is copied
; member by member. One line loads a variable once.
;
; RUN: --from promote-temporaries --stop-after promote-temporaries --debug
; CHECK-LABEL: define internal void @program(
; CHECK: %x = alloca i32
; CHECK: %pair = alloca %Pair
; CHECK-NOT: alloca
; CHECK: store volatile i32 %a, ptr %x
; CHECK: [[X:%[a-z0-9]+]] = load volatile i32, ptr %x
; CHECK: [[SUM:%[a-z0-9]+]] = add i32 [[X]], %a
; CHECK: store volatile i32 [[SUM]], ptr %x
; CHECK: [[AGAIN:%[a-z0-9]+]] = load volatile i32, ptr %x
; CHECK-NEXT: add i32 [[AGAIN]], [[AGAIN]]
; CHECK: [[FIRST:%[a-z0-9]+]] = load volatile i32, ptr %from
; CHECK: [[SECOND:%[a-z0-9]+]] = load volatile i32, ptr
; CHECK: store volatile i32 [[FIRST]], ptr %pair
; CHECK: store volatile i32 [[SECOND]], ptr
; CHECK-NOT: heddle.keep
; CHECK-NOT: call void @llvm.memcpy
%Pair = type { i32, float, i32 }
define internal void @kernel() {
  ret void
}
define internal void @program(i32 %a, ptr %from) !dbg !4 {
  %x = alloca i32
  %pair = alloca %Pair
  %temporary = alloca i32
    #dbg_declare(ptr %x, !8, !DIExpression(), !7)
    #dbg_declare(ptr %pair, !9, !DIExpression(), !7)
  store i32 %a, ptr %x, !dbg !7
  store i32 %a, ptr %temporary, !dbg !7
  %old = load i32, ptr %x, !dbg !7
  %t = load i32, ptr %temporary, !dbg !7
  %sum = add i32 %old, %t, !dbg !7
  store i32 %sum, ptr %x, !dbg !7
  %again = load i32, ptr %x, !dbg !7
  %same = load i32, ptr %x, !dbg !7
  %both = add i32 %again, %same, !dbg !7
  store i32 %both, ptr %from, !dbg !7
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %pair, ptr align 4 %from, i64 12, i1 false), !dbg !7
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "program", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 7, scope: !4)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 5, type: !6)
!9 = !DILocalVariable(name: "pair", scope: !4, file: !1, line: 6, type: !6)
