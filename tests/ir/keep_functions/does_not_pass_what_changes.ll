; SPDX-License-Identifier: Apache-2.0
; A copy stays where its source is written before the call (f(a, a.x = 1)), where the function is to see part of it, where it has other
; uses, and where it is aligned better than its source.
;
; RUN: --from keep-functions --stop-after keep-functions --debug
; CHECK-LABEL: define internal void @kernel()
; CHECK-COUNT-4: call void @take(ptr align {{[48]}} %copy{{[0-9]}})
%pair = type { i32, i32 }
define internal void @kernel() {
  %a = alloca %pair
  %copy1 = alloca %pair
  %copy2 = alloca %pair
  %copy3 = alloca %pair
  %copy4 = alloca %pair, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy1, ptr align 4 %a, i64 8, i1 false)
  store i32 1, ptr %a
  call void @take(ptr byval(%pair) align 4 %copy1)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy2, ptr align 4 %a, i64 4, i1 false)
  call void @take(ptr byval(%pair) align 4 %copy2)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy3, ptr align 4 %a, i64 8, i1 false)
  store i32 2, ptr %copy3
  call void @take(ptr byval(%pair) align 4 %copy3)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy4, ptr align 4 %a, i64 8, i1 false)
  call void @take(ptr byval(%pair) align 8 %copy4)
  ret void
}
define internal void @take(ptr byval(%pair) align 4 %p) !dbg !4 {
    #dbg_declare(ptr %p, !8, !DIExpression(), !7)
  store i32 1, ptr %p, !dbg !7
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "take", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DILocation(line: 7, scope: !4)
!8 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 5, type: !6)
