package io.godwit.tracking;

import io.godwit.web.ApiRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The class of the client behind an open or a click. */
enum HitClass {
    HUMAN,
    /** An email program or a browser that fetches content its user may look at later. */
    PREFETCH,
    /** A program that scans for malware, makes previews, or collects data. */
    SCANNER;

    /**
     * Parts of the user agents of scanners, in lower case. Proxies that fetch when a person opens an email are not among them.
     */
    private static final List<String> SCANNERS = List.of(
            "bot",
            "crawl",
            "spider",
            "scan",
            "slurp",
            "preview",
            "facebookexternalhit",
            "whatsapp",
            "barracuda",
            "proofpoint",
            "mimecast",
            "symantec",
            "messagelabs",
            "ironport",
            "fortinet",
            "trendmicro",
            "sophos",
            "headlesschrome",
            "phantomjs",
            "python",
            "curl/",
            "wget/",
            "java/",
            "go-http-client",
            "okhttp",
            "apache-httpclient",
            "libwww",
            "node-fetch",
            "axios/");

    /** A brand of phones whose name ends like that of a scanner. */
    private static final String PHONE = "cubot";

    /** The whole user agent of Apple's Mail Privacy Protection, which fetches every picture of every email. */
    private static final String APPLE_PRIVACY = "mozilla/5.0";

    private static final Set<String> AHEAD = Set.of("prefetch", "preview", "prerender");

    /** Classifies by the request; one for the headers alone is a scanner's, whatever its user agent. */
    static HitClass of(ApiRequest call) {
        if (call.isHead()) {
            return SCANNER;
        }
        var byName = of(call.header("User-Agent").orElse(""));
        var ahead = Stream.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
                .flatMap(header -> call.header(header).stream())
                .flatMap(value -> Stream.of(value.toLowerCase(Locale.ROOT).split("[;, ]+")))
                .anyMatch(AHEAD::contains);
        return byName == HUMAN && ahead ? PREFETCH : byName;
    }

    /** Classifies by the user agent alone. */
    static HitClass of(String userAgent) {
        var name = userAgent.toLowerCase(Locale.ROOT).strip();
        var withoutPhone = name.replace(PHONE, "");
        if (name.isEmpty() || SCANNERS.stream().anyMatch(withoutPhone::contains)) {
            return SCANNER;
        }
        return name.equals(APPLE_PRIVACY) ? PREFETCH : HUMAN;
    }
}
