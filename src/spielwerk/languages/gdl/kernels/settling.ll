
declare i64 @llvm.vector.reduce.add.v8i64(%lanes)

; Steps from phase %now on until nearly every lane has ended (the last few would take as long as a
; fifth of all) or %limit steps are done; answers how many.
; Lanes that have ended go on as they like. Vector i of %out gets the lanes that had outcome i when
; they ended, and the one after the last outcome those that have ended at all.
define i64 @settle_lanes(ptr noalias %m, ptr noalias %w, ptr noalias %out, i64 %now, i64 %limit) nounwind {
entry:
  %ended.p = getelementptr %lanes, ptr %m, i64 $waiting
  br label %next
next:
  %step = phi i64 [0, %entry], [%step.new, %on]
  %phase = phi i64 [%now, %entry], [%phase.new, %on]
  %before = load %lanes, ptr %ended.p
  %open = xor %lanes %before, splat (i64 -1)
  %counts = call %lanes @llvm.ctpop.v8i64(%lanes %open)
  %count = call i64 @llvm.vector.reduce.add.v8i64(%lanes %counts)
  %any = icmp ugt i64 %count, 16
  %in.time = icmp ult i64 %step, %limit
  %go = and i1 %any, %in.time
  br i1 %go, label %move, label %out.all
move:
  call void @step(ptr %m, ptr %w, i64 %phase)
  %after = load %lanes, ptr %ended.p
  %new = xor %lanes %before, %after
  %some.new = call i1 @some(%lanes %new)
  br i1 %some.new, label %values, label %on
values:
  %i = phi i64 [0, %move], [%i.new, %one]
  %booked = icmp eq i64 %i, $outcomes
  br i1 %booked, label %on, label %one
one:
  %i.new = add i64 %i, 1
  %value.p = getelementptr %lanes, ptr %w, i64 %i.new
  %value = load %lanes, ptr %value.p
  %holds = and %lanes %value, %new
  %sum.p = getelementptr %lanes, ptr %out, i64 %i
  %sum = load %lanes, ptr %sum.p
  %sum.new = or %lanes %sum, %holds
  store %lanes %sum.new, ptr %sum.p
  br label %values
on:
  %up = add i64 %phase, 1
  %wraps = icmp eq i64 %up, $phases
  %phase.new = select i1 %wraps, i64 0, i64 %up
  %step.new = add i64 %step, 1
  br label %next
out.all:
  %last.p = getelementptr %lanes, ptr %out, i64 $outcomes
  store %lanes %before, ptr %last.p
  ret i64 %step
}
