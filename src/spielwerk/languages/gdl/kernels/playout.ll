; Random matches in 512 lanes: what is the same for every game. See playouts.py for the rest.
;
; %m is the memory of a group of lanes (stepping.Layout), %w the work memory that a step uses.
; Work slot 0 says which lanes have ended, the next $outcomes slots which outcome they have.

declare %lanes @llvm.fshl.v8i64(%lanes, %lanes, %lanes)
declare %lanes @llvm.ctpop.v8i64(%lanes)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal i1 @some(%lanes %x) alwaysinline nounwind {
  %each = icmp ne %lanes %x, zeroinitializer
  %bits = bitcast <8 x i1> %each to i8
  %any = icmp ne i8 %bits, 0
  ret i1 %any
}

; For every lane a rank from 0 to its own %most, each as likely as the others: as many random bits
; as %most has are drawn, and drawn again in lanes where they exceed it. Random bits come from
; xoshiro256++, one generator for each of the eight words.
define internal void @draw(ptr noalias %random, ptr noalias %most, ptr noalias %rank, i64 %bits) nounwind {
entry:
  %mask = alloca [32 x %lanes], align 64
  %try = alloca [32 x %lanes], align 64
  br label %masks

; From the highest bit down: which bits a lane needs, and how many any lane needs at all.
masks:
  %i = phi i64 [%bits, %entry], [%j, %masks]
  %above = phi %lanes [zeroinitializer, %entry], [%covered, %masks]
  %length = phi i64 [0, %entry], [%length.new, %masks]
  %j = sub i64 %i, 1
  %most.p = getelementptr %lanes, ptr %most, i64 %j
  %most.v = load %lanes, ptr %most.p
  %covered = or %lanes %above, %most.v
  %mask.p = getelementptr %lanes, ptr %mask, i64 %j
  store %lanes %covered, ptr %mask.p
  %rank.p = getelementptr %lanes, ptr %rank, i64 %j
  store %lanes zeroinitializer, ptr %rank.p
  %used = call i1 @some(%lanes %covered)
  %unset = icmp eq i64 %length, 0
  %here = and i1 %used, %unset
  %length.new = select i1 %here, i64 %i, i64 %length
  %masked = icmp eq i64 %j, 0
  br i1 %masked, label %ready, label %masks
ready:
  %none = icmp eq i64 %length.new, 0
  br i1 %none, label %out, label %load
load:
  %r1 = getelementptr %lanes, ptr %random, i64 1
  %r2 = getelementptr %lanes, ptr %random, i64 2
  %r3 = getelementptr %lanes, ptr %random, i64 3
  %a = load %lanes, ptr %random
  %b = load %lanes, ptr %r1
  %c = load %lanes, ptr %r2
  %d = load %lanes, ptr %r3
  br label %round

round:
  %need = phi %lanes [splat (i64 -1), %load], [%need.new, %took]
  %a0 = phi %lanes [%a, %load], [%a2, %took]
  %b0 = phi %lanes [%b, %load], [%b2, %took]
  %c0 = phi %lanes [%c, %load], [%c3, %took]
  %d0 = phi %lanes [%d, %load], [%d3, %took]
  br label %bit
bit:
  %k = phi i64 [0, %round], [%k.new, %bit]
  %over = phi %lanes [zeroinitializer, %round], [%over.new, %bit]
  %a1 = phi %lanes [%a0, %round], [%a2, %bit]
  %b1 = phi %lanes [%b0, %round], [%b2, %bit]
  %c1 = phi %lanes [%c0, %round], [%c3, %bit]
  %d1 = phi %lanes [%d0, %round], [%d3, %bit]
  %ad = add %lanes %a1, %d1
  %turned = call %lanes @llvm.fshl.v8i64(%lanes %ad, %lanes %ad, %lanes splat (i64 23))
  %coins = add %lanes %turned, %a1
  %t = shl %lanes %b1, splat (i64 17)
  %c2 = xor %lanes %c1, %a1
  %d2 = xor %lanes %d1, %b1
  %b2 = xor %lanes %b1, %c2
  %a2 = xor %lanes %a1, %d2
  %c3 = xor %lanes %c2, %t
  %d3 = call %lanes @llvm.fshl.v8i64(%lanes %d2, %lanes %d2, %lanes splat (i64 45))
  %m.p = getelementptr %lanes, ptr %mask, i64 %k
  %m.v = load %lanes, ptr %m.p
  %x = and %lanes %coins, %m.v
  %x.p = getelementptr %lanes, ptr %try, i64 %k
  store %lanes %x, ptr %x.p
  %l.p = getelementptr %lanes, ptr %most, i64 %k
  %l = load %lanes, ptr %l.p
  %l.not = xor %lanes %l, splat (i64 -1)
  %more = and %lanes %x, %l.not
  %either = or %lanes %x, %l.not
  %still = and %lanes %either, %over
  %over.new = or %lanes %more, %still
  %k.new = add i64 %k, 1
  %all = icmp eq i64 %k.new, %length.new
  br i1 %all, label %judge, label %bit
judge:
  %fits.all = xor %lanes %over.new, splat (i64 -1)
  %fits = and %lanes %fits.all, %need
  %need.new = and %lanes %over.new, %need
  br label %take
take:
  %n = phi i64 [0, %judge], [%n.new, %take]
  %y.p = getelementptr %lanes, ptr %try, i64 %n
  %y = load %lanes, ptr %y.p
  %z.p = getelementptr %lanes, ptr %rank, i64 %n
  %z = load %lanes, ptr %z.p
  %y.fits = and %lanes %y, %fits
  %z.new = or %lanes %z, %y.fits
  store %lanes %z.new, ptr %z.p
  %n.new = add i64 %n, 1
  %taken = icmp eq i64 %n.new, %length.new
  br i1 %taken, label %took, label %take
took:
  %open = call i1 @some(%lanes %need.new)
  br i1 %open, label %round, label %save

save:
  store %lanes %a2, ptr %random
  store %lanes %b2, ptr %r1
  store %lanes %c3, ptr %r2
  store %lanes %d3, ptr %r3
  br label %out
out:
  ret void
}

; Counts the states seen; where matches have ended, counts them and their outcomes, takes them from
; the lane's quota, and lets the lane wait for its restart.
define internal void @settle(ptr noalias %m, ptr noalias %w) nounwind {
entry:
  %live.p = getelementptr %lanes, ptr %m, i64 $live
  %waiting.p = getelementptr %lanes, ptr %m, i64 $waiting
  %states.p = getelementptr %lanes, ptr %m, i64 $states
  %live = load %lanes, ptr %live.p
  %waiting = load %lanes, ptr %waiting.p
  %ended = load %lanes, ptr %w
  %awake = xor %lanes %waiting, splat (i64 -1)
  %active = and %lanes %live, %awake
  %seen = call %lanes @llvm.ctpop.v8i64(%lanes %active)
  %states = load %lanes, ptr %states.p
  %states.new = add %lanes %states, %seen
  store %lanes %states.new, ptr %states.p
  %over = and %lanes %ended, %active
  %any = call i1 @some(%lanes %over)
  br i1 %any, label %book, label %out

book:
  %playouts.p = getelementptr %lanes, ptr %m, i64 $playouts
  %sums = getelementptr %lanes, ptr %m, i64 $sums
  %ends = call %lanes @llvm.ctpop.v8i64(%lanes %over)
  %playouts = load %lanes, ptr %playouts.p
  %playouts.new = add %lanes %playouts, %ends
  store %lanes %playouts.new, ptr %playouts.p
  %waiting.new = or %lanes %waiting, %over
  store %lanes %waiting.new, ptr %waiting.p
  br label %values
values:
  %i = phi i64 [0, %book], [%i.new, %one]
  %booked = icmp eq i64 %i, $outcomes
  br i1 %booked, label %counts, label %one
one:
  %i.new = add i64 %i, 1
  %value.p = getelementptr %lanes, ptr %w, i64 %i.new
  %value = load %lanes, ptr %value.p
  %holds = and %lanes %value, %over
  %hits = call %lanes @llvm.ctpop.v8i64(%lanes %holds)
  %sum.p = getelementptr %lanes, ptr %sums, i64 %i
  %sum = load %lanes, ptr %sum.p
  %sum.new = add %lanes %sum, %hits
  store %lanes %sum.new, ptr %sum.p
  br label %values

counts:
  %limited.p = getelementptr %lanes, ptr %m, i64 $limited
  %limited = load %lanes, ptr %limited.p
  %due = and %lanes %over, %limited
  %some.due = call i1 @some(%lanes %due)
  br i1 %some.due, label %less, label %out
less:
  %j = phi i64 [0, %counts], [%j.new, %less]
  %borrow = phi %lanes [%due, %counts], [%borrow.new, %less]
  %slot = add i64 %j, $quota
  %left.p = getelementptr %lanes, ptr %m, i64 %slot
  %left = load %lanes, ptr %left.p
  %left.new = xor %lanes %left, %borrow
  store %lanes %left.new, ptr %left.p
  %left.not = xor %lanes %left, splat (i64 -1)
  %borrow.new = and %lanes %borrow, %left.not
  %some.borrow = call i1 @some(%lanes %borrow.new)
  %j.new = add i64 %j, 1
  %inside = icmp ult i64 %j.new, $quota_bits
  %on = and i1 %some.borrow, %inside
  br i1 %on, label %less, label %rest
rest:
  %going = xor %lanes %borrow.new, splat (i64 -1)
  %live.new = and %lanes %live, %going
  store %lanes %live.new, ptr %live.p
  br label %out
out:
  ret void
}

; Puts waiting lanes back to their roots.
define internal void @restart(ptr noalias %m) nounwind {
entry:
  %waiting.p = getelementptr %lanes, ptr %m, i64 $waiting
  %waiting = load %lanes, ptr %waiting.p
  %any = call i1 @some(%lanes %waiting)
  br i1 %any, label %begin, label %out
begin:
  store %lanes zeroinitializer, ptr %waiting.p
  br label %facts
facts:
  %i = phi i64 [0, %begin], [%i.new, %fact]
  %done = icmp eq i64 %i, $facts
  br i1 %done, label %out, label %fact
fact:
  %fact.p = getelementptr %lanes, ptr %m, i64 %i
  %slot = add i64 %i, $roots
  %root.p = getelementptr %lanes, ptr %m, i64 %slot
  %now = load %lanes, ptr %fact.p
  %root = load %lanes, ptr %root.p
  %differs = xor %lanes %now, %root
  %moves = and %lanes %differs, %waiting
  %new = xor %lanes %now, %moves
  store %lanes %new, ptr %fact.p
  %i.new = add i64 %i, 1
  br label %facts
out:
  ret void
}

; Steps from phase %now on, until no lane is live or %limit steps are done; answers how many.
; The roots are in phase %first. Where %freeze is set, lanes that end stay as they are: every
; state is its own root.
define i64 @run(ptr noalias %m, ptr noalias %w, i64 %first, i64 %now, i64 %limit, i64 %freeze) nounwind {
entry:
  %live.p = getelementptr %lanes, ptr %m, i64 $live
  %roots = getelementptr %lanes, ptr %m, i64 $roots
  %frozen = icmp ne i64 %freeze, 0
  br label %next
next:
  %step = phi i64 [0, %entry], [%step.new, %on]
  %phase = phi i64 [%now, %entry], [%phase.new, %on]
  %live = load %lanes, ptr %live.p
  %any = call i1 @some(%lanes %live)
  %in.time = icmp ult i64 %step, %limit
  %go = and i1 %any, %in.time
  br i1 %go, label %keep, label %out
keep:
  br i1 %frozen, label %copy, label %move
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %roots, ptr align 64 %m, i64 $fact_bytes, i1 false)
  br label %move
move:
  call void @step(ptr %m, ptr %w, i64 %phase)
  %up = add i64 %phase, 1
  %wraps = icmp eq i64 %up, $phases
  %phase.new = select i1 %wraps, i64 0, i64 %up
  %home = icmp eq i64 %phase.new, %first
  br i1 %home, label %again, label %on
again:
  call void @restart(ptr %m)
  br label %on
on:
  %step.new = add i64 %step, 1
  br label %next
out:
  ret i64 %step
}
