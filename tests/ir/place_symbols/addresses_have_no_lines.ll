; SPDX-License-Identifier: Apache-2.0
; The address of a shared array that two lines use is at neither of them, for debuggers: a breakpoint
; at the second one would stop where the first one is. What is loaded and stored there keeps its line.
;
; RUN: --from place-symbols --stop-after place-symbols --debug

; CHECK-LABEL: define void @kernel
; CHECK: [[BASE:%.*]] = addrspacecast ptr addrspace(3) %tile to ptr{{$}}
; CHECK: getelementptr inbounds [16 x i32], ptr [[BASE]], i64 0, i64 %{{.*}}, !dbg [[FIRST:![0-9]+]]
; CHECK: store i32 1, ptr %{{.*}}, !dbg [[FIRST]]
; CHECK: call void @meet(), !dbg
; CHECK: getelementptr inbounds [16 x i32], ptr %{{.*}}, i64 0, i64 %{{.*}}, !dbg [[SECOND:![0-9]+]]
; CHECK: load i32, ptr %{{.*}}, !dbg [[SECOND]]
; CHECK-DAG: [[FIRST]] = !DILocation(line: 5
; CHECK-DAG: [[SECOND]] = !DILocation(line: 7
@tile = internal addrspace(3) global [16 x i32] undef, align 4
declare void @meet()
define void @kernel(i64 %i, ptr %out) !dbg !4 {
  %p = getelementptr inbounds [16 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %i, !dbg !7
  store i32 1, ptr %p, !dbg !7
  call void @meet(), !dbg !8
  %q = getelementptr inbounds [16 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %i, !dbg !9
  %v = load i32, ptr %q, !dbg !9
  store i32 %v, ptr %out, !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 5, scope: !4)
!8 = !DILocation(line: 6, scope: !4)
!9 = !DILocation(line: 7, scope: !4)
