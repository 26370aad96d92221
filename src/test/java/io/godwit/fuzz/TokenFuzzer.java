package io.godwit.fuzz;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.MessageIdCodec.ParsedMessageId;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.TrackingTokenCodec.TrackedEmail;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The tokens in sent email: of links, of tracked links, of return paths and of Message-IDs. Input: a position, a character to put
 * there, then the address of a link, or a whole token.
 */
public final class TokenFuzzer {

    private static final Crypto CRYPTO = Crypto.of(
            "s".repeat(32).getBytes(StandardCharsets.US_ASCII), "e".repeat(32).getBytes(StandardCharsets.US_ASCII));

    private static final ProjectId PROJECT = new ProjectId(new UUID(0x0191_0000_0000_7001L, 0x8000_0000_0000_0001L));
    private static final EmailId EMAIL = new EmailId(new UUID(0x0191_0000_0000_7002L, 0x8000_0000_0000_0002L));
    private static final ContactId CONTACT = new ContactId(new UUID(0x0191_0000_0000_7003L, 0x8000_0000_0000_0003L));

    private static final LinkTokenCodec LINKS = new LinkTokenCodec(CRYPTO);
    private static final TrackingTokenCodec TRACKING = new TrackingTokenCodec(CRYPTO);
    private static final VerpCodec RETURN_PATHS = new VerpCodec(CRYPTO);
    private static final MessageIdCodec MESSAGE_IDS = new MessageIdCodec(CRYPTO);

    private TokenFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var place = input.number(256);
        var character = (char) input.number(256);
        var text = input.text();
        checkLinks(text, place, character);
        checkTracking(text, place, character);
        checkReturnPath(text, place, character);
        checkMessageId(text, place, character);
    }

    private static void checkLinks(String text, int place, char character) {
        var kind = Kind.values()[place % 3];
        var token = LINKS.write(kind, new Link(PROJECT, CONTACT, EMAIL));
        Invariant.same(Optional.of(new Link(PROJECT, CONTACT, EMAIL)), LINKS.read(kind, token), "A link token is read");
        for (var other : Kind.values()) {
            Invariant.holds(other == kind || LINKS.read(other, token).isEmpty(), "It is valid for one purpose");
        }
        requireNone(text, token, place, character, changed -> LINKS.read(kind, changed)
                .isEmpty());
    }

    private static void checkTracking(String target, int place, char character) {
        var digest = TRACKING.digest(Kind.CLICK, target);
        var token = TRACKING.tokens(PROJECT, EMAIL).write(digest);
        Invariant.same(
                Optional.of(new TrackedEmail(PROJECT, EMAIL)),
                TRACKING.read(Kind.CLICK, token, target),
                "A tracking token is read");
        Invariant.holds(TRACKING.read(Kind.OPEN, token, target).isEmpty(), "It is valid for one purpose");
        Invariant.holds(TRACKING.read(Kind.CLICK, token, target + character).isEmpty(), "It is valid for one address");
        requireNone(target, token, place, character, changed -> TRACKING.read(Kind.CLICK, changed, target)
                .isEmpty());
    }

    private static void checkReturnPath(String text, int place, char character) {
        var token = RETURN_PATHS.token(PROJECT, EMAIL);
        Invariant.same(
                Optional.of(EMAIL),
                RETURN_PATHS.read("bounces+" + token + "@example.com").map(VerpCodec.VerpTarget::email),
                "A return path is read");
        RETURN_PATHS.read(text);
        requireNone(
                text,
                token,
                place,
                character,
                changed -> changed.equalsIgnoreCase(token)
                        || RETURN_PATHS.readToken(changed).isEmpty());
    }

    /** Case does not matter, and neither does the domain. */
    private static void checkMessageId(String text, int place, char character) {
        var id = MESSAGE_IDS.write(PROJECT, EMAIL, "example.com");
        var signed = id.substring(0, id.indexOf('@') + 1);
        Invariant.same(Optional.of(new ParsedMessageId(PROJECT, EMAIL)), MESSAGE_IDS.read(id), "A Message-ID is read");
        MessageIdCodec.parseFirst(text);
        requireNone(
                text,
                signed,
                place,
                character,
                changed -> changed.toLowerCase(java.util.Locale.ROOT).contains(signed)
                        || MESSAGE_IDS.read(changed).isEmpty());
    }

    /** A token that is changed, made longer or made up is none. */
    private static void requireNone(String text, String token, int place, char character, Predicate<String> isNone) {
        Invariant.holds(isNone.test(text), "A text that is no token is accepted: " + text);
        var changed = new StringBuilder(token);
        changed.setCharAt(place % token.length(), character);
        if (!changed.toString().equals(token)) {
            Invariant.holds(isNone.test(changed.toString()), "A changed token is accepted: " + changed);
        }
        Invariant.holds(isNone.test(token.substring(0, place % token.length())), "A part of a token is accepted");
    }
}
