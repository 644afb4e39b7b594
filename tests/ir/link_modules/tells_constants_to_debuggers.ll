; SPDX-License-Identifier: Apache-2.0
; A constant of which nothing is left but its value is described by that for a debugger; one that is read
; lies where it lies, and an array has no such value.
;
; RUN: --from link-modules --stop-after link-modules --debug

; CHECK-NOT: @gone
; CHECK: @read = internal addrspace(4) constant i32 5, {{.*}}!dbg [[READ:![0-9]+]]
; CHECK-DAG: [[READ]] = !DIGlobalVariableExpression(var: {{.*}}, expr: !DIExpression())
; CHECK-DAG: !DIGlobalVariableExpression(var: [[FLOAT:![0-9]+]], expr: !DIExpression(DW_OP_constu, 1083703296, DW_OP_stack_value))
; CHECK-DAG: !DIGlobalVariableExpression(var: [[INT:![0-9]+]], expr: !DIExpression(DW_OP_constu, 4294967285, DW_OP_stack_value))
; CHECK-DAG: !DIGlobalVariableExpression(var: [[ARRAY:![0-9]+]], expr: !DIExpression())
; CHECK-DAG: [[FLOAT]] = distinct !DIGlobalVariable(name: "float"
; CHECK-DAG: [[INT]] = distinct !DIGlobalVariable(name: "int"
; CHECK-DAG: [[ARRAY]] = distinct !DIGlobalVariable(name: "array"
target triple = "nvptx64-nvidia-cuda"
@gone_float = internal addrspace(4) constant float 4.75, align 4, !dbg !10
@gone_int = internal addrspace(4) constant i32 -11, align 4, !dbg !12
@gone_array = internal addrspace(4) constant [2 x i32] [i32 1, i32 2], align 4, !dbg !14
@read = internal addrspace(4) constant i32 5, align 4, !dbg !16
define ptx_kernel void @kernel(ptr %out) !dbg !4 {
  %v = load volatile i32, ptr addrspace(4) @read, !dbg !20
  store i32 %v, ptr %out, !dbg !20
  ret void, !dbg !20
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, globals: !3)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!10, !12, !14, !16}
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "float", scope: !4, file: !1, line: 4, type: !30, isLocal: true, isDefinition: true)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "int", scope: !4, file: !1, line: 5, type: !31, isLocal: true, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "array", scope: !4, file: !1, line: 6, type: !32, isLocal: true, isDefinition: true)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "read", scope: !4, file: !1, line: 7, type: !31, isLocal: true, isDefinition: true)
!20 = !DILocation(line: 8, scope: !4)
!30 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 64, elements: !33)
!33 = !{!34}
!34 = !DISubrange(count: 2)
