package io.godwit.accounts;

import com.google.common.io.BaseEncoding;
import io.godwit.core.Crypto;
import io.godwit.core.id.UserId;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens once in the place of a code: 80 random bits in Base32, four groups of four. Nobody guesses one, so who is locked out
 * by somebody's guesses at codes still comes in with it.
 */
record RecoveryCode(String text) {

    private static final int MANY = 10;
    private static final int BYTES = 10;
    private static final Pattern SHAPE = Pattern.compile("[A-Z2-7]{16}");
    private static final SecureRandom RANDOM = new SecureRandom();

    static List<RecoveryCode> fresh() {
        return Stream.generate(RecoveryCode::random).limit(MANY).toList();
    }

    private static RecoveryCode random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new RecoveryCode(BaseEncoding.base32().encode(bytes));
    }

    /** However it was typed; empty for what is none. */
    static Optional<RecoveryCode> parse(String typed) {
        var text = typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        return SHAPE.matcher(text).matches() ? Optional.of(new RecoveryCode(text)) : Optional.empty();
    }

    /** As people read it. */
    String shown() {
        return text.replaceAll("(.{4})(?=.)", "$1-");
    }

    Buffer hash(Crypto vault, UserId user) {
        return Buffer.buffer(vault.sign("recovery codes", (user + " " + text).getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "RecoveryCode";
    }
}
