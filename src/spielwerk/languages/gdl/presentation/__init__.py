"""How a game shows itself: boards, short moves, and moves as people write them."""
