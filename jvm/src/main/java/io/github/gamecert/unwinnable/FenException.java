// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

/** Reports that a FEN is invalid. The message says why, in words and without a full stop. */
public final class FenException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    FenException(String reason) {
        super(reason);
    }
}
