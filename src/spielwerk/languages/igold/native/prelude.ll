; What every native engine shares: leaving off, checked places and sums, and random numbers.

declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define internal i64 @bail(ptr %s) noinline cold {
  %place = getelementptr i64, ptr %s, i64 0
  store i64 1, ptr %place
  ret i64 0
}

; A place in something with so many, counted from the end where it is negative.
define internal i64 @within(ptr %s, i64 %i, i64 %n) alwaysinline {
  %negative = icmp slt i64 %i, 0
  %turned = add i64 %i, %n
  %there = select i1 %negative, i64 %turned, i64 %i
  %bad = icmp uge i64 %there, %n
  br i1 %bad, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  br label %right
right:
  %found = phi i64 [ %there, %0 ], [ 0, %wrong ]
  ret i64 %found
}

; An element, which must be there.
define internal i64 @need(ptr %s, i64 %i) alwaysinline {
  %bad = icmp slt i64 %i, 0
  br i1 %bad, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  br label %right
right:
  %found = phi i64 [ %i, %0 ], [ 0, %wrong ]
  ret i64 %found
}

define internal i64 @plus(ptr %s, i64 %a, i64 %b) alwaysinline {
  %both = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %sum = extractvalue { i64, i1 } %both, 0
  %over = extractvalue { i64, i1 } %both, 1
  br i1 %over, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  br label %right
right:
  ret i64 %sum
}

define internal i64 @minus(ptr %s, i64 %a, i64 %b) alwaysinline {
  %both = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %sum = extractvalue { i64, i1 } %both, 0
  %over = extractvalue { i64, i1 } %both, 1
  br i1 %over, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  br label %right
right:
  ret i64 %sum
}

define internal i64 @times(ptr %s, i64 %a, i64 %b) alwaysinline {
  %both = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %sum = extractvalue { i64, i1 } %both, 0
  %over = extractvalue { i64, i1 } %both, 1
  br i1 %over, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  br label %right
right:
  ret i64 %sum
}

; Rounded down, as in Python.
define internal i64 @floored(ptr %s, i64 %a, i64 %b) {
  %zero = icmp eq i64 %b, 0
  br i1 %zero, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  ret i64 0
right:
  %quotient = sdiv i64 %a, %b
  %rest = srem i64 %a, %b
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %b
  %apart = icmp slt i64 %signs, 0
  %lower = and i1 %some, %apart
  %one = zext i1 %lower to i64
  %found = sub i64 %quotient, %one
  ret i64 %found
}

define internal i64 @modulo(ptr %s, i64 %a, i64 %b) {
  %zero = icmp eq i64 %b, 0
  br i1 %zero, label %wrong, label %right
wrong:
  %_ = call i64 @bail(ptr %s)
  ret i64 0
right:
  %rest = srem i64 %a, %b
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %b
  %apart = icmp slt i64 %signs, 0
  %lower = and i1 %some, %apart
  %more = select i1 %lower, i64 %b, i64 0
  %found = add i64 %rest, %more
  ret i64 %found
}

; Random matches draw from here: a number below n, from the state at place 1.
define internal i64 @below(ptr %s, i64 %n) {
  %place = getelementptr i64, ptr %s, i64 1
  %old = load i64, ptr %place
  %new = add i64 %old, -7046029254386353131
  store i64 %new, ptr %place
  %a1 = lshr i64 %new, 30
  %a2 = xor i64 %new, %a1
  %a3 = mul i64 %a2, -4658895280553007687
  %b1 = lshr i64 %a3, 27
  %b2 = xor i64 %a3, %b1
  %b3 = mul i64 %b2, -7723592293110705685
  %c1 = lshr i64 %b3, 31
  %c2 = xor i64 %b3, %c1
  %wide = zext i64 %c2 to i128
  %many = zext i64 %n to i128
  %product = mul i128 %wide, %many
  %high = lshr i128 %product, 64
  %found = trunc i128 %high to i64
  ret i64 %found
}
