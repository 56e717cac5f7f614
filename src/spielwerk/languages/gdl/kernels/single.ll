; One state at a time: what is the same for every game. See single.py for the rest.
;
; %m is a workspace (single.Workspace) whose frame holds values in lane 0 of its words. Answers are
; Python objects that are made here, which is several times faster than making them in Python; the
; interpreter's lock is held all the time. Where a position has the wrong size or a move an unknown
; number, the answer is False.

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @PyBool_FromLong(i64)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyBytes_AsString(ptr)
declare i64 @PyBytes_Size(ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare void @Py_IncRef(ptr)

; Sets item %i of the tuple %answer to the tuple of those among %n objects whose values hold.
; Objects stand at %objects, values at %slots; %list is room for their numbers.
define internal void @put(ptr %answer, i64 %i, ptr %slots, i64 %n, ptr %objects, ptr %list) nounwind {
entry:
  br label %next
next:
  %j = phi i64 [0, %entry], [%j.new, %one]
  %found = phi i64 [0, %entry], [%found.new, %one]
  %end = icmp eq i64 %j, %n
  br i1 %end, label %make, label %one
one:
  %p = getelementptr i64, ptr %slots, i64 %j
  %value = load i64, ptr %p
  %item = getelementptr i64, ptr %list, i64 %found
  store i64 %j, ptr %item
  %holds = and i64 %value, 1
  %found.new = add i64 %found, %holds
  %j.new = add i64 %j, 1
  br label %next
make:
  %tuple = call ptr @PyTuple_New(i64 %found)
  %failed = icmp eq ptr %tuple, null
  br i1 %failed, label %out, label %fill
fill:
  %k = phi i64 [0, %make], [%k.new, %put]
  %full = icmp eq i64 %k, %found
  br i1 %full, label %done, label %put
put:
  %number.p = getelementptr i64, ptr %list, i64 %k
  %number = load i64, ptr %number.p
  %object.p = getelementptr ptr, ptr %objects, i64 %number
  %object = load ptr, ptr %object.p
  call void @Py_IncRef(ptr %object)
  %put.ok = call i32 @PyTuple_SetItem(ptr %tuple, i64 %k, ptr %object)
  %k.new = add i64 %k, 1
  br label %fill
done:
  %done.ok = call i32 @PyTuple_SetItem(ptr %answer, i64 %i, ptr %tuple)
  br label %out
out:
  ret void
}

; Puts a position into the frame; answers whether it has the right size.
define internal i1 @enter(ptr %position, ptr %m) nounwind {
  %size = call i64 @PyBytes_Size(ptr %position)
  %fits = icmp eq i64 %size, $bytes
  br i1 %fits, label %copy, label %out
copy:
  %from = call ptr @PyBytes_AsString(ptr %position)
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %from, i64 $bytes, i1 false)
  br label %out
out:
  ret i1 %fits
}

; The tuple of a position (whose reference it takes over), whether it is terminal, and the legal
; moves of each role, when the frame holds its facts.
define internal ptr @sight(ptr %position, ptr %m) nounwind {
  %w = getelementptr i64, ptr %m, i64 $work
  %list = getelementptr i64, ptr %m, i64 $list
  %answer = call ptr @PyTuple_New(i64 $sight_size)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %out, label %on
on:
$look
  %p = getelementptr i64, ptr %m, i64 $terminal
  %value = load i64, ptr %p
  %bit = and i64 %value, 1
  %terminal = call ptr @PyBool_FromLong(i64 %bit)
  %position.ok = call i32 @PyTuple_SetItem(ptr %answer, i64 0, ptr %position)
  %terminal.ok = call i32 @PyTuple_SetItem(ptr %answer, i64 1, ptr %terminal)
$put_legal
  br label %out
out:
  ret ptr %answer
}

define internal ptr @refuse() nounwind {
  %false = call ptr @PyBool_FromLong(i64 0)
  ret ptr %false
}

define ptr @look(ptr %position, ptr %m) nounwind {
  %fits = call i1 @enter(ptr %position, ptr %m)
  br i1 %fits, label %on, label %bad
on:
  call void @Py_IncRef(ptr %position)
  %answer = call ptr @sight(ptr %position, ptr %m)
  ret ptr %answer
bad:
  %false = call ptr @refuse()
  ret ptr %false
}

; The goals of each role that hold.
define ptr @goals(ptr %position, ptr %m) nounwind {
  %w = getelementptr i64, ptr %m, i64 $work
  %list = getelementptr i64, ptr %m, i64 $list
  %fits = call i1 @enter(ptr %position, ptr %m)
  br i1 %fits, label %on, label %bad
on:
$look
  %answer = call ptr @PyTuple_New(i64 $roles)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %out, label %fill
fill:
$put_goals
  br label %out
out:
  ret ptr %answer
bad:
  %false = call ptr @refuse()
  ret ptr %false
}

; Makes one move of each role; answers whether position and moves are as they should be.
define internal i1 @move(ptr %position, ptr %m, $moves) nounwind {
  %w = getelementptr i64, ptr %m, i64 $work
  %after = getelementptr i64, ptr %m, i64 $following
  %fits = call i1 @enter(ptr %position, ptr %m)
$check
  br i1 %known, label %on, label %bad
on:
  call void @llvm.memset.p0.i64(ptr %after, i8 0, i64 $bytes, i1 false)
$make
$move
$unmake
  ret i1 1
bad:
  ret i1 0
}

; What @look answers for the position that follows.
define ptr @apply(ptr %position, ptr %m, $moves) nounwind {
  %known = call i1 @move(ptr %position, ptr %m, $moves)
  br i1 %known, label %on, label %bad
on:
  %from = getelementptr i64, ptr %m, i64 $following
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %from, i64 $bytes, i1 false)
  %after = call ptr @PyBytes_FromStringAndSize(ptr %m, i64 $bytes)
  %failed = icmp eq ptr %after, null
  br i1 %failed, label %out, label %see
see:
  %answer = call ptr @sight(ptr %after, ptr %m)
  ret ptr %answer
out:
  ret ptr null
bad:
  %false = call ptr @refuse()
  ret ptr %false
}

; What each role sees.
define ptr @perceive(ptr %position, ptr %m, $moves) nounwind {
  %known = call i1 @move(ptr %position, ptr %m, $moves)
  br i1 %known, label %on, label %bad
on:
  %list = getelementptr i64, ptr %m, i64 $list
  %answer = call ptr @PyTuple_New(i64 $roles)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %out, label %fill
fill:
$put_sees
  br label %out
out:
  ret ptr %answer
bad:
  %false = call ptr @refuse()
  ret ptr %false
}
