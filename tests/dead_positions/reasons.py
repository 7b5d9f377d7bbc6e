"""Reasons in chess words, found from a position and the evidence about it. Needs the package chess."""

from __future__ import annotations

from dataclasses import dataclass, field

import chess

# More positions than this are not looked through for a reason.
MAX_EXPLORED = 3000
CORNERS = [chess.A1, chess.H1, chess.A8, chess.H8]

# Reasons that the file does not tell apart.
BROADER = {
    "pieces that blocked pawns keep from the king": "heavier pieces shut in by blocked pawns",
    "every line leaves too little material": "every line ends the game or leaves too little material",
    "the game is over by mate": "the game is over",
    "the game is over by stalemate": "the game is over",
}


def too_little(board: chess.Board, side: chess.Color) -> bool:
    """Whether the material alone excludes a mate by this side (`spec/rules/chess.md`, section 5)."""
    ours, theirs = board.occupied_co[side], board.occupied_co[not side]
    if board.pawns & ours or (board.rooks | board.queens) & ours:
        return False
    knights, bishops = chess.popcount(board.knights & ours), board.bishops & ours
    if knights == 0 and not bishops:
        return True
    if knights:
        return knights == 1 and not bishops and not theirs & ~board.kings & ~board.queens
    if theirs & (board.pawns | board.knights):
        return False
    return not (board.bishops & chess.BB_DARK_SQUARES and board.bishops & chess.BB_LIGHT_SQUARES)


def bare(board: chess.Board, side: chess.Color) -> bool:
    """Whether this side has only its king."""
    return board.occupied_co[side] == board.kings & board.occupied_co[side]


@dataclass
class Explored:
    """What can follow a position, down to positions that end the game or have too little material for a mate."""

    positions: int = 0
    stalemates: int = 0
    lost: int = 0
    bare: int = 0
    little: int = 0
    promotes: bool = False
    forced: bool = True
    mates: bool = False
    complete: bool = True
    seen: set[str] = field(default_factory=set)


def explore(root: chess.Board, side: chess.Color, limit: int = MAX_EXPLORED) -> Explored:
    """Look at every position that can follow, if there are at most `limit`."""
    found = Explored()
    waiting = [root]
    found.seen.add(root.epd(en_passant="legal"))
    while waiting:
        board = waiting.pop()
        found.positions += 1
        if found.positions > limit:
            found.complete = False
            break
        if too_little(board, side):
            if bare(board, side):
                found.bare += 1
            else:
                found.little += 1
            continue
        moves = list(board.legal_moves)
        if not moves:
            if not board.is_check():
                found.stalemates += 1
            elif board.turn == side:
                found.lost += 1
            else:
                found.mates = True
                break
            continue
        found.forced &= len(moves) == 1
        for move in moves:
            found.promotes |= move.promotion is not None
            after = board.copy(stack=False)
            after.push(move)
            key = after.epd(en_passant="legal")
            if key not in found.seen:
                found.seen.add(key)
                waiting.append(after)
    return found


def cannot(board: chess.Board, side: chess.Color, evidence: dict) -> str:
    """Return why `side` cannot mate. `evidence["by"]` names the kind of the proof."""
    moves = list(board.legal_moves)
    if not moves:
        return "the game is over by mate" if board.is_check() else "the game is over by stalemate"
    if bare(board, side):
        return "bare king"
    if too_little(board, side):
        knight = board.pieces(chess.KNIGHT, side)
        return "knight against a king and queens at most" if knight else "bishops of one colour and no knight or pawn against them"
    if board.has_legal_en_passant():
        return "en passant does not help"
    if board.castling_rights:
        return "castling rights that do not help"
    if evidence["by"] == "closed":
        return of_closed_set(board, side)
    return of_fortress(board, side, evidence["by"])


def of_closed_set(board: chess.Board, side: chess.Color) -> str:
    """Return the reason of a proof that looks at all positions that can follow."""
    found = explore(board, side)
    if not found.complete:
        return "every line leads to a fortress or too little material"
    if found.promotes:
        return "promotion does not help"
    material, ends = found.bare + found.little, found.stalemates + found.lost
    if found.forced and material + ends:
        if material:
            return "forced capture leaves a bare king" if found.bare else "forced capture leaves too little material"
        return "forced moves end in stalemate" if found.stalemates else "forced moves mate the side asked about"
    if material + ends == 0:
        return "pieces without room go to and fro"
    if not material:
        if not found.lost:
            return "every line ends in stalemate"
        return "every line ends in stalemate or the other side's mate"
    if ends:
        return "every line ends the game or leaves too little material"
    return "every line leaves a bare king" if not found.little else "every line leaves too little material"


def blocked_pairs(board: chess.Board) -> int:
    """Return the number of white pawns with a black pawn on the next square."""
    return chess.popcount((board.pawns & board.occupied_co[chess.WHITE]) << 8 & board.pawns & board.occupied_co[chess.BLACK])


def one_colour(squares: chess.Bitboard) -> bool:
    """Whether all these squares have one colour."""
    return not (squares & chess.BB_LIGHT_SQUARES and squares & chess.BB_DARK_SQUARES)


def of_fortress(board: chess.Board, side: chess.Color, by: str) -> str:
    """Return the reason of a proof that asks where each unit may get."""
    ours, theirs = board.occupied_co[side], board.occupied_co[not side]
    pieces = board.occupied & ~board.kings & ~board.pawns
    blocked = blocked_pairs(board)
    if not blocked:
        if not ours & ~board.kings & ~board.bishops:
            return "bishops of one colour cannot cover a king's flight squares"
        return "units that cannot get to where a mate could be"
    if not pieces:
        return "kings and blocked pawns"
    if not ours & pieces:
        return "blocked pawns against pieces of the other side"
    if not pieces & ~board.bishops:
        if one_colour(pieces):
            return "bishops of one colour and blocked pawns"
        return (
            "bishops of one colour each and blocked pawns"
            if one_colour(pieces & ours) and one_colour(pieces & theirs)
            else "bishops of both colours and blocked pawns"
        )
    if not ours & pieces & ~board.bishops and one_colour(ours & pieces):
        return "bishops of one colour and blocked pawns against other pieces"
    return "heavier pieces shut in by blocked pawns" if by == "skeletons" else "pieces that blocked pawns keep from the king"


def can(board: chess.Board, side: chess.Color, line: list[str], en_passant_matters: bool) -> str:
    """Return what is notable about a line in which `side` mates."""
    if en_passant_matters:
        return "en passant opens the way"
    start, moves = board, [chess.Move.from_uci(text) for text in line]
    board = start.copy()
    castles = promotes_low = promotes = other_promotes = taken_by_king = pawn_taken = False
    for move in moves:
        ours = board.turn == side
        castles |= board.is_castling(move)
        if move.promotion:
            promotes |= ours
            other_promotes |= not ours
            promotes_low |= ours and move.promotion != chess.QUEEN
        if board.piece_type_at(move.to_square) == chess.PAWN:
            pawn_taken = True
            taken_by_king |= board.piece_type_at(move.from_square) == chess.KING
        board.push(move)
    assert board.is_checkmate() and board.turn != side, (start.fen(), line)
    king = board.king(not side)
    mover = board.piece_type_at(moves[-1].to_square)
    last = board.occupied_co[side] & ~board.kings
    blockers = chess.popcount(chess.BB_KING_ATTACKS[king] & board.occupied_co[not side])
    if start.castling_rights:
        return "castling is part of the line" if castles else "castling rights and a mate without castling"
    if other_promotes and blockers:
        return "the other side promotes and blocks its king"
    if moves[-1].promotion:
        return "promotion with mate" if moves[-1].promotion == chess.QUEEN else "underpromotion"
    if promotes_low:
        return "underpromotion"
    if mover == chess.PAWN:
        return "a pawn mates"
    if mover == chess.KNIGHT and king in CORNERS:
        return "a knight mates in the corner"
    if mover == chess.KNIGHT:
        return "a knight mates"
    if not last & ~board.bishops and one_colour(last):
        return "bishops of one colour mate a blocked king"
    if taken_by_king and blocked_pairs(start) > 2:
        return "a king breaks into the wall"
    if pawn_taken and blocked_pairs(start) > 2:
        return "a capture opens the wall"
    if promotes:
        return "a promoted pawn mates"
    if start.legal_moves.count() == 1:
        return "a forced move and mate after it"
    return "a bishop or king mates" if mover in {chess.BISHOP, chess.KING} else "a rook or queen mates"
