package io.godwit.delivery.tls.report;

import io.godwit.core.EmailAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A destination of TLS reports, from the record of a domain (RFC 8460 §3). */
sealed interface ReportDestination {

    /** The most destinations of a domain that are served. */
    int MAX = 4;

    /** Returns the URI as the record has it. */
    String uri();

    /** An address that reports are mailed to. */
    record Mailbox(String uri, EmailAddress address) implements ReportDestination {}

    /** A web server that reports are posted to. */
    record WebServer(String uri, String host, String path) implements ReportDestination {}

    /** Finds the destinations in the TXT records of {@code _smtp._tls}; none unless exactly one is of this version. */
    static List<ReportDestination> in(List<String> texts) {
        var found = texts.stream()
                .filter(text -> text.matches("v=TLSRPTv1[ \\t]*;.*"))
                .toList();
        var destinations = new ArrayList<ReportDestination>();
        if (found.size() == 1) {
            Stream.of(found.get(0).split(";", -1))
                    .map(String::strip)
                    .filter(field -> field.matches("rua[ \\t]*=.*"))
                    .limit(1)
                    .flatMap(field ->
                            Stream.of(field.substring(field.indexOf('=') + 1).split(",", -1)))
                    .flatMap(uri -> of(uri.strip()).stream())
                    .limit(MAX)
                    .forEach(destinations::add);
        }
        return List.copyOf(destinations);
    }

    private static Optional<ReportDestination> of(String uri) {
        try {
            var parsed = new URI(uri);
            return switch (String.valueOf(parsed.getScheme()).toLowerCase(Locale.ROOT)) {
                case "mailto" -> mailbox(uri, parsed.getRawSchemeSpecificPart());
                case "https" -> webServer(uri, parsed);
                default -> Optional.empty();
            };
        } catch (URISyntaxException notAnAddress) {
            return Optional.empty();
        }
    }

    private static Optional<ReportDestination> mailbox(String uri, String target) {
        var address = target.split("\\?", 2)[0].replace("+", "%2B");
        return EmailAddress.parse(URLDecoder.decode(address, StandardCharsets.UTF_8))
                .map(parsed -> new Mailbox(uri, parsed));
    }

    /** Returns a web server at the usual port; others are not posted to, as the record is a stranger's. */
    private static Optional<ReportDestination> webServer(String uri, URI parsed) {
        var port = parsed.getPort();
        if (parsed.getHost() == null || parsed.getRawUserInfo() != null || (port != -1 && port != 443)) {
            return Optional.empty();
        }
        var path = parsed.getRawPath().isEmpty() ? "/" : parsed.getRawPath();
        return Optional.of(new WebServer(
                uri,
                parsed.getHost().toLowerCase(Locale.ROOT),
                parsed.getRawQuery() == null ? path : path + "?" + parsed.getRawQuery()));
    }
}
