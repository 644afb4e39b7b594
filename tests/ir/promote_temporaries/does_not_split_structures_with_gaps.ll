; SPDX-License-Identifier: Apache-2.0
; A structure with a gap is copied whole: there may lie another member of a union. Variables stay on the stack.
;
; RUN: --from promote-temporaries --stop-after promote-temporaries --debug
; CHECK-LABEL: define internal void @program(
; CHECK: %x = alloca i32
; CHECK: %pair = alloca %Pair
; CHECK: call void @llvm.memcpy
%Pair = type { i8, i32 }
define internal void @kernel() {
  ret void
}
define internal void @program(i32 %a, ptr %from) !dbg !4 {
  %x = alloca i32
  %pair = alloca %Pair
    #dbg_declare(ptr %x, !8, !DIExpression(), !7)
    #dbg_declare(ptr %pair, !9, !DIExpression(), !7)
  store i32 %a, ptr %x, !dbg !7
  %old = load i32, ptr %x, !dbg !7
  %again = load i32, ptr %x, !dbg !7
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %pair, ptr align 4 %from, i64 8, i1 false), !dbg !7
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
