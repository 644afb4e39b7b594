; SPDX-License-Identifier: Apache-2.0
; A store at the end of two ways, one for all lanes and one for some: where the place of a lane
; follows from its number on both, it does so behind them. A selection beside what nobody handed
; over would hide that.
;
;   if (all) place = a + lane; else if (in[lane] < 7) place = b + lane; else return;
;   *place = in[lane]
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK-LABEL: @kernel.full(
; CHECK-NOT: select i1 {{.*}}, ptr
; CHECK: [[PLACE:%.*]] = phi ptr [ {{%a.at|%b.at}}, {{.*}} ], [ {{%a.at|%b.at}}, {{.*}} ]
; CHECK: store i32 %v, ptr [[PLACE]]
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %b = getelementptr i8, ptr %block, i64 4096
  %n = load i32, ptr %block, align 4, !invariant.load !0
  %all = icmp sgt i32 %n, 40
  br i1 %all, label %whole, label %part
whole:
  %a.at = getelementptr i32, ptr %block, i32 %lane
  br label %store
part:
  %b.at = getelementptr i32, ptr %b, i32 %lane
  %some = icmp slt i32 %v, 7
  br i1 %some, label %store, label %end
store:
  %place = phi ptr [ %a.at, %whole ], [ %b.at, %part ]
  store i32 %v, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
