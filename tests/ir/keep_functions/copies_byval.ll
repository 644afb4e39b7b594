; SPDX-License-Identifier: Apache-2.0
; A struct that is passed by value is copied by the function, whose variable the copy is. The call
; is no tail call any more, since the function reads a variable of its caller.
;
; RUN: --from keep-functions --debug
; CHECK-LABEL: define internal void @kernel()
; CHECK-NOT: tail call
; CHECK: call void @take(ptr align 4 %s)
; CHECK-LABEL: define internal void @take(ptr align 4 %p)
; CHECK: #dbg_declare(ptr [[COPY:%[a-z0-9]+]], !
; CHECK: [[COPY]] = alloca %pair
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 [[COPY]], ptr align 4 %p, i64 8
; CHECK: store i32 1, ptr [[COPY]]
%pair = type { i32, i32 }
define internal void @kernel() {
  %s = alloca %pair
  tail call void @take(ptr byval(%pair) align 4 %s)
  ret void
}
define internal void @take(ptr byval(%pair) align 4 %p) !dbg !4 {
    #dbg_declare(ptr %p, !8, !DIExpression(), !7)
  store i32 1, ptr %p, !dbg !7
  ret void
}

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
