// SPDX-License-Identifier: MIT OR Apache-2.0
import io.github.gamecert.unwinnable.FenException
import io.github.gamecert.unwinnable.Policy
import io.github.gamecert.unwinnable.Position
import io.github.gamecert.unwinnable.QuickTest
import io.github.gamecert.unwinnable.Side

/** A flag has fallen: what does each rule say? Arguments: a FEN, and the side with time left. */
fun main(arguments: Array<String>) {
    val winner = Side.of(arguments[1])
    val position = try {
        Position.fromFen(arguments[0])
    } catch (error: FenException) {
        println("not a position: ${error.message}")
        return
    }
    val answer = QuickTest.ask(position, winner)
    println(if (answer.cannot()) "$winner cannot mate: ${answer.reason()}" else "the quick test does not decide it")
    for (policy in Policy.values()) println("$policy: ${policy.ruling(position, winner)}")
}
