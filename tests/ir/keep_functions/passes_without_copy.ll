; SPDX-License-Identifier: Apache-2.0
; The callee copies a structure when it begins: the caller passes the variable itself, not a copy, also beside others.
;
; RUN: --from keep-functions --stop-after keep-functions --debug
; CHECK-LABEL: define internal void @kernel()
; CHECK: [[A:%.*]] = alloca %pair
; CHECK: [[B:%.*]] = alloca %pair
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: call void @take(ptr align 4 [[A]], ptr align 4 [[B]])
%pair = type { i32, i32 }
define internal void @kernel() {
  %a = alloca %pair
  %b = alloca %pair
  %first = alloca %pair
  %second = alloca %pair
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %first, ptr align 4 %a, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %second, ptr align 4 %b, i64 8, i1 false)
  call void @take(ptr byval(%pair) align 4 %first, ptr byval(%pair) align 4 %second)
  ret void
}
define internal void @take(ptr byval(%pair) align 4 %p, ptr byval(%pair) align 4 %q) !dbg !4 {
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
