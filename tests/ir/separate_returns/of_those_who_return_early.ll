; SPDX-License-Identifier: Apache-2.0
; Threads that return in front of a barrier get a copy of the store that clang joined with that of
; the others (its line is 0); those behind all barriers keep the joined one.
;
; RUN: --from separate-returns --stop-after separate-returns

; CHECK: br i1 %early, label %[[COPY:.*]], label %wait{{$}}
; CHECK: [[COPY]]:
; CHECK-NEXT: store i32 100, ptr %at
; CHECK-NEXT: br label %return{{$}}
; CHECK: wait:
; CHECK: br i1 %late, label %end, label %work{{$}}
; CHECK: end:
; CHECK-NEXT: %v = phi i32 [ 7, %work ], [ 2, %wait ]
; CHECK-NEXT: store i32 %v, ptr %at
; CHECK-NEXT: br label %return{{$}}
; CHECK: return:
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
!5 = !DILocation(line: 0, scope: !4)
