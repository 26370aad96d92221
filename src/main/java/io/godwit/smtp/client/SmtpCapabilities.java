package io.godwit.smtp.client;

import io.godwit.smtp.SmtpReply;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** The service extensions a server offers in its reply to EHLO (RFC 5321 §4.1.1.1). */
public final class SmtpCapabilities {

    /** The capabilities of a server that speaks only HELO. */
    public static final SmtpCapabilities NONE = new SmtpCapabilities(Map.of());

    private final Map<String, List<String>> keywordToParameters;

    private SmtpCapabilities(Map<String, List<String>> keywordToParameters) {
        this.keywordToParameters = Map.copyOf(keywordToParameters);
    }

    /** Reads the lines after the first, which names the server. */
    public static SmtpCapabilities of(SmtpReply ehlo) {
        var keywordToParameters = new HashMap<String, List<String>>();
        for (var line : ehlo.lines().subList(1, Math.max(1, ehlo.lines().size()))) {
            // Some servers write AUTH=PLAIN, for clients older than RFC 2554.
            var words = List.of(line.toUpperCase(Locale.ROOT)
                    .replaceFirst("^AUTH=", "AUTH ")
                    .strip()
                    .split("\\s+"));
            keywordToParameters.merge(words.get(0), words.subList(1, words.size()), SmtpCapabilities::joined);
        }
        return new SmtpCapabilities(keywordToParameters);
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Returns whether the server offers the extension with this keyword, in capitals. */
    public boolean has(String keyword) {
        return keywordToParameters.containsKey(keyword);
    }

    /** RFC 2920. */
    public boolean pipelining() {
        return has("PIPELINING");
    }

    /** RFC 3207. */
    public boolean startTls() {
        return has("STARTTLS");
    }

    /** RFC 6152. */
    public boolean eightBitMime() {
        return has("8BITMIME");
    }

    /** RFC 6531. */
    public boolean smtpUtf8() {
        return has("SMTPUTF8");
    }

    /** RFC 3461. */
    public boolean dsn() {
        return has("DSN");
    }

    /** RFC 1870: whether MAIL may tell the size of the message. */
    public boolean size() {
        return has("SIZE");
    }

    /** Returns the max octets of a message; empty when the server names no limit. */
    public OptionalLong maxSize() {
        var limit = parameters("SIZE").stream().findFirst().flatMap(SmtpCapabilities::number);
        return limit.isPresent() && limit.get() > 0 ? OptionalLong.of(limit.get()) : OptionalLong.empty();
    }

    /** Returns the max messages of a connection that the server names (RFC 9422). */
    public OptionalInt maxMessages() {
        return parameters("LIMITS").stream()
                .filter(limit -> limit.startsWith("MAILMAX="))
                .flatMap(limit -> number(limit.substring("MAILMAX=".length())).stream())
                .filter(limit -> limit > 0)
                .mapToInt(limit -> (int) Math.min(limit, Integer.MAX_VALUE))
                .findFirst();
    }

    /** Returns the mechanisms of AUTH (RFC 4954), in capitals. */
    public Set<String> authMechanisms() {
        return Set.copyOf(parameters("AUTH"));
    }

    private List<String> parameters(String keyword) {
        return keywordToParameters.getOrDefault(keyword, List.of());
    }

    private static Optional<Long> number(String digits) {
        return digits.matches("\\d{1,18}") ? Optional.of(Long.parseLong(digits)) : Optional.empty();
    }
}
