package io.godwit.webhooks;

import com.google.common.net.InetAddresses;
import io.godwit.core.DomainNameNormalizer;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses URLs more strictly than browsers, so that no client reads another host out of a URL than this one: no user, no
 * backslash, no address in any notation but the usual one.
 */
final class TargetUrlParser {

    private static final int MAX_LENGTH = 2_048;

    private static final Pattern URL =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^#]*)(#.*)?", Pattern.DOTALL);

    private static final Pattern AUTHORITY = Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*)(?::([0-9]{0,5}))?");
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern NUMBER_AT_THE_END = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

    private static final Set<String> THIS_MACHINE =
            Set.of("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback", "loopback");

    private TargetUrlParser() {}

    /** Parses a URL; throws {@link CallRejectedException}. */
    static TargetUrl read(String text) {
        var url = text.strip();
        if (url.length() > MAX_LENGTH || url.chars().anyMatch(Character::isISOControl)) {
            throw CallRejectedException.target(
                    "The URL must have at most " + MAX_LENGTH + " characters, and no control characters.");
        }
        var parts = URL.matcher(url);
        if (!parts.matches()) {
            throw CallRejectedException.target("The URL must begin with https:// or http://.");
        }
        var tls = isTls(parts.group(1));
        return read(tls, parts.group(2), parts.group(3));
    }

    /** Tells whether the scheme is {@code https}; throws for one that is neither {@code https} nor {@code http}. */
    static boolean isTls(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "https" -> true;
            case "http" -> false;
            default -> throw CallRejectedException.target("Only https:// and http:// are called.");
        };
    }

    private static TargetUrl read(boolean tls, String authority, String path) {
        if (authority.indexOf('@') >= 0) {
            throw CallRejectedException.target("The URL must have no user and no password; use a header.");
        }
        var parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            throw CallRejectedException.target("The URL has no host that can be read.");
        }
        var host = host(parts.group(1));
        var digits = Optional.ofNullable(parts.group(2)).orElse("");
        var port = digits.isEmpty() ? (tls ? 443 : 80) : Integer.parseInt(digits);
        if (port < 1 || port > 65_535) {
            throw CallRejectedException.target("The URL's port must be between 1 and 65535.");
        }
        return new TargetUrl(tls, host, literal(host), port, path(path));
    }

    private static String host(String text) {
        if (text.startsWith("[")) {
            return ipv6(text.substring(1, text.length() - 1));
        }
        var name = withoutDot(ascii(text));
        if (name.length() > 253 || !NAME.matcher(name).matches()) {
            throw CallRejectedException.target("The URL has no host that can be read.");
        }
        if (NUMBER_AT_THE_END.matcher(name).matches() && !InetAddresses.isInetAddress(name)) {
            throw CallRejectedException.target("An address in the URL must be written as four decimal numbers.");
        }
        return name;
    }

    /** The host in ASCII; also turns full-width digits and ideographic dots into plain ones (UTS #46 §4). */
    private static String ascii(String text) {
        return DomainNameNormalizer.toAscii(text)
                .orElseThrow(() -> CallRejectedException.target("The URL has no host that can be read."));
    }

    private static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /**
     * Parses an IPv6 address, without a zone, which is about this machine's links, and without an IPv4 address in IPv6
     * notation.
     */
    private static String ipv6(String text) {
        if (text.indexOf(':') < 0 || text.indexOf('%') >= 0 || !InetAddresses.isInetAddress(text)) {
            throw CallRejectedException.target("The URL has no host that can be read.");
        }
        var address = InetAddresses.forString(text);
        if (address instanceof Inet4Address) {
            throw CallRejectedException.target("An IPv4 address in the URL must be written as four decimal numbers.");
        }
        return InetAddresses.toAddrString(address);
    }

    /**
     * The address of a host that is one. Names of this machine are its address, whatever a name server says (RFC 6761
     * §6.3).
     */
    private static Optional<InetAddress> literal(String host) {
        if (THIS_MACHINE.contains(host) || host.endsWith(".localhost")) {
            return Optional.of(InetAddresses.forString("127.0.0.1"));
        }
        return InetAddresses.isInetAddress(host) ? Optional.of(InetAddresses.forString(host)) : Optional.empty();
    }

    /** Percent-encodes characters that a request line must not contain; percent signs stay as they are. */
    private static String path(String text) {
        var path = new StringBuilder(text.startsWith("/") ? "" : "/");
        for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7f && "\"<>\\^`{|}".indexOf(octet) < 0) {
                path.append((char) octet);
            } else {
                path.append('%').append(String.format("%02X", octet & 0xff));
            }
        }
        return path.toString();
    }
}
