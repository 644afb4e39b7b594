; SPDX-License-Identifier: Apache-2.0
; Where a tool answers (event 1024), what LLVM has split of one access of the program becomes one
; again, if its parts lie side by side, from an address on that is aligned for all of them.
;
;   *(float4*)out = *(const float4*)in;  a struct of eight floats, loaded: two accesses of one place
;
; RUN: --from merge-accesses --probes 1028

; CHECK: [[V:%.*]] = load <4 x float>, ptr {{%.*}}, align 16
; CHECK-NOT: load float
; CHECK-DAG: [[W:%.*]] = extractelement <4 x float> [[V]], i64 1
; CHECK: insertelement <4 x float> {{%.*}}, float [[W]], i64 1
; CHECK: store <4 x float> {{%.*}}, ptr {{%.*}}, align 16
; CHECK-NOT: store float
; CHECK: load <4 x float>, ptr {{%.*}}, align 16
; CHECK: load <4 x float>, ptr {{%.*}}, align 16
; CHECK-NOT: load float
; CHECK: ret void
define void @kernel() !dbg !4 {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %from = getelementptr <4 x float>, ptr %in, i32 %lane
  %b = getelementptr i8, ptr %from, i64 4
  %c = getelementptr i8, ptr %from, i64 8
  %d = getelementptr i8, ptr %from, i64 12
  %v = load float, ptr %from, align 16, !dbg !7
  %w = load float, ptr %b, align 4, !dbg !7
  %x = load float, ptr %c, align 8, !dbg !7
  %y = load float, ptr %d, align 4, !dbg !7
  %to = getelementptr i8, ptr %from, i64 4096
  %f = getelementptr i8, ptr %to, i64 4
  %g = getelementptr i8, ptr %to, i64 8
  %h = getelementptr i8, ptr %to, i64 12
  store float %v, ptr %to, align 16, !dbg !8
  store float %y, ptr %h, align 4, !dbg !8
  store float %w, ptr %f, align 4, !dbg !8
  store float %x, ptr %g, align 8, !dbg !8
  %far = getelementptr i8, ptr %from, i64 8192
  %f0 = getelementptr i8, ptr %far, i64 16
  %v0 = load float, ptr %far, align 16, !dbg !9
  %f1 = getelementptr i8, ptr %far, i64 4
  %v1 = load float, ptr %f1, align 4, !dbg !9
  %f2 = getelementptr i8, ptr %far, i64 8
  %v2 = load float, ptr %f2, align 8, !dbg !9
  %f3 = getelementptr i8, ptr %far, i64 12
  %v3 = load float, ptr %f3, align 4, !dbg !9
  %v4 = load float, ptr %f0, align 16, !dbg !9
  %f5 = getelementptr i8, ptr %far, i64 20
  %v5 = load float, ptr %f5, align 4, !dbg !9
  %f6 = getelementptr i8, ptr %far, i64 24
  %v6 = load float, ptr %f6, align 8, !dbg !9
  %f7 = getelementptr i8, ptr %far, i64 28
  %v7 = load float, ptr %f7, align 4, !dbg !9
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
!9 = !DILocation(line: 3, column: 1, scope: !4)
