package io.godwit.fuzz;

import io.godwit.core.DomainNameNormalizer;
import io.godwit.core.EmailAddress;
import io.godwit.smtp.message.HeaderValidator;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/** The parser of email addresses. Input: a text in UTF-8. */
public final class EmailAddressFuzzer {

    private static final int MAX_LENGTH = 254;
    private static final int MAX_LOCAL_PART = 64;

    private EmailAddressFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        DomainNameNormalizer.toAscii(text);
        DomainNameNormalizer.hostName(text)
                .ifPresent(name -> Invariant.same(
                        Optional.of(name), DomainNameNormalizer.hostName(name), "A normalized name stays as it is"));
        EmailAddress.parse(text)
                .ifPresentOrElse(
                        EmailAddressFuzzer::check,
                        () -> Invariant.holds(!EmailAddress.mistake(text).isEmpty(), "A refusal has a sentence"));
    }

    private static void check(EmailAddress address) {
        var value = address.value();
        Invariant.same(Optional.of(address), EmailAddress.parse(value), "A parsed address stays as it is");
        Invariant.same(value, value.toLowerCase(Locale.ROOT), "An address is lower case");
        Invariant.holds(octets(value) <= MAX_LENGTH, "RFC 5321 §4.5.3.1.3");
        Invariant.holds(octets(address.localPart()) <= MAX_LOCAL_PART, "RFC 5321 §4.5.3.1.1");
        Invariant.holds(value.codePoints().allMatch(EmailAddressFuzzer::isPrintable), "An address is printable");
        Invariant.holds(Normalizer.isNormalized(value, Normalizer.Form.NFC), "RFC 6532 §3.1");
        Invariant.same(
                address.isInternational() ? Optional.empty() : Optional.of(address),
                EmailAddress.parseAscii(value),
                "A sender is ASCII");
        Invariant.same(
                Optional.of(address.domain()), DomainNameNormalizer.hostName(address.domain()), "The domain is a host");
        Invariant.same(value, HeaderValidator.address(value), "An address can be written into a message");
        // Jakarta Mail takes the quote behind an escaped backslash for an escaped one.
        if (value.indexOf('\\') < 0) {
            checkWithJakartaMail(value);
        }
    }

    private static int octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isPrintable(int point) {
        return point > 0x20
                && !Character.isISOControl(point)
                && !Character.isWhitespace(point)
                && Character.isDefined(point);
    }

    private static void checkWithJakartaMail(String value) {
        try {
            var parsed = InternetAddress.parseHeader("Name <" + value + ">", true);
            Invariant.same(1, parsed.length, "It is one address to other programs: " + value);
            Invariant.same(value, parsed[0].getAddress(), "It is the same address to other programs");
        } catch (AddressException refused) {
            throw new AssertionError("Other programs refuse the address " + value, refused);
        }
    }
}
