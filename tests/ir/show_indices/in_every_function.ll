; SPDX-License-Identifier: Apache-2.0
; Functions with lines get variables threadIdx to gridDim, where the contexts have them; what Heddle
; wraps around the kernel gets none, and not the kernel's name.
;
; RUN: --from single-thread --stop-after show-indices --debug
; CHECK-LABEL: define internal void @heddle_kernel_thread(ptr %0, ptr %1) #{{[0-9]+}} {
; CHECK-NOT: #dbg_declare
; CHECK: call void @program.thread(ptr %0, ptr %1)
; CHECK-LABEL: define internal void @program.thread(ptr %0, ptr %1) #{{[0-9]+}} !dbg
; CHECK: store ptr %0, ptr [[BLOCK:%[0-9]+]],
; CHECK: store ptr %1, ptr [[THREAD:%[0-9]+]],
; CHECK: #dbg_declare(ptr [[THREAD]], [[TID:![0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 0)
; CHECK: #dbg_declare(ptr [[BLOCK]], [[BID:![0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 40)
; CHECK-DAG: [[TID]] = !DILocalVariable(name: "threadIdx"
; CHECK-DAG: [[BID]] = !DILocalVariable(name: "blockIdx"
; CHECK-DAG: !DILocalVariable(name: "blockDim"
; CHECK-DAG: !DILocalVariable(name: "gridDim"
define internal void @kernel() {
  call void @program()
  ret void
}
define internal void @program() !dbg !4 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "program", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 7, scope: !4)
