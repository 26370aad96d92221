package io.godwit.tracking;

import io.godwit.core.DomainNameNormalizer;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.TrackingTokenCodec.EmailTokens;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.rendering.LinkTracker;
import io.godwit.smtp.html.HtmlLinkRewriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Replaces the links in the HTML of an email by tracking links and adds an invisible picture; the rest is not changed. */
public final class TrackingRewriter implements LinkTracker {

    /** The paths of the picture and of links. They never change, because sent emails contain them for ever. */
    static final String OPEN = "/o/";

    static final String CLICK = "/c/";

    /**
     * Max characters of a link; longer ones are not replaced: with ours around them they would exceed a request line of 4,096
     * bytes.
     */
    private static final int MAX_LENGTH = 2_000;

    private static final List<String> OWN = List.of("/unsubscribe/", "/subscribe/", "/manage/", OPEN, CLICK);

    private final String publicUrl;
    private final TrackingTokenCodec tokens;

    /** Creates a rewriter; {@code publicUrl} has no trailing slash. */
    public TrackingRewriter(String publicUrl, TrackingTokenCodec tokens) {
        this.publicUrl = publicUrl;
        this.tokens = tokens;
    }

    @Override
    public Optional<TrackedLink> link(String written, String base) {
        var address = encoded(written.strip());
        return isTracked(address, base)
                ? Optional.of(new TrackedLink(base + CLICK, tokens.digest(Kind.CLICK, address), "/" + target(address)))
                : Optional.empty();
    }

    private static String target(String address) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public TrackedLink pixel(String base) {
        return new TrackedLink(
                "<img src=\"" + base + OPEN,
                tokens.digest(Kind.OPEN, ""),
                "\" width=\"1\" height=\"1\" alt=\"\" style=\"display:block;border:0\">");
    }

    @Override
    public EmailLinks links(ProjectId project, EmailId email, String base) {
        return new TrackedEmailLinks(tokens.tokens(project, email), base);
    }

    private final class TrackedEmailLinks implements EmailLinks {

        private final EmailTokens emailTokens;
        private final String base;

        TrackedEmailLinks(EmailTokens emailTokens, String base) {
            this.emailTokens = emailTokens;
            this.base = base;
        }

        @Override
        public String link(String written) {
            return TrackingRewriter.this.link(written, base).map(this::written).orElse(written);
        }

        @Override
        public String addTracking(String html) {
            return HtmlLinkRewriter.replace(html, this::link, written(pixel(base)));
        }

        @Override
        public byte[][] tokens(byte[] digests) {
            return emailTokens.write(digests);
        }

        private String written(TrackedLink link) {
            return link.before() + emailTokens.write(link.digest()) + link.after();
        }
    }

    /** Returns whether the address contains tags and text, because its closing quote is missing. */
    private static boolean isMalformed(String address) {
        return address.indexOf('<') >= 0 || address.indexOf('>') >= 0;
    }

    /**
     * Encodes an address as browsers do (WHATWG URL §4.4): line ends left out, blanks and other characters percent-encoded.
     */
    private static String encoded(String address) {
        if (!hasWebScheme(address) || isMalformed(address) || isPlain(address)) {
            return address;
        }
        var authority = address.indexOf("://") + 3;
        var end = authority;
        while (end < address.length() && "/?#".indexOf(address.charAt(end)) < 0) {
            end++;
        }
        var octets =
                new StringBuilder(address.substring(0, authority)).append(toAscii(address.substring(authority, end)));
        for (var octet : address.substring(end).replaceAll("[\t\r\n]", "").getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7F) {
                octets.append((char) octet);
            } else {
                octets.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return octets.toString();
    }

    /** The name of the host in ASCII; the port behind it stays. */
    private static String toAscii(String authority) {
        var end = authority.length();
        while (end > 0 && Character.digit(authority.charAt(end - 1), 10) >= 0) {
            end--;
        }
        var host = end > 0 && authority.charAt(end - 1) == ':' ? authority.substring(0, end - 1) : authority;
        return DomainNameNormalizer.toAscii(host)
                .map(ascii -> ascii + authority.substring(host.length()))
                .orElse(authority);
    }

    private boolean isTracked(String address, String base) {
        return isWeb(address)
                && OWN.stream()
                        .noneMatch(path -> address.startsWith(publicUrl + path) || address.startsWith(base + path));
    }

    /** Returns whether a browser would fetch the address, and its characters can be written in a header unchanged. */
    static boolean isWeb(String address) {
        return hasWebScheme(address) && address.length() <= MAX_LENGTH && isPlain(address);
    }

    private static boolean hasWebScheme(String address) {
        var scheme = address.substring(0, Math.min(8, address.length())).toLowerCase(Locale.ROOT);
        return scheme.startsWith("http://") || scheme.equals("https://");
    }

    private static boolean isPlain(String address) {
        for (var at = 0; at < address.length(); at++) {
            if (address.charAt(at) <= ' ' || address.charAt(at) >= 0x7F) {
                return false;
            }
        }
        return true;
    }
}
