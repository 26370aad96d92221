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
 * A single-use substitute for a TOTP code: 80 random bits in Base32, four groups of four. It is too long to guess, so it is
 * not rate-limited and still works when wrong TOTP codes have locked the user out.
 */
record RecoveryCode(String text) {

    private static final int CODE_COUNT = 10;
    private static final int BYTES = 10;
    private static final Pattern SHAPE = Pattern.compile("[A-Z2-7]{16}");
    private static final SecureRandom RANDOM = new SecureRandom();

    static List<RecoveryCode> fresh() {
        return Stream.generate(RecoveryCode::random).limit(CODE_COUNT).toList();
    }

    private static RecoveryCode random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new RecoveryCode(BaseEncoding.base32().encode(bytes));
    }

    /** Parses a code with any spaces, hyphens and case; empty for a text that is none. */
    static Optional<RecoveryCode> parse(String typed) {
        var text = typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        return SHAPE.matcher(text).matches() ? Optional.of(new RecoveryCode(text)) : Optional.empty();
    }

    /** The code as it is shown to users, in groups of four. */
    String shown() {
        return text.replaceAll("(.{4})(?=.)", "$1-");
    }

    Buffer hash(Crypto crypto, UserId user) {
        return Buffer.buffer(crypto.sign("recovery codes", (user + " " + text).getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "RecoveryCode";
    }
}
