; SPDX-License-Identifier: Apache-2.0
; Each way back has all that a lane holds there: with more than twelve waiting loops the kernel runs
; thread by thread.
;
;   for (k = 0; k < 13; ++k) { while (atomicCAS(lock + k, 0, 1) != 0) {} }   // unrolled
;   atomicExch(lock, 0);
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
define void @kernel() {
entry:
  %lock0 = call ptr @heddle.block()
  %lock1 = getelementptr i32, ptr %lock0, i32 1
  %lock2 = getelementptr i32, ptr %lock0, i32 2
  %lock3 = getelementptr i32, ptr %lock0, i32 3
  %lock4 = getelementptr i32, ptr %lock0, i32 4
  %lock5 = getelementptr i32, ptr %lock0, i32 5
  %lock6 = getelementptr i32, ptr %lock0, i32 6
  %lock7 = getelementptr i32, ptr %lock0, i32 7
  %lock8 = getelementptr i32, ptr %lock0, i32 8
  %lock9 = getelementptr i32, ptr %lock0, i32 9
  %lock10 = getelementptr i32, ptr %lock0, i32 10
  %lock11 = getelementptr i32, ptr %lock0, i32 11
  %lock12 = getelementptr i32, ptr %lock0, i32 12
  br label %spin0
spin0:
  %pair0 = cmpxchg ptr %lock0, i32 0, i32 1 monotonic monotonic
  %won0 = extractvalue { i32, i1 } %pair0, 1
  br i1 %won0, label %to1, label %spin0
to1:
  br label %spin1
spin1:
  %pair1 = cmpxchg ptr %lock1, i32 0, i32 1 monotonic monotonic
  %won1 = extractvalue { i32, i1 } %pair1, 1
  br i1 %won1, label %to2, label %spin1
to2:
  br label %spin2
spin2:
  %pair2 = cmpxchg ptr %lock2, i32 0, i32 1 monotonic monotonic
  %won2 = extractvalue { i32, i1 } %pair2, 1
  br i1 %won2, label %to3, label %spin2
to3:
  br label %spin3
spin3:
  %pair3 = cmpxchg ptr %lock3, i32 0, i32 1 monotonic monotonic
  %won3 = extractvalue { i32, i1 } %pair3, 1
  br i1 %won3, label %to4, label %spin3
to4:
  br label %spin4
spin4:
  %pair4 = cmpxchg ptr %lock4, i32 0, i32 1 monotonic monotonic
  %won4 = extractvalue { i32, i1 } %pair4, 1
  br i1 %won4, label %to5, label %spin4
to5:
  br label %spin5
spin5:
  %pair5 = cmpxchg ptr %lock5, i32 0, i32 1 monotonic monotonic
  %won5 = extractvalue { i32, i1 } %pair5, 1
  br i1 %won5, label %to6, label %spin5
to6:
  br label %spin6
spin6:
  %pair6 = cmpxchg ptr %lock6, i32 0, i32 1 monotonic monotonic
  %won6 = extractvalue { i32, i1 } %pair6, 1
  br i1 %won6, label %to7, label %spin6
to7:
  br label %spin7
spin7:
  %pair7 = cmpxchg ptr %lock7, i32 0, i32 1 monotonic monotonic
  %won7 = extractvalue { i32, i1 } %pair7, 1
  br i1 %won7, label %to8, label %spin7
to8:
  br label %spin8
spin8:
  %pair8 = cmpxchg ptr %lock8, i32 0, i32 1 monotonic monotonic
  %won8 = extractvalue { i32, i1 } %pair8, 1
  br i1 %won8, label %to9, label %spin8
to9:
  br label %spin9
spin9:
  %pair9 = cmpxchg ptr %lock9, i32 0, i32 1 monotonic monotonic
  %won9 = extractvalue { i32, i1 } %pair9, 1
  br i1 %won9, label %to10, label %spin9
to10:
  br label %spin10
spin10:
  %pair10 = cmpxchg ptr %lock10, i32 0, i32 1 monotonic monotonic
  %won10 = extractvalue { i32, i1 } %pair10, 1
  br i1 %won10, label %to11, label %spin10
to11:
  br label %spin11
spin11:
  %pair11 = cmpxchg ptr %lock11, i32 0, i32 1 monotonic monotonic
  %won11 = extractvalue { i32, i1 } %pair11, 1
  br i1 %won11, label %to12, label %spin11
to12:
  br label %spin12
spin12:
  %pair12 = cmpxchg ptr %lock12, i32 0, i32 1 monotonic monotonic
  %won12 = extractvalue { i32, i1 } %pair12, 1
  br i1 %won12, label %to13, label %spin12
to13:
  %old = atomicrmw xchg ptr %lock0, i32 0 monotonic
  ret void
}
declare ptr @heddle.block()
