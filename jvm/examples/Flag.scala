// SPDX-License-Identifier: MIT OR Apache-2.0
import io.github.gamecert.unwinnable.{FenException, Policy, Position, QuickTest, Side}

/** A flag has fallen: what does each rule say? Arguments: a FEN, and the side with time left. */
object Flag {
  def rulings(fen: String, winner: Side): Either[String, Seq[String]] =
    try {
      val position = Position.fromFen(fen)
      val answer = QuickTest.ask(position, winner)
      val first = if (answer.cannot) s"$winner cannot mate: ${answer.reason}" else "the quick test does not decide it"
      Right(first +: Policy.values.toSeq.map(policy => s"$policy: ${policy.ruling(position, winner)}"))
    } catch {
      case error: FenException => Left(s"not a position: ${error.getMessage}")
    }

  def main(arguments: Array[String]): Unit =
    rulings(arguments(0), Side.of(arguments(1))).fold(println, _.foreach(println))
}
