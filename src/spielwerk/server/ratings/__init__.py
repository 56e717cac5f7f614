"""How strong people are at each game: the arithmetic of Glicko-2, and what is kept of it."""

from spielwerk.server.ratings.glicko import PlayedGame, PlayerRating, rated, rested
from spielwerk.server.ratings.ratings import Ratings, RatingShown

__all__ = ["PlayedGame", "PlayerRating", "RatingShown", "Ratings", "rated", "rested"]
