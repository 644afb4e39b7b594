; SPDX-License-Identifier: Apache-2.0
; In front of each operation a lane keeps sixty values: with the lock that is seven times sixty.
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %mask = load i32, ptr %lock
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %p0 = getelementptr i32, ptr %lock, i32 1
  %v0 = load volatile i32, ptr %p0
  %p1 = getelementptr i32, ptr %lock, i32 2
  %v1 = load volatile i32, ptr %p1
  %p2 = getelementptr i32, ptr %lock, i32 3
  %v2 = load volatile i32, ptr %p2
  %p3 = getelementptr i32, ptr %lock, i32 4
  %v3 = load volatile i32, ptr %p3
  %p4 = getelementptr i32, ptr %lock, i32 5
  %v4 = load volatile i32, ptr %p4
  %p5 = getelementptr i32, ptr %lock, i32 6
  %v5 = load volatile i32, ptr %p5
  %p6 = getelementptr i32, ptr %lock, i32 7
  %v6 = load volatile i32, ptr %p6
  %p7 = getelementptr i32, ptr %lock, i32 8
  %v7 = load volatile i32, ptr %p7
  %p8 = getelementptr i32, ptr %lock, i32 9
  %v8 = load volatile i32, ptr %p8
  %p9 = getelementptr i32, ptr %lock, i32 10
  %v9 = load volatile i32, ptr %p9
  %p10 = getelementptr i32, ptr %lock, i32 11
  %v10 = load volatile i32, ptr %p10
  %p11 = getelementptr i32, ptr %lock, i32 12
  %v11 = load volatile i32, ptr %p11
  %p12 = getelementptr i32, ptr %lock, i32 13
  %v12 = load volatile i32, ptr %p12
  %p13 = getelementptr i32, ptr %lock, i32 14
  %v13 = load volatile i32, ptr %p13
  %p14 = getelementptr i32, ptr %lock, i32 15
  %v14 = load volatile i32, ptr %p14
  %p15 = getelementptr i32, ptr %lock, i32 16
  %v15 = load volatile i32, ptr %p15
  %p16 = getelementptr i32, ptr %lock, i32 17
  %v16 = load volatile i32, ptr %p16
  %p17 = getelementptr i32, ptr %lock, i32 18
  %v17 = load volatile i32, ptr %p17
  %p18 = getelementptr i32, ptr %lock, i32 19
  %v18 = load volatile i32, ptr %p18
  %p19 = getelementptr i32, ptr %lock, i32 20
  %v19 = load volatile i32, ptr %p19
  %p20 = getelementptr i32, ptr %lock, i32 21
  %v20 = load volatile i32, ptr %p20
  %p21 = getelementptr i32, ptr %lock, i32 22
  %v21 = load volatile i32, ptr %p21
  %p22 = getelementptr i32, ptr %lock, i32 23
  %v22 = load volatile i32, ptr %p22
  %p23 = getelementptr i32, ptr %lock, i32 24
  %v23 = load volatile i32, ptr %p23
  %p24 = getelementptr i32, ptr %lock, i32 25
  %v24 = load volatile i32, ptr %p24
  %p25 = getelementptr i32, ptr %lock, i32 26
  %v25 = load volatile i32, ptr %p25
  %p26 = getelementptr i32, ptr %lock, i32 27
  %v26 = load volatile i32, ptr %p26
  %p27 = getelementptr i32, ptr %lock, i32 28
  %v27 = load volatile i32, ptr %p27
  %p28 = getelementptr i32, ptr %lock, i32 29
  %v28 = load volatile i32, ptr %p28
  %p29 = getelementptr i32, ptr %lock, i32 30
  %v29 = load volatile i32, ptr %p29
  %p30 = getelementptr i32, ptr %lock, i32 31
  %v30 = load volatile i32, ptr %p30
  %p31 = getelementptr i32, ptr %lock, i32 32
  %v31 = load volatile i32, ptr %p31
  %p32 = getelementptr i32, ptr %lock, i32 33
  %v32 = load volatile i32, ptr %p32
  %p33 = getelementptr i32, ptr %lock, i32 34
  %v33 = load volatile i32, ptr %p33
  %p34 = getelementptr i32, ptr %lock, i32 35
  %v34 = load volatile i32, ptr %p34
  %p35 = getelementptr i32, ptr %lock, i32 36
  %v35 = load volatile i32, ptr %p35
  %p36 = getelementptr i32, ptr %lock, i32 37
  %v36 = load volatile i32, ptr %p36
  %p37 = getelementptr i32, ptr %lock, i32 38
  %v37 = load volatile i32, ptr %p37
  %p38 = getelementptr i32, ptr %lock, i32 39
  %v38 = load volatile i32, ptr %p38
  %p39 = getelementptr i32, ptr %lock, i32 40
  %v39 = load volatile i32, ptr %p39
  %p40 = getelementptr i32, ptr %lock, i32 41
  %v40 = load volatile i32, ptr %p40
  %p41 = getelementptr i32, ptr %lock, i32 42
  %v41 = load volatile i32, ptr %p41
  %p42 = getelementptr i32, ptr %lock, i32 43
  %v42 = load volatile i32, ptr %p42
  %p43 = getelementptr i32, ptr %lock, i32 44
  %v43 = load volatile i32, ptr %p43
  %p44 = getelementptr i32, ptr %lock, i32 45
  %v44 = load volatile i32, ptr %p44
  %p45 = getelementptr i32, ptr %lock, i32 46
  %v45 = load volatile i32, ptr %p45
  %p46 = getelementptr i32, ptr %lock, i32 47
  %v46 = load volatile i32, ptr %p46
  %p47 = getelementptr i32, ptr %lock, i32 48
  %v47 = load volatile i32, ptr %p47
  %p48 = getelementptr i32, ptr %lock, i32 49
  %v48 = load volatile i32, ptr %p48
  %p49 = getelementptr i32, ptr %lock, i32 50
  %v49 = load volatile i32, ptr %p49
  %p50 = getelementptr i32, ptr %lock, i32 51
  %v50 = load volatile i32, ptr %p50
  %p51 = getelementptr i32, ptr %lock, i32 52
  %v51 = load volatile i32, ptr %p51
  %p52 = getelementptr i32, ptr %lock, i32 53
  %v52 = load volatile i32, ptr %p52
  %p53 = getelementptr i32, ptr %lock, i32 54
  %v53 = load volatile i32, ptr %p53
  %p54 = getelementptr i32, ptr %lock, i32 55
  %v54 = load volatile i32, ptr %p54
  %p55 = getelementptr i32, ptr %lock, i32 56
  %v55 = load volatile i32, ptr %p55
  %p56 = getelementptr i32, ptr %lock, i32 57
  %v56 = load volatile i32, ptr %p56
  %p57 = getelementptr i32, ptr %lock, i32 58
  %v57 = load volatile i32, ptr %p57
  %p58 = getelementptr i32, ptr %lock, i32 59
  %v58 = load volatile i32, ptr %p58
  %p59 = getelementptr i32, ptr %lock, i32 60
  %v59 = load volatile i32, ptr %p59
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %is0 = trunc i32 %old to i1
  %x0 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is0)
  store volatile i32 %x0, ptr %lock
  %is1 = trunc i32 %x0 to i1
  %x1 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is1)
  store volatile i32 %x1, ptr %lock
  %is2 = trunc i32 %x1 to i1
  %x2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is2)
  store volatile i32 %x2, ptr %lock
  %is3 = trunc i32 %x2 to i1
  %x3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is3)
  store volatile i32 %x3, ptr %lock
  %is4 = trunc i32 %x3 to i1
  %x4 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is4)
  store volatile i32 %x4, ptr %lock
  %is5 = trunc i32 %x4 to i1
  %x5 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is5)
  store volatile i32 %x5, ptr %lock
  %is6 = trunc i32 %x5 to i1
  store volatile i32 %v0, ptr %lock
  store volatile i32 %v1, ptr %lock
  store volatile i32 %v2, ptr %lock
  store volatile i32 %v3, ptr %lock
  store volatile i32 %v4, ptr %lock
  store volatile i32 %v5, ptr %lock
  store volatile i32 %v6, ptr %lock
  store volatile i32 %v7, ptr %lock
  store volatile i32 %v8, ptr %lock
  store volatile i32 %v9, ptr %lock
  store volatile i32 %v10, ptr %lock
  store volatile i32 %v11, ptr %lock
  store volatile i32 %v12, ptr %lock
  store volatile i32 %v13, ptr %lock
  store volatile i32 %v14, ptr %lock
  store volatile i32 %v15, ptr %lock
  store volatile i32 %v16, ptr %lock
  store volatile i32 %v17, ptr %lock
  store volatile i32 %v18, ptr %lock
  store volatile i32 %v19, ptr %lock
  store volatile i32 %v20, ptr %lock
  store volatile i32 %v21, ptr %lock
  store volatile i32 %v22, ptr %lock
  store volatile i32 %v23, ptr %lock
  store volatile i32 %v24, ptr %lock
  store volatile i32 %v25, ptr %lock
  store volatile i32 %v26, ptr %lock
  store volatile i32 %v27, ptr %lock
  store volatile i32 %v28, ptr %lock
  store volatile i32 %v29, ptr %lock
  store volatile i32 %v30, ptr %lock
  store volatile i32 %v31, ptr %lock
  store volatile i32 %v32, ptr %lock
  store volatile i32 %v33, ptr %lock
  store volatile i32 %v34, ptr %lock
  store volatile i32 %v35, ptr %lock
  store volatile i32 %v36, ptr %lock
  store volatile i32 %v37, ptr %lock
  store volatile i32 %v38, ptr %lock
  store volatile i32 %v39, ptr %lock
  store volatile i32 %v40, ptr %lock
  store volatile i32 %v41, ptr %lock
  store volatile i32 %v42, ptr %lock
  store volatile i32 %v43, ptr %lock
  store volatile i32 %v44, ptr %lock
  store volatile i32 %v45, ptr %lock
  store volatile i32 %v46, ptr %lock
  store volatile i32 %v47, ptr %lock
  store volatile i32 %v48, ptr %lock
  store volatile i32 %v49, ptr %lock
  store volatile i32 %v50, ptr %lock
  store volatile i32 %v51, ptr %lock
  store volatile i32 %v52, ptr %lock
  store volatile i32 %v53, ptr %lock
  store volatile i32 %v54, ptr %lock
  store volatile i32 %v55, ptr %lock
  store volatile i32 %v56, ptr %lock
  store volatile i32 %v57, ptr %lock
  store volatile i32 %v58, ptr %lock
  store volatile i32 %v59, ptr %lock
  ret void
}
declare ptr @heddle.block()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
