; Steps of 512 lanes by given moves: what is the same for every game. See stepwise.py for the rest.
;
; %m is a frame (frames.Frame), %w the work memory of its gates.

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Legal moves, goals and end of every lane.
define void @look(ptr noalias %m, ptr noalias %w) nounwind {
$look
  ret void
}

; Marks the move of every lane among those that begin at %moves.
define internal void @mark(ptr noalias %moves, ptr noalias %choices) nounwind {
entry:
  br label %lane
lane:
  %i = phi i64 [0, %entry], [%i.new, %lane]
  %choice.p = getelementptr i64, ptr %choices, i64 %i
  %choice = load i64, ptr %choice.p
  %word = lshr i64 %i, 6
  %vector = shl i64 %choice, 3
  %at = add i64 %vector, %word
  %p = getelementptr i64, ptr %moves, i64 %at
  %before = load i64, ptr %p
  %bit = and i64 %i, 63
  %mark = shl i64 1, %bit
  %after = or i64 %before, %mark
  store i64 %after, ptr %p
  %i.new = add i64 %i, 1
  %done = icmp eq i64 %i.new, 512
  br i1 %done, label %out, label %lane
out:
  ret void
}

; Makes the chosen moves (512 numbers a role) in lanes that are not terminal, and looks.
define void @advance(ptr noalias %m, ptr noalias %w, ptr noalias %choices) nounwind {
entry:
  %moves = getelementptr %lanes, ptr %m, i64 $moves
  call void @llvm.memset.p0.i64(ptr align 64 %moves, i8 0, i64 $moves_bytes, i1 false)
$mark
$move
  %terminal.p = getelementptr %lanes, ptr %m, i64 $terminal
  %terminal = load %lanes, ptr %terminal.p
  br label %facts
facts:
  %i = phi i64 [0, %entry], [%i.new, %fact]
  %done = icmp eq i64 %i, $facts
  br i1 %done, label %out, label %fact
fact:
  %now.p = getelementptr %lanes, ptr %m, i64 %i
  %slot = add i64 %i, $following
  %next.p = getelementptr %lanes, ptr %m, i64 %slot
  %now = load %lanes, ptr %now.p
  %next = load %lanes, ptr %next.p
  %differs = xor %lanes %now, %next
  %stays = and %lanes %differs, %terminal
  %new = xor %lanes %next, %stays
  store %lanes %new, ptr %now.p
  %i.new = add i64 %i, 1
  br label %facts
out:
  call void @look(ptr %m, ptr %w)
  ret void
}
