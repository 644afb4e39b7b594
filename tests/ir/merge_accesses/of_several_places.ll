; SPDX-License-Identifier: Apache-2.0
; A tool that answers hears of accesses apart that the program wrote apart, that are not known to be
; aligned for all, that lie apart, or between which memory may change.
;
;   v[0], v[1] in two columns;  two floats of 4 bytes' alignment;  a gap;  a fence between
;
; RUN: --from merge-accesses --probes 1028

; CHECK-NOT: <2 x float>
; CHECK: ret void
define void @kernel() !dbg !4 {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %from = getelementptr <4 x float>, ptr %in, i32 %lane
  %b = getelementptr i8, ptr %from, i64 4
  %c = getelementptr i8, ptr %from, i64 8
  %v = load float, ptr %from, align 16, !dbg !7
  %w = load float, ptr %b, align 4, !dbg !8
  store float %v, ptr %b, align 4, !dbg !8
  store float %w, ptr %c, align 4, !dbg !8
  %x = load float, ptr %from, align 8, !dbg !7
  %y = load float, ptr %c, align 8, !dbg !7
  store float %x, ptr %from, align 8, !dbg !7
  fence syncscope("block") seq_cst
  store float %y, ptr %b, align 4, !dbg !7
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.cu", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !2, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !DILocation(line: 2, column: 1, scope: !4)
