; SPDX-License-Identifier: Apache-2.0
; For a debugger a device variable of a namespace is one of the module, by a place that has its address,
; and in a function its plain name means what it means in the source: the variable of the innermost
; scope around the function.
;
; RUN: --from place-symbols --stop-after place-symbols --debug

; CHECK: @heddle.place._ZN3app6weightE = internal global ptr addrspace(1) null, !dbg [[PLACE:![0-9]+]]
; CHECK-LABEL: define void @outside
; CHECK: store ptr addrspace(1) %{{.*}}, ptr @heddle.place._ZN3app6weightE
; CHECK: #dbg_declare(ptr %{{.*}}, [[GLOBAL:![0-9]+]], !DIExpression(DW_OP_deref)
; CHECK-NOT: #dbg_declare
; CHECK-LABEL: define void @inside
; CHECK: #dbg_declare(ptr %{{.*}}, [[OF_APP:![0-9]+]], !DIExpression(DW_OP_deref)
; CHECK-NOT: #dbg_declare
; CHECK: [[PLACE]] = !DIGlobalVariableExpression(var: [[VARIABLE:![0-9]+]], expr: !DIExpression(DW_OP_deref))
; CHECK: [[VARIABLE]] = {{.*}}DIGlobalVariable(name: "weight", linkageName: "_ZN3app6weightE", scope: [[APP:![0-9]+]],{{.*}} line: 4
; CHECK-DAG: [[GLOBAL]] = !DILocalVariable(name: "weight", {{.*}}line: 2,
; CHECK-DAG: [[OF_APP]] = !DILocalVariable(name: "weight", {{.*}}line: 4,
@weight = addrspace(1) externally_initialized global i32 1, align 4, !dbg !10
@_ZN3app6weightE = addrspace(1) externally_initialized global i32 2, align 4, !dbg !12
define void @outside(ptr %out) !dbg !4 {
  %v = load i32, ptr addrspace(1) @weight, !dbg !20
  %w = load i32, ptr addrspace(1) @_ZN3app6weightE, !dbg !20
  %s = add i32 %v, %w, !dbg !20
  store i32 %s, ptr %out, !dbg !20
  call void @inside(ptr %out), !dbg !20
  ret void, !dbg !20
}
define void @inside(ptr %out) !dbg !7 {
  %v = load i32, ptr addrspace(1) @_ZN3app6weightE, !dbg !21
  store i32 %v, ptr %out, !dbg !21
  ret void, !dbg !21
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, globals: !3)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!10, !12}
!4 = distinct !DISubprogram(name: "outside", scope: !1, file: !1, line: 10, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = distinct !DISubprogram(name: "inside", scope: !14, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "weight", scope: !0, file: !1, line: 2, type: !15, isDefinition: true)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "weight", linkageName: "_ZN3app6weightE", scope: !14, file: !1, line: 4, type: !15, isDefinition: true)
!14 = !DINamespace(name: "app", scope: null)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DILocation(line: 11, scope: !4)
!21 = !DILocation(line: 6, scope: !7)
