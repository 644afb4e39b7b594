; SPDX-License-Identifier: Apache-2.0
; A store that the program itself has behind both ways (it has a line) stays where it is: who goes
; past the barrier comes to it with the others.
;
; RUN: --from separate-returns --stop-after separate-returns

; CHECK: br i1 %early, label %end, label %wait{{$}}
; CHECK: end:
; CHECK: store i32 %v, ptr %at
; CHECK-NEXT: ret void

define void @kernel(ptr %at, i1 %early, i1 %late) !dbg !4 {
entry:
  br i1 %early, label %end, label %wait
wait:
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br i1 %late, label %end, label %work
work:
  store i32 1, ptr %at
  br label %end
end:
  %v = phi i32 [ 100, %entry ], [ 2, %wait ], [ 7, %work ]
  store i32 %v, ptr %at, !dbg !5
  ret void
}
declare i32 @heddle.barrier(i32, i32, i32, i1)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 9, scope: !4)
