from pbmserv.games.go.game import Go

__all__ = ["Go"]
