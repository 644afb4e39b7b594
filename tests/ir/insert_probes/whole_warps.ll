; SPDX-License-Identifier: Apache-2.0
; A tool that asks for warp operations (event 128) hears of loads and stores of whole matrices, to which all lanes must
; come, once in a block of code; one that does not ask is not told. Nothing is left of them in either case.
;
; RUN: --from specialise --stop-after split-masked-accesses --probes 128
; RUN: --from specialise --stop-after split-masked-accesses --probes 4 | OTHERS

; CHECK: call void @heddle.probe.matrix(ptr {{.*}}, i32 -1, i32 0, i32 0)
; CHECK-NOT: whole{{.}}warp
; CHECK-NOT: heddle.probe.matrix
; CHECK: ret void

; OTHERS-NOT: heddle.probe.matrix
; OTHERS-NOT: whole{{.}}warp
; OTHERS: ret void
define void @kernel(ptr %p) {
  call void @__heddle_whole_warp()
  store volatile i32 1, ptr %p
  call void @__heddle_whole_warp()
  store volatile i32 2, ptr %p
  ret void
}
declare void @__heddle_whole_warp()
