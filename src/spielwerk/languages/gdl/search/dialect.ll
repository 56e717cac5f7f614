; What the dialect of dialect.py knows beyond plain arithmetic.

declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare double @llvm.sqrt.f64(double)

; Locks are the interpreter's, which work without its own lock. They are held for less than a
; microsecond: who finds one taken tries again for a while before it lets the system wake it, which
; takes longer than a round. Where there is no lock, nothing waits.
declare i32 @PyThread_acquire_lock(ptr, i32)
declare void @PyThread_release_lock(ptr)

define internal void @dialect.lock(ptr %word) nounwind {
entry:
  %lock = load ptr, ptr %word
  %none = icmp eq ptr %lock, null
  br i1 %none, label %out, label %try
try:
  %tries = phi i32 [0, %entry], [%tries.new, %again]
  %got = call i32 @PyThread_acquire_lock(ptr %lock, i32 0)
  %taken = icmp eq i32 %got, 0
  br i1 %taken, label %again, label %out
again:
  %tries.new = add i32 %tries, 1
  %enough = icmp eq i32 %tries.new, 200
  br i1 %enough, label %wait, label %try
wait:
  %sure = call i32 @PyThread_acquire_lock(ptr %lock, i32 1)
  br label %out
out:
  ret void
}

define internal void @dialect.unlock(ptr %word) nounwind {
  %lock = load ptr, ptr %word
  %none = icmp eq ptr %lock, null
  br i1 %none, label %out, label %free
free:
  call void @PyThread_release_lock(ptr %lock)
  br label %out
out:
  ret void
}

; Turns 64 rows of one word each, so many words apart, into 64 words side by side: bit i of row j
; becomes bit j of word i. Halves, quarters and so on change places, eight words at a time; the
; last three rounds change places within the eight.
define internal void @dialect.transpose(ptr noalias %rows, ptr noalias %columns, i64 %apart) nounwind {
entry:
  %square = alloca [64 x i64], align 64
  br label %take
take:
  %i = phi i64 [0, %entry], [%i.new, %take]
  %from.i = mul i64 %i, %apart
  %from = getelementptr i64, ptr %rows, i64 %from.i
  %word = load i64, ptr %from
  %to = getelementptr i64, ptr %square, i64 %i
  store i64 %word, ptr %to
  %i.new = add i64 %i, 1
  %taken = icmp eq i64 %i.new, 64
  br i1 %taken, label %turn, label %take
turn:
  call void @dialect.apart(ptr %square, i64 32, i64 4294967295)
  call void @dialect.apart(ptr %square, i64 16, i64 281470681808895)
  call void @dialect.apart(ptr %square, i64 8, i64 71777214294589695)
  br label %near
near:
  %k = phi i64 [0, %turn], [%k.new, %near]
  %p = getelementptr i64, ptr %square, i64 %k
  %v = load <8 x i64>, ptr %p, align 64
  ; four apart
  %v.4 = shufflevector <8 x i64> %v, <8 x i64> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
  %low.4 = and <8 x i64> %v, <i64 1085102592571150095, i64 1085102592571150095, i64 1085102592571150095, i64 1085102592571150095, i64 -1085102592571150096, i64 -1085102592571150096, i64 -1085102592571150096, i64 -1085102592571150096>
  %up.4 = shl <8 x i64> %v.4, splat (i64 4)
  %down.4 = lshr <8 x i64> %v.4, splat (i64 4)
  %up.4.m = and <8 x i64> %up.4, splat (i64 -1085102592571150096)
  %down.4.m = and <8 x i64> %down.4, splat (i64 1085102592571150095)
  %in.4 = shufflevector <8 x i64> %up.4.m, <8 x i64> %down.4.m, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15>
  %a = or <8 x i64> %low.4, %in.4
  ; two apart
  %a.2 = shufflevector <8 x i64> %a, <8 x i64> poison, <8 x i32> <i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5>
  %low.2 = and <8 x i64> %a, <i64 3689348814741910323, i64 3689348814741910323, i64 -3689348814741910324, i64 -3689348814741910324, i64 3689348814741910323, i64 3689348814741910323, i64 -3689348814741910324, i64 -3689348814741910324>
  %up.2 = shl <8 x i64> %a.2, splat (i64 2)
  %down.2 = lshr <8 x i64> %a.2, splat (i64 2)
  %up.2.m = and <8 x i64> %up.2, splat (i64 -3689348814741910324)
  %down.2.m = and <8 x i64> %down.2, splat (i64 3689348814741910323)
  %in.2 = shufflevector <8 x i64> %up.2.m, <8 x i64> %down.2.m, <8 x i32> <i32 0, i32 1, i32 10, i32 11, i32 4, i32 5, i32 14, i32 15>
  %b = or <8 x i64> %low.2, %in.2
  ; next to each other
  %b.1 = shufflevector <8 x i64> %b, <8 x i64> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
  %low.1 = and <8 x i64> %b, <i64 6148914691236517205, i64 -6148914691236517206, i64 6148914691236517205, i64 -6148914691236517206, i64 6148914691236517205, i64 -6148914691236517206, i64 6148914691236517205, i64 -6148914691236517206>
  %up.1 = shl <8 x i64> %b.1, splat (i64 1)
  %down.1 = lshr <8 x i64> %b.1, splat (i64 1)
  %up.1.m = and <8 x i64> %up.1, splat (i64 -6148914691236517206)
  %down.1.m = and <8 x i64> %down.1, splat (i64 6148914691236517205)
  %in.1 = shufflevector <8 x i64> %up.1.m, <8 x i64> %down.1.m, <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 4, i32 13, i32 6, i32 15>
  %c = or <8 x i64> %low.1, %in.1
  %q = getelementptr i64, ptr %columns, i64 %k
  store <8 x i64> %c, ptr %q, align 8
  %k.new = add i64 %k, 8
  %done = icmp eq i64 %k.new, 64
  br i1 %done, label %out, label %near
out:
  ret void
}

; One round between words that are %by apart: what the lower one has above %mask, and the upper
; one below it, change places.
define internal void @dialect.apart(ptr noalias %square, i64 %by, i64 %mask) alwaysinline nounwind {
entry:
  %m.0 = insertelement <8 x i64> poison, i64 %mask, i64 0
  %m = shufflevector <8 x i64> %m.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %s.0 = insertelement <8 x i64> poison, i64 %by, i64 0
  %s = shufflevector <8 x i64> %s.0, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %pair
pair:
  %i = phi i64 [0, %entry], [%i.next, %pair]
  %p = getelementptr i64, ptr %square, i64 %i
  %j = add i64 %i, %by
  %q = getelementptr i64, ptr %square, i64 %j
  %x = load <8 x i64>, ptr %p, align 64
  %y = load <8 x i64>, ptr %q, align 64
  %x.high = lshr <8 x i64> %x, %s
  %t.0 = xor <8 x i64> %x.high, %y
  %t = and <8 x i64> %t.0, %m
  %y.new = xor <8 x i64> %y, %t
  %t.up = shl <8 x i64> %t, %s
  %x.new = xor <8 x i64> %x, %t.up
  store <8 x i64> %x.new, ptr %p, align 64
  store <8 x i64> %y.new, ptr %q, align 64
  %i.8 = add i64 %i, 8
  %over = and i64 %i.8, %by
  %i.next = add i64 %i.8, %over
  %done = icmp uge i64 %i.next, 64
  br i1 %done, label %out, label %pair
out:
  ret void
}
