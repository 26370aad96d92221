package io.godwit.sending.api;

import io.godwit.core.SingleLine;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.ReservedHeaders;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads and checks the {@code headers} of a request. A name is a token (RFC 9110 §5.6.2, stricter than RFC 5322 §2.2 so that
 * every email program can parse it), a value one line; fields the message builder writes itself, and those only relays may add,
 * are always refused. So is a name that another differs from in nothing but case: most fields occur once in a message at most
 * (RFC 5322 §3.6).
 */
final class CustomHeaderReader {

    private static final int MAX_COUNT = 50;
    private static final int MAX_NAME = 76;
    /** Characters of one value (RFC 5322 §2.1.1). */
    private static final int MAX_VALUE = 998;
    /** Total characters of all names and values; receivers refuse messages with long headers. */
    private static final int MAX_TOTAL = 16 * 1024;

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private CustomHeaderReader() {}

    /** Reads the headers; {@code relayHeaders} allows those that steer the relay. */
    static List<Header> read(JsonBody body, String field, boolean relayHeaders) {
        body.expects(field, MemberType.map(MemberType.text(0, MAX_VALUE)));
        var members = body.optionalObject(field).orElse(Map.of());
        var total = 0;
        var headers = new ArrayList<Header>();
        var names = new HashSet<String>();
        var headerBody = body.freeChild(field, members);
        for (var name : members.keySet()) {
            var header = header(headerBody, name, relayHeaders);
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                headerBody.issue(name, "custom", "The header " + name + " is given more than once");
            }
            total += name.length() + header.value().length();
            headers.add(header);
        }
        if (members.size() > MAX_COUNT || total > MAX_TOTAL) {
            body.issue(field, "too_big", "At most " + MAX_COUNT + " headers with " + MAX_TOTAL + " characters in all");
        }
        return headers;
    }

    private static Header header(JsonBody headers, String name, boolean relayHeaders) {
        if (!headers.has(name)) {
            headers.wrongType(name, "string", null);
        }
        var value = headers.optionalText(name, 0, MAX_VALUE).orElse("");
        if (!isToken(name)) {
            headers.issue(
                    name, "invalid_string", "A header name has 1 to " + MAX_NAME + " letters, digits and hyphens");
        } else if (ReservedHeaders.isReserved(name)) {
            headers.issue(name, "custom", "The header " + name + " is written by the service");
        } else if (!relayHeaders && ReservedHeaders.steersRelay(name)) {
            headers.issue(name, "custom", "The header " + name + " steers the mail server, which is not allowed here");
        }
        if (!SingleLine.is(value)) {
            headers.issue(name, "invalid_string", "A header value must not contain line breaks or control characters");
        }
        return new Header(name, value);
    }

    private static boolean isToken(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME
                && name.chars().allMatch(CustomHeaderReader::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int character) {
        return (character >= '0' && character <= '9')
                || (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || TOKEN_MARKS.indexOf(character) >= 0;
    }
}
