; SPDX-License-Identifier: Apache-2.0
; What a header of ours does, called or inlined by clang, is part of the program's line 7; the
; program's own function stays a call. What loads the parameters has no lines.
;
; RUN: --from keep-functions --debug
; CHECK-LABEL: define internal void @kernel() {
; CHECK: call void @program(){{$}}
; CHECK-LABEL: define internal void @program() !dbg
; CHECK-NOT: call void @ours
; CHECK: [[A:%.*]] = call i32 @heddle.lane(), !dbg [[LINE:![0-9]+]]
; CHECK: add i32 {{.*}}, 1, !dbg [[LINE]]
; CHECK: call void @user(), !dbg [[LINE]]
; CHECK-NOT: define {{.*}} @ours
; CHECK: [[LINE]] = !DILocation(line: 7,
define internal void @kernel() !dbg !20 {
  call void @program(), !dbg !21
  ret void
}
define internal void @program() !dbg !4 {
  %a = call i32 @heddle.lane(), !dbg !8
  call void @ours(i32 %a), !dbg !7
  call void @user(), !dbg !7
  ret void
}
define internal void @ours(i32 %a) !dbg !6 {
  %b = add i32 %a, 1, !dbg !9
  ret void, !dbg !9
}
define internal void @user() !dbg !10 {
  ret void, !dbg !11
}
declare i32 @heddle.lane()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "lanes.h", directory: "/opt/include/heddle")
!4 = distinct !DISubprogram(name: "program", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = distinct !DISubprogram(name: "ours", scope: !3, file: !3, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 7, scope: !4)
!8 = !DILocation(line: 2, scope: !6, inlinedAt: !12)
!9 = !DILocation(line: 3, scope: !6)
!10 = distinct !DISubprogram(name: "user", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 2, scope: !10)
!12 = distinct !DILocation(line: 7, scope: !4)
!20 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 5, scope: !20)
