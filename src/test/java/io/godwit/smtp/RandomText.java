package io.godwit.smtp;

import java.util.Random;

/** Text of every script, with what is dangerous in mails more often than chance would have it. */
public final class RandomText {

    private static final String[] HOSTILE = {
        "=?",
        "?=",
        "=",
        "_",
        ".",
        " ",
        "  ",
        "\"",
        "\\",
        "<",
        ">",
        ",",
        ";",
        ":",
        "(",
        ")",
        "@",
        "From ",
        "--",
        "\uD83D\uDE00",
        "é",
        "\u202E",
        "x".repeat(90)
    };

    private RandomText() {}

    /** One line without control characters, stripped. */
    public static String line(Random random, int length) {
        var line = new StringBuilder();
        while (line.length() < length * random.nextDouble()) {
            line.append(random.nextInt(4) == 0 ? HOSTILE[random.nextInt(HOSTILE.length)] : character(random));
        }
        return line.toString().strip();
    }

    /** Lines ended by CR LF. */
    public static String text(Random random, int length) {
        var text = new StringBuilder();
        while (text.length() < length * random.nextDouble()) {
            text.append(line(random, 120)).append(random.nextInt(5) == 0 ? "\r\n.\r\n" : "\r\n");
        }
        return text.toString();
    }

    private static String character(Random random) {
        var point =
                switch (random.nextInt(5)) {
                    case 0 -> 0xa1 + random.nextInt(0x500);
                    case 1 -> 0x3041 + random.nextInt(0x5000);
                    case 2 -> 0x1f300 + random.nextInt(0x300);
                    default -> 0x21 + random.nextInt(0x5e);
                };
        var usable = Character.isDefined(point) && !Character.isISOControl(point) && !Character.isWhitespace(point);
        return usable ? Character.toString(point) : "?";
    }
}
